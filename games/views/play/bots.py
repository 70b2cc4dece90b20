"""Bots at a table: seating them, choosing what plays for who left, their pace, and people in their place."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.digits import read_number
from games.forms.names import numbered_guest
from games.forms.opening.levels import read_level
from games.requests import viewer
from games.rules.protocol import RulesError
from games.selectors.viewers import Viewer
from games.services.play.refusals import incomplete_form
from games.services.tables import bots, substitutes
from games.views.play.table import show_table
from games.views.play.tables import act_at_table
from games.views.requests import find_game, private
from games.views.visitors import known_viewer


def _act(request: HttpRequest, game_id: UUID, act: Callable[..., object], *values: object) -> HttpResponse:
    """Do it as the viewer with these values, and go back to the table."""

    def with_values(game_id: UUID, who: Viewer) -> None:
        act(game_id, who, *values)

    return act_at_table(request, game_id, with_values)


@require_POST
@private
def add(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Give a free seat to a bot."""

    def seat_one(game_id: UUID, who: Viewer) -> None:
        bots.add_bot(game_id, who, read_level(request.POST), read_number(request.POST.get("seat", ""), 1))

    return act_at_table(request, game_id, seat_one)


@require_POST
@private
def remove(request: HttpRequest, game_id: UUID, seat: int) -> HttpResponse:
    """Free the seat of a bot."""
    return _act(request, game_id, bots.remove_bot, seat)


@require_POST
@private
def start(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Give all free seats to bots and start."""

    def fill(game_id: UUID, who: Viewer) -> None:
        bots.start_with_bots(game_id, who, read_level(request.POST))

    return act_at_table(request, game_id, fill)


@require_POST
@private
def meanwhile(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Lead somebody who waits for people to a game against bots."""
    game = find_game(request, game_id)
    try:
        running = bots.play_meanwhile(game.pk, viewer(request), read_level(request.POST))
    except RulesError as error:
        game.refresh_from_db()
        return show_table(request, game, error=error)
    return redirect("games:table", running.pk)


@require_POST
@private
def stand_in(request: HttpRequest, game_id: UUID, seat: int) -> HttpResponse:
    """Choose what plays for a seat that was left."""

    def choose(game_id: UUID, who: Viewer) -> None:
        bots.let_bot_play(game_id, who, seat, read_level(request.POST, least=0))

    return act_at_table(request, game_id, choose)


@require_POST
@private
def pace(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Choose how fast bots answer."""
    return _act(request, game_id, bots.set_bot_pace, request.POST.get("pace", ""))


@require_POST
@private
def take(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Take the seat of a bot that has not moved yet."""

    def sit(game_id: UUID, who: Viewer) -> None:
        if not who.is_known:
            substitutes.seat_for_newcomers(find_game(request, game_id), timezone.now())
        substitutes.take_bot_seat(game_id, _named(request))

    return act_at_table(request, game_id, sit)


@require_POST
@private
def ask(request: HttpRequest, game_id: UUID, seat: int) -> HttpResponse:
    """Ask the people who play for a bot's seat."""

    def stand(game_id: UUID, who: Viewer) -> None:
        if not who.is_known:
            substitutes.seat_of_bot(find_game(request, game_id), seat)
        substitutes.ask_for_bot_seat(game_id, _named(request), seat)

    return act_at_table(request, game_id, stand)


@require_POST
@private
def answer(request: HttpRequest, game_id: UUID, candidate: int) -> HttpResponse:
    """Say yes or no to somebody who would like a bot's seat."""
    return _act(request, game_id, _answer, candidate, request.POST.get("answer", ""))


def _answer(game_id: UUID, who: Viewer, candidate: int, answer: str) -> None:
    if answer not in {"yes", "no"}:
        raise incomplete_form()
    substitutes.answer_candidate(game_id, who, candidate, agrees=answer == "yes")


@require_POST
@private
def withdraw(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """No longer want a bot's seat."""
    return _act(request, game_id, substitutes.withdraw)


def _named(request: HttpRequest) -> Viewer:
    """Return the viewer; a stranger, for whom there must be a seat, becomes a guest with a number."""
    return known_viewer(request, numbered_guest())
