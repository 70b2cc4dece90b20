"""The table: looking at it, composing a move, making it."""

from uuid import UUID

from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe

from games.models import Game
from games.rules import registry
from games.rules.protocol import Fields, MalformedMove, RulesError
from games.rules.words import gettext_noop
from games.selectors.pages import table_part
from games.services.play import Order, play_move
from games.views.invites import invitation
from games.views.requests import find_game, private, refusal_status, viewer
from games.views.talk import talk_of


@require_safe
@private
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the table with the draft of the query; answer 204 to a poll that has missed nothing."""
    game = find_game(request, game_id)
    if request.GET.get("since") == str(game.ply) and not game.is_open:
        return HttpResponse(status=204)
    fields = {name: tuple(values) for name, values in request.GET.lists()}
    return show_table(request, game, fields)


@require_POST
@private
def move(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Play the posted move; a refusal comes with the table as it is now."""
    game = find_game(request, game_id)
    try:
        play_move(game.pk, viewer(request), _order(request))
    except RulesError as error:
        game.refresh_from_db()
        return show_table(request, game, error=error)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("games:table", game_id)
    game.refresh_from_db()
    return show_table(request, game)


def _order(request: HttpRequest) -> Order:
    ply = request.POST.get("ply", "")
    if not (ply.isascii() and ply.isdigit() and len(ply) < 7):
        raise MalformedMove(gettext_noop("The form is incomplete."))
    return Order(request.POST.get("move", ""), int(ply), request.POST.get("key", ""))


def show_table(
    request: HttpRequest, game: Game, fields: Fields | None = None, error: RulesError | None = None
) -> HttpResponse:
    """Render the table alone for htmx, else the whole page; a refusal sets the status."""
    prefetch_related_objects([game], "seats")
    who = viewer(request)
    me = next((seat.index for seat in game.seats.all() if who.holds(seat.user_id, seat.guest_id)), None)
    # A page that talks to us through htmx adds its own token, see forms.js.
    token = "" if request.htmx else get_token(request)  # type: ignore[attr-defined]
    root = table_part(
        game,
        me,
        fields,
        csrf_token=token,
        error=error,
        invite=invitation(request, game) if game.is_open and me is not None else None,
    )
    html = mark_safe(root.html())  # noqa: S308
    status = refusal_status(error) if error else 200
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(html, status=status)
    page = {"table_html": html, "game": game, "game_name": registry.get(game.ruleset_slug).name}
    return render(
        request, "games/table_page.html", page | talk_of(game, who, seated=me is not None), status=status
    )
