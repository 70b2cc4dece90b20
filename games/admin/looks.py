"""Looking into games: a private one opens only after a reason, which stands in the log."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.admin.acts import DeskAdmin, staff_of
from games.digits import read_number
from games.forms.staff.looks import LookForm
from games.models import Game
from games.rules.protocol import RulesError
from games.selectors.desk.looks import game_at_desk, look_at
from games.services.moderation.looks import is_open_to, look, report_about
from games.services.rights.staff import DeskError, require_neutral
from games.templatetags.live import filled


def look_address(game_id: Any, report_id: int | None = None) -> str:
    """Return where one looks at a game, and after which report."""
    address = reverse("admin:games_game_look", args=[game_id])
    return f"{address}?{urlencode({'report': report_id})}" if report_id else address


def closed(request: HttpRequest, game: Game) -> HttpResponse | None:
    """Return the way to the question for a reason, unless the game is open to who asks."""
    if is_open_to(game, request.user.pk):
        return None
    messages.info(request, gettext("This game is private. First say why you need to see it."))
    return redirect(look_address(game.pk, read_number(request.GET.get("report"))))


def _own(request: HttpRequest, game: Game) -> HttpResponse | None:
    """Return the way back, if who asks plays in the game: what it would end with now is a hint."""
    try:
        require_neutral(staff_of(request), game)
    except DeskError as error:
        messages.error(request, filled(error.reason, error.values))
        return redirect("admin:games_game_change", game.pk)
    return None


class LookedAt(DeskAdmin):
    """Adds the look at a table, and lets nobody read of a private game what the log does not know of."""

    acts_inside: frozenset[str] = frozenset()
    """Acts whose question shows what stands on the table."""

    def get_urls(self) -> list[URLPattern]:
        """Add the look at a table."""
        page = self.admin_site.admin_view(require_http_methods(["GET", "HEAD", "POST"])(self.look_view))
        return [path("<path:object_id>/look/", page, name="games_game_look"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show the outside of a game, of a private one only after a reason."""
        game = self.get_object(request, object_id)
        shut = closed(request, game) if game and self.has_view_permission(request, game) else None
        return shut or super().change_view(request, object_id, form_url, extra_context)

    def act_view(self, request: HttpRequest, slug: str) -> HttpResponse:
        """Ask for an act, where its question shows the table of a private game only after a reason."""
        if slug in self.acts_inside:
            for game in self._rows(request):
                if shut := closed(request, game) or _own(request, game):
                    return shut
        return super().act_view(request, slug)

    def look_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show table, log and chat as the desk may see them; ask first why, if the game is private."""
        game = _find(request, object_id)
        if game is None or not self.has_view_permission(request, game):
            raise Http404
        if game.listed or (request.method != "POST" and game.looked is not None):  # type: ignore[attr-defined]
            context = {"look": look_at(game, request.user.pk), "at_desk": True}
            return render(request, "moderation/look.html", context)
        return self._ask_why(request, game)

    def _ask_why(self, request: HttpRequest, game: Game) -> HttpResponse:
        report_id = read_number(request.GET.get("report"))
        form = LookForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            try:
                look(staff_of(request), game, form.cleaned_data["reason"], report_id)
                return redirect(look_address(game.pk, report_id))
            except RulesError as error:
                form.add_error(None, filled(error.reason, error.values))
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("View a private game"),
            "opts": self.opts,
            "form": form,
            "name": self.title_of(game),
            "report": report_about(game, report_id),
        }
        return TemplateResponse(request, "admin/look.html", context, status=422 if form.is_bound else 200)


def _find(request: HttpRequest, object_id: str) -> Game | None:
    try:
        return game_at_desk(UUID(object_id), request.user.pk)
    except ValueError:
        return None
