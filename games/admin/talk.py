"""What was said at tables: in listed games and in reports; the rest only by a search that is logged."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.acts import Act, DeskAdmin, staff_of
from games.admin.looks import look_address
from games.forms.staff.desk import ReasonForm
from games.forms.staff.looks import SearchForm
from games.models import ChatLine
from games.selectors.viewers import Viewer
from games.services.moderation import desk
from games.services.moderation.looks import open_lines, search_chat
from games.services.rights.ranks import Rank, rank_of


def _may_search(request: HttpRequest) -> bool:
    return rank_of(Viewer(user_id=request.user.pk)) >= Rank.ADMINISTRATOR


@admin.register(ChatLine)
class ChatLineAdmin(DeskAdmin):
    """Chat lines, the last first."""

    fields = ["game", "room", "name", "user", "guest", "text", "phrase", "at", "hidden_at"]
    list_display = ["name", "text", "phrase", "room", "game_id", "at", "hidden_at"]
    list_filter = ["room", "at"]
    ordering = ["-pk"]
    search_fields = ["=game__id", "name", "text"]
    acts = (
        Act(
            "hide", _("Hide message"), "games.change_chatline", ReasonForm,
            lambda staff, row, said: desk.hide_line(staff, row.pk, said["reason"]),
            lambda row: row.hidden_at is None, for_many=True,
        ),
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatLine]:
        """Leave out private games' lines that nobody reported, and what watchers of one's own game say."""
        return super().get_queryset(request) & open_lines(request.user.pk)

    def rows_for_acts(self, request: HttpRequest) -> QuerySet[ChatLine]:
        """Allow acts on every line: those of private games are found by a look or a search."""
        return ChatLine.objects.select_related("game").defer("game__state", "game__deal")

    def _after(self, rows: list[ChatLine]) -> str:
        if len(rows) == 1 and not rows[0].game.listed:
            return look_address(rows[0].game_id)
        return super()._after(rows)

    def beside(self, request: HttpRequest) -> list[tuple[Any, str]]:
        """Offer administrators the search of all games."""
        return (
            [(_("Search private chat"), reverse("admin:games_chatline_search"))]
            if _may_search(request)
            else []
        )

    def get_urls(self) -> list[URLPattern]:
        """Add the search."""
        page = self.admin_site.admin_view(self.search_view)
        return [path("search/", page, name="games_chatline_search"), *super().get_urls()]

    def search_view(self, request: HttpRequest) -> HttpResponse:
        """Search the chat of all games, for administrators, after a reason."""
        if not (self.has_view_permission(request) and _may_search(request)):
            raise PermissionDenied
        form = SearchForm(request.POST if request.method == "POST" else None)
        lines = search_chat(staff_of(request), **form.cleaned_data) if form.is_valid() else None
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Search private chat"),
            "opts": self.opts,
            "form": form,
            "found": lines,
        }
        status = 422 if form.is_bound and lines is None else 200
        return TemplateResponse(request, "admin/chat_search.html", context, status=status)
