"""What decides whether a table looks different, and to whom: cheap to read for many games."""

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from games.models import Game
from games.services.people import Viewer

_GAME = ("pk", "ply", "status", "listed", "host_index", "seat_count", "rematch__pk", "talk_no")
_SEAT = tuple(f"seats__{name}" for name in ("index", "user_id", "guest_id", "name", "left", "client_seed"))


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Who holds a seat."""

    index: int
    user_id: int | None
    guest_id: UUID | None
    name: str
    left: bool
    client_seed: bytes


@dataclass(frozen=True, slots=True)
class Facts:
    """A game's row and seats without its position; equal facts show an equal table."""

    game_id: UUID
    ply: int
    status: str
    listed: bool
    host_index: int
    seat_count: int
    rematch: UUID | None
    talk_no: int = field(compare=False)
    """What is said changes no table, so facts that differ in this alone are equal."""
    seats: tuple[SeatFacts, ...]

    @property
    def told_by_ply(self) -> bool:
        """True if two tables of this game at the same ply cannot differ."""
        return self.status == Game.Status.RUNNING and not any(seat.left for seat in self.seats)

    def seat_of(self, viewer: Viewer) -> int | None:
        """Return the seat the viewer holds."""
        return next((seat.index for seat in self.seats if viewer.holds(seat.user_id, seat.guest_id)), None)

    def may_watch(self, viewer: Viewer) -> bool:
        """Tell, from facts already read, what ``games_for`` asks the database."""
        return self.listed or self.game_id in viewer.invited or self.seat_of(viewer) is not None


def facts_of(game_ids: Collection[UUID]) -> dict[UUID, Facts]:
    """Return the facts of these games, read in one query."""
    found = Game.objects.filter(pk__in=game_ids).order_by("pk", "seats__index")
    rows = found.values_list(*_GAME, *_SEAT)
    return {
        game[0]: Facts(*game, _seats(seats)) for game, seats in groupby(rows, itemgetter(*range(len(_GAME))))
    }


def _seats(rows: Any) -> tuple[SeatFacts, ...]:
    seats = (row[len(_GAME) :] for row in rows)
    return tuple(SeatFacts(*seat[:-1], bytes(seat[-1])) for seat in seats if seat[0] is not None)
