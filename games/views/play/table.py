"""The table: looking at it, composing a move, making it."""

import re
from typing import Any
from uuid import UUID

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe

from cardcity_site.release import is_ours
from games.digits import PLY_DIGITS, read_number
from games.models import Game, Seat
from games.requests import turns, viewer
from games.rules.protocol import Fields, RulesError
from games.selectors.decks import seat_deck
from games.selectors.tables.facts import facts_of
from games.selectors.tables.pages import table_part
from games.services.background.faults import noting
from games.services.company.arrivals import newcomer_news_of
from games.services.company.presence import note_sign
from games.services.people.limits import TooMany
from games.services.play.door import Order, play_move
from games.services.play.refusals import incomplete_form
from games.views.play.invites import invite_link
from games.views.play.talk import talk_of
from games.views.requests import find_game, private, refusal_status
from games.views.visitors import remember_invitation

_INDENTATION = re.compile(r"\n\s+")
"""Left out of the largest pages there are: it is 160 of their bytes as sent."""


@require_safe
@private
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the table with the draft of the query.

    A poll that has missed nothing is answered 204, one of a page of another release 205.
    """
    game = find_game(request, game_id)
    if not is_ours(request.GET.get("release", "")):
        return HttpResponse(status=205)
    if request.GET.get("since") == str(game.ply):
        _arrive(request, game)
        if facts_of([game.pk])[game.pk].are_shown_by(game.ply, request.GET.get("here")):
            return HttpResponse(status=204)
    fields = {name: tuple(values) for name, values in request.GET.lists()}
    return show_table(request, game, fields)


@require_POST
@private
def move(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Play the posted move; a refusal comes with the table as it is now, to those who may see it."""
    try:
        play_move(game_id, viewer(request), _order(request))
    except Game.DoesNotExist as missing:
        raise Http404 from missing
    except RulesError as error:
        return show_table(request, find_game(request, game_id), error=error)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("games:table", game_id)
    return show_table(request, find_game(request, game_id))


def _order(request: HttpRequest) -> Order:
    ply = read_number(request.POST.get("ply"), PLY_DIGITS)
    if ply is None:
        raise incomplete_form()
    return Order(request.POST.get("move", ""), ply, request.POST.get("key", ""))


def show_table(
    request: HttpRequest, game: Game, fields: Fields | None = None, error: RulesError | None = None
) -> HttpResponse:
    """Render the table alone for htmx, else the whole page; a refusal sets the status."""
    mine = _arrive(request, game)
    # A page that talks to us through htmx adds its own token, see forms.js.
    token = "" if request.htmx else get_token(request)  # type: ignore[attr-defined]
    root = table_part(
        game,
        mine.index if mine else None,
        fields,
        csrf_token=token,
        error=error,
        others_wait=_others_wait(request, mine),
        **_before_the_start(request, game, mine),
    )
    html = mark_safe(root.html())  # noqa: S308
    if request.htmx:  # type: ignore[attr-defined]
        # A reload leads to what the page shows. The address is replaced, so that Back leaves the table.
        address = reverse("games:table", args=[game.pk])
        shown = request.get_full_path() if request.method == "GET" else address
        return _answer(HttpResponse(html, headers={"HX-Replace-Url": shown}), error)
    return _answer(_page(request, game, mine, html), error)


def _answer(page: HttpResponse, error: RulesError | None) -> HttpResponse:
    """Give a page the status of a refusal, if there is one, and say when to try again."""
    if error:
        page.status_code = refusal_status(error)
    if isinstance(error, TooMany):
        page["Retry-After"] = str(error.seconds)
    return page


def _before_the_start(request: HttpRequest, game: Game, mine: Seat | None) -> dict[str, Any]:
    """Return what only somebody who sits at an open table sees: how others come to it, and their own deck."""
    if mine is None or not game.is_open:
        return {}
    return {
        "invite": invite_link(request, game),
        "deck": seat_deck(viewer(request), mine, game.ruleset_slug),
        "tell": newcomer_news_of(mine),
        # What was refused stays in its field.
        "seed": request.POST.get("seed", ""),
    }


def _page(request: HttpRequest, game: Game, mine: Seat | None, html: str) -> HttpResponse:
    """Render the whole page around a table."""
    page = {"table_html": html, "game": game, "game_name": game.title}
    page["waits_for_bot"] = _waits_for_bot(game, mine)
    page["has_company"] = _has_company(game, mine)
    talk = talk_of(game, viewer(request), seated=mine is not None and not mine.left)
    html = render_to_string("games/table_page.html", page | talk, request)
    return HttpResponse(_INDENTATION.sub("\n", html))


def _has_company(game: Game, mine: Seat | None) -> bool:
    """Tell whether other people sit there, or still may: this part of the page does not change by itself."""
    may_come = game.is_open or (game.is_running and game.listed)
    return may_come or any(seat != mine and (seat.user_id or seat.guest_id) for seat in game.seats.all())


def _waits_for_bot(game: Game, mine: Seat | None) -> bool:
    """Tell whether a bot is to move and this seat is not: a plain page then looks again by itself."""
    is_mine_to_move = mine is not None and mine.is_person and mine.acts_since
    return any(seat.bot_at for seat in game.seats.all()) and not is_mine_to_move


def _arrive(request: HttpRequest, game: Game) -> Seat | None:
    """Return the viewer's seat; note that they are here."""
    prefetch_related_objects([game], "seats")
    who = viewer(request)
    mine = next((seat for seat in game.seats.all() if who.holds(seat.user_id, seat.guest_id)), None)
    with noting(f"who is at game {game.pk}"):
        note_sign(game, mine)
    if mine is None and not game.listed and (game.pk, game.invite_no) not in who.invited:
        # Asked by name or to a rematch: the socket knows only what the session knows.
        remember_invitation(request, game)
    return mine


def _others_wait(request: HttpRequest, mine: Seat | None) -> bool:
    """Tell a page, which alone shows it, whether a game other than this one waits for the viewer."""
    if request.htmx:  # type: ignore[attr-defined]
        return False
    return turns(request) > bool(mine and mine.acts_since)
