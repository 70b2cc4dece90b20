"""The next game of the same people, as the table of the last one tells of it."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from games.models import Game, Seat
from games.selectors.blocks import blocks_against
from games.selectors.viewers import Viewer, holder_of


@dataclass(frozen=True, slots=True)
class Rematch:
    """A rematch that was opened; ``by`` names its host to whom they still wait for, to others nobody."""

    game_id: UUID
    by: str


def rematch_of(game: Game) -> QuerySet[Game]:
    """Return the game that follows one that is over, if there is one; one that closed unplayed is none."""
    return Game.objects.filter(rematch_of=game).exclude(status=Game.Status.ABORTED, started_at=None)


def rematch_shown(game: Game, me: int | None) -> Rematch | None:
    """Return the game that follows one that is over, if there is one."""
    rematch = rematch_of(game).defer("state", "deal").prefetch_related("seats").first()
    if rematch is None:
        return None
    seats = list(rematch.seats.all())
    host = next((seat for seat in seats if seat.index == rematch.host_index), None)
    mine = next((holder_of(seat) for seat in game.seats.all() if seat.index == me), None)
    return Rematch(
        rematch.pk, host.name if host and mine and rematch.is_open and _is_called(mine, host, seats) else ""
    )


def _is_called(viewer: Viewer, host: Seat, seats: list[Seat]) -> bool:
    """Tell whether the host of a rematch waits for somebody who played the last game."""
    if any(viewer.holds(seat.user_id, seat.guest_id) for seat in seats):
        return False
    return not blocks_against(holder_of(host)).filter(owner_id=viewer.user_id).exists()
