"""The staff's log, to read."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

from games.admin.acts import DeskAdmin
from games.admin.changes import actor_of, change_of, target_of
from games.admin.words import FIELDS, NamedValues, act_name
from games.models import AuditEntry
from games.selectors.desk.moderation import confidential_reports


@admin.register(AuditEntry)
class AuditEntryAdmin(DeskAdmin):
    """What the staff did and looked at."""

    fields = ["at", "who", "act", "what", "change", "reason", "address", "previous", "digest"]
    list_display = ["at", "who", "act", "what", "change", "reason"]
    list_filter = [("action", NamedValues), "at"]
    date_hierarchy = "at"
    ordering = ["-pk"]
    search_fields = ["actor_name", "target", "target_name", "reason"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        """Leave out what was done with reports that are confidential before this member of the staff."""
        kept = [f"report:{pk}" for pk in confidential_reports(request.user.pk).values_list("pk", flat=True)]
        return super().get_queryset(request).exclude(target__in=kept)

    @admin.display(description=FIELDS["actor_name"], ordering="actor_name")
    def who(self, entry: AuditEntry) -> SafeString:
        """Return who acted."""
        return actor_of(entry)

    @admin.display(description=FIELDS["action"], ordering="action")
    def act(self, entry: AuditEntry) -> str:
        """Return what was done."""
        return act_name(entry.action)

    @admin.display(description=FIELDS["target"], ordering="target")
    def what(self, entry: AuditEntry) -> SafeString:
        """Return what it was done to, by the name of that time."""
        return target_of(entry)

    @admin.display(description=pgettext_lazy("desk", "before → after"))
    def change(self, entry: AuditEntry) -> SafeString:
        """Return what it changed."""
        return change_of(entry)
