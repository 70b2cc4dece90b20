"""What was said at tables."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.acts import Act, DeskAdmin
from games.forms.desk import ReasonForm
from games.models import ChatLine
from games.services import desk


@admin.register(ChatLine)
class ChatLineAdmin(DeskAdmin):
    """Chat lines, the last first."""

    fields = ["game", "room", "name", "user", "guest", "text", "phrase", "at", "hidden_at"]
    list_display = ["name", "text", "phrase", "room", "game_id", "at", "hidden_at"]
    list_filter = ["room", "at"]
    date_hierarchy = "at"
    ordering = ["-pk"]
    search_fields = ["=game__id", "name", "text"]
    acts = (
        Act(
            "hide", _("Hide the line"), "games.change_chatline", ReasonForm,
            lambda staff, row, said: desk.hide_line(staff, row.pk, said["reason"]),
            lambda row: row.hidden_at is None, for_many=True,
        ),
    )  # fmt: skip
