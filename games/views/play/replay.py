"""A game looked at again, ply by ply."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.digits import PLY_DIGITS, read_number
from games.models import Game
from games.selectors.tables.snapshots import replay_table
from games.views.requests import find_game, private


@require_safe
@private
def replay(request: HttpRequest, game_id: UUID, ply: int | None = None) -> HttpResponse:
    """Show the position after a ply; the slider's ``?ply=`` leads to its own address."""
    game = find_game(request, game_id)
    if game.deal is None:
        raise Http404
    if ply is None:
        return redirect(_address(request, game, _chosen_ply(request, game)))
    if ply > game.ply:
        raise Http404
    seat = _chosen_seat(request, game)
    context = {
        "game": game,
        "table": replay_table(game, seat, ply),
        "ply": ply,
        "steps": _steps(request, game, ply),
        "seat": seat,
    }
    return render(request, "games/replay.html", context)


def _chosen_ply(request: HttpRequest, game: Game) -> int:
    """Return the ply that was asked for, else the first of a game that is over, or that of now."""
    ply = read_number(request.GET.get("ply"), PLY_DIGITS)
    if ply is None:
        return 0 if game.is_over else game.ply
    return min(ply, game.ply)


def _chosen_seat(request: HttpRequest, game: Game) -> int | None:
    """Return the seat whose eyes were asked for; until its deal may be told, everybody is an observer."""
    seat = read_number(request.GET.get("seat")) if game.is_revealed else None
    return seat if seat is not None and seat < game.seat_count else None


def _address(request: HttpRequest, game: Game, ply: int) -> str:
    seat = _chosen_seat(request, game)
    path = reverse("games:replay", args=[game.pk, ply])
    return path if seat is None else f"{path}?seat={seat}"


def _steps(request: HttpRequest, game: Game, ply: int) -> dict[str, str]:
    back = {"first": 0, "previous": ply - 1} if ply else {}
    onward = {"next": ply + 1, "last": game.ply} if ply < game.ply else {}
    return {name: _address(request, game, at) for name, at in (back | onward).items()}
