"""The staff's log, to read."""

from django.contrib import admin

from games.admin.acts import DeskAdmin
from games.admin.words import FIELDS, NamedValues, act_name
from games.models import AuditEntry


@admin.register(AuditEntry)
class AuditEntryAdmin(DeskAdmin):
    """What the staff did and looked at."""

    fields = [
        "at", "actor_name", "act", "target", "reason", "before", "after", "address", "previous", "digest",
    ]  # fmt: skip
    list_display = ["at", "actor_name", "act", "target", "reason", "address"]
    list_filter = [("action", NamedValues), "at"]
    date_hierarchy = "at"
    ordering = ["-pk"]
    search_fields = ["actor_name", "target", "reason"]

    @admin.display(description=FIELDS["action"], ordering="action")
    def act(self, entry: AuditEntry) -> str:
        """Return what was done."""
        return act_name(entry.action)
