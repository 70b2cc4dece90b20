"""The staff's log, to read."""

from django.contrib import admin

from games.admin.acts import DeskAdmin
from games.models import AuditEntry


@admin.register(AuditEntry)
class AuditEntryAdmin(DeskAdmin):
    """What the staff did and looked at."""

    fields = [
        "at", "actor_name", "action", "target", "reason", "before", "after", "address", "previous", "digest",
    ]  # fmt: skip
    list_display = ["at", "actor_name", "action", "target", "reason", "address"]
    list_filter = ["action", "at"]
    date_hierarchy = "at"
    ordering = ["-pk"]
    search_fields = ["actor_name", "target", "reason"]
