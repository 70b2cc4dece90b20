"""What decides whether a table looks different, and to whom: cheap to read for many games."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.utils import timezone

from games.models import Game
from games.services.clocks import ZERO, Clock, Presence, presence
from games.services.people import Viewer
from games.services.presence import is_stale

_GAME = (
    "pk", "ply", "status", "listed", "host_index", "seat_count",
    "rematch__pk", "pace", "paused_at", "talk_no",
)  # fmt: skip
_SEAT = (
    "pk", "index", "user_id", "guest_id", "name", "left", "client_seed",
    "time_left", "clock_from", "expired_at", "wants_pause", "wants_end", "seen_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Who holds a seat and how they do for time."""

    pk: int
    index: int
    user_id: int | None
    guest_id: UUID | None
    name: str
    left: bool
    client_seed: bytes
    time_left: timedelta | None
    clock_from: datetime | None
    expired_at: datetime | None
    wants_pause: bool
    wants_end: bool
    seen_at: datetime | None = field(compare=False)
    presence: Presence
    clock_runs: bool


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
    pace: str
    paused_at: datetime | None
    talk_no: int = field(compare=False)
    """What is said changes no table, so facts that differ in this alone are equal."""
    seats: tuple[SeatFacts, ...]

    @property
    def told_by_ply(self) -> bool:
        """True if two tables of this game at the same ply cannot differ."""
        has_clocks = self.pace != Game.Pace.NONE
        return (
            self.status == Game.Status.RUNNING
            and not has_clocks
            and not any(seat.left for seat in self.seats)
        )

    def signs_of(self, viewers: Iterable[Viewer], now: datetime) -> set[int]:
        """Return the keys of seats of a live game whose holders, these viewers, were last noted long ago."""
        if self.status != Game.Status.RUNNING or self.pace != Game.Pace.LIVE:
            return set()
        here = {self.seat_of(viewer) for viewer in viewers}
        return {seat.pk for seat in self.seats if seat.index in here and is_stale(seat.seen_at, now)}

    def seat_of(self, viewer: Viewer) -> int | None:
        """Return the seat the viewer holds."""
        return next((seat.index for seat in self.seats if viewer.holds(seat.user_id, seat.guest_id)), None)

    def may_watch(self, viewer: Viewer) -> bool:
        """Tell, from facts already read, what ``games_for`` asks the database."""
        return self.listed or self.game_id in viewer.invited or self.seat_of(viewer) is not None


def facts_of(game_ids: Collection[UUID]) -> dict[UUID, Facts]:
    """Return the facts of these games, read in one query."""
    now = timezone.now()
    found = Game.objects.filter(pk__in=game_ids).order_by("pk", "seats__index")
    rows = found.values_list(*_GAME, *(f"seats__{name}" for name in _SEAT))
    games = groupby(rows, itemgetter(*range(len(_GAME))))
    return {game[0]: Facts(*game, _seats(seats, game, now)) for game, seats in games}


def _seats(rows: Any, game: tuple[Any, ...], now: datetime) -> tuple[SeatFacts, ...]:
    is_live = dict(zip(_GAME, game, strict=True))["pace"] == Game.Pace.LIVE
    found = (dict(zip(_SEAT, row[len(_GAME) :], strict=True)) for row in rows)
    return tuple(_seat(values, is_live, now) for values in found if values["pk"] is not None)


def _seat(values: dict[str, Any], is_live: bool, now: datetime) -> SeatFacts:
    clock = Clock(values["time_left"] or ZERO, values["clock_from"])
    return SeatFacts(
        **values | {"client_seed": bytes(values["client_seed"])},
        presence=presence(values["seen_at"], now) if is_live else Presence.HERE,
        clock_runs=clock.runs_at(now),
    )
