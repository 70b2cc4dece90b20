"""What decides whether a table looks different, and to whom: cheap to read for many games."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Candidate, Game, Seat
from games.selectors.clocks.arithmetic import ZERO, Clock
from games.selectors.clocks.signs import (
    LONG_AGO,
    Sign,
    all_here_until,
    code_of,
    has_presence,
    is_stale,
    is_told_by_ply,
    minutes_open,
    signs_of,
)
from games.selectors.stored.statements import shown_game
from games.selectors.viewers import Viewer

_GAME = (
    "pk", "ply", "status", "listed", "host_index", "seat_count",
    "rematch__pk", "pace", "paused_at", "talk_no", "invite_no", "bot_pace", "waits_at__status", "created_at",
)  # fmt: skip
_ANNOTATED = {"rematch__pk": "rematch_pk", "waits_at__status": "waits_at_status"}
_SEAT = (
    "pk", "index", "bot", "user_id", "guest_id", "name", "left", "client_seed",
    "time_left", "clock_from", "expired_at", "wants_pause", "wants_end", "wants_news",
    "seen_at", "acts_since", "spared_until", "bot_at", "bot_missed",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Who holds a seat and how they do for time."""

    pk: int
    index: int
    bot: int
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
    wants_news: bool
    seen_at: datetime | None = field(compare=False)
    acts_since: datetime | None = field(compare=False)
    spared_until: datetime | None = field(compare=False)
    bot_at: datetime | None = field(compare=False)
    bot_missed: bool = field(compare=False)
    clock_runs: bool

    def at(self, now: datetime) -> "SeatFacts":
        """Return the same at a later moment; a clock that does not run may begin to."""
        if self.clock_from is None:
            return self
        runs = _clock(self.time_left, self.clock_from).runs_at(now)
        return self if runs == self.clock_runs else replace(self, clock_runs=runs)


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
    invite_no: int
    """Changes no table either, but whoever came by a former link may not watch it any more."""
    bot_pace: str
    waits_at: str | None
    """What became of the table its player waits at, who plays bots meanwhile."""
    created_at: datetime
    minutes_open: int
    """For how long a table has waited for people; nothing once it does not."""
    seats: tuple[SeatFacts, ...]
    signs: tuple[Sign, ...] = ()
    candidates: tuple[tuple[Any, ...], ...] = ()
    """Who would like the seat of a bot, and who has agreed."""
    holds_until: datetime = field(default=LONG_AGO, compare=False)
    """Until when time alone changes nothing: most tables are those at which everybody is."""
    oldest_sign: datetime = field(default=LONG_AGO, compare=False)

    @property
    def code(self) -> str:
        """What a page shows of who is there, and how, in a few letters."""
        return code_of(self.signs, self.bot_pace)

    @property
    def told_by_ply(self) -> bool:
        """True if two tables of this game at the same ply cannot differ but for who is there."""
        return is_told_by_ply(self, self.seats) and not self.candidates and not self.waits_at

    def are_shown_by(self, ply: int | None, code: str | None) -> bool:
        """Tell whether a page misses nothing, by what it says of itself; an older one says no code."""
        return self.told_by_ply and ply == self.ply and code in (None, self.code)

    def at(self, now: datetime) -> "Facts":
        """Return what these facts are at a later moment, if nothing was stored meanwhile."""
        if now < self.holds_until:
            return self
        later = _at(self, tuple(seat.at(now) for seat in self.seats), now)
        return self if later == self else later

    def seen(self, moments: Mapping[int, datetime | None], now: datetime) -> "Facts":
        """Return these facts with other moments at which the holders of seats were seen."""
        seats = self.seats
        if all(moments.get(seat.pk, seat.seen_at) == seat.seen_at for seat in seats):
            return self
        return _at(
            self, tuple(replace(seat, seen_at=moments.get(seat.pk, seat.seen_at)) for seat in seats), now
        )

    def stale_of(self, viewers: Iterable[Viewer], now: datetime, share: float) -> set[int]:
        """Return the keys of the seats that these viewers hold and whose signs are stale."""
        if not (has_presence(self) and is_stale(self.oldest_sign, now, self.pace, share)):
            return set()
        stale = [seat for seat in self.seats if is_stale(seat.seen_at, now, self.pace, share)]
        # Most signs are new: who holds a seat is asked only for the others.
        here = {self.seat_of(viewer) for viewer in viewers} if stale else ()
        return {seat.pk for seat in stale if seat.index in here}

    def seat_of(self, viewer: Viewer) -> int | None:
        """Return the seat the viewer holds."""
        if not viewer.is_known:
            # So are most of many watchers, and each of them is asked about.
            return None
        return next((seat.index for seat in self.seats if viewer.holds(seat.user_id, seat.guest_id)), None)

    def plays(self, viewer: Viewer) -> bool:
        """Tell whether the viewer holds a seat that they have not left."""
        held = self.seat_of(viewer)
        return any(seat.index == held and not seat.left for seat in self.seats)

    def may_watch(self, viewer: Viewer) -> bool:
        """Tell the same as ``games_for``, from facts already read.

        Who was asked by name or to a rematch is known by their session, which remembers it when they
        open the page (``remember_invitation``).
        """
        by_link = (self.game_id, self.invite_no) in viewer.invited
        return self.listed or by_link or self.seat_of(viewer) is not None


def facts_of(game_ids: Collection[UUID]) -> dict[UUID, Facts]:
    """Return the facts of these games, read in one query; tables with bots take another."""
    now = timezone.now()
    queryset = Game.objects.filter(pk__in=game_ids).order_by("pk", "seats__index")
    rows = queryset.values_list(*_GAME, *(f"seats__{name}" for name in _SEAT))
    games = groupby(rows, itemgetter(*range(len(_GAME))))
    facts = {game[0]: _facts(game, _seat_values(seats), now) for game, seats in games}
    return facts | _with_candidates([each for each in facts.values() if any(seat.bot for seat in each.seats)])


def games_of(game_ids: Collection[UUID]) -> "QuerySet[Game, tuple[Any, ...]]":
    """Return the columns of these games' rows that facts are made of."""
    return Game.objects.filter(pk__in=game_ids).order_by("pk").values_list(*_GAME)


def seats_of(game_ids: Collection[UUID]) -> "QuerySet[Seat, tuple[Any, ...]]":
    """Return the columns of seats that facts need, after the id of their game; ``seen_at`` is read apart."""
    names = [name for name in _SEAT if name != "seen_at"]
    return Seat.objects.filter(game__in=game_ids).order_by("pk").values_list("game_id", *names)


def last_seen(game_ids: Collection[UUID]) -> dict[int, datetime | None]:
    """Return when the holder of each of their seats was last seen."""
    return dict(Seat.objects.filter(game__in=game_ids).values_list("pk", "seen_at"))


def candidates_of(game_ids: Collection[UUID]) -> "QuerySet[Candidate, tuple[Any, ...]]":
    """Return who would like the seat of a bot at these tables, each after the id of the game."""
    waiting = Candidate.objects.filter(game__in=game_ids).order_by("pk")
    return waiting.values_list("game_id", "pk", "index", "name", "agreed")


def game_with_facts(game_id: UUID) -> tuple[Game, Facts] | None:
    """Return a game with its position and seats, and the facts of the same moment."""
    game = shown_game(game_id)
    if game is None:
        return None
    values = [getattr(game, _ANNOTATED.get(name, name)) for name in _GAME]
    seats = ({name: getattr(seat, name) for name in _SEAT} for seat in game.seats.all())
    facts = _facts(values, seats, timezone.now())
    if any(seat.bot for seat in facts.seats):
        facts = _with_candidates([facts])[game_id]
    return game, facts


def _with_candidates(tables: list[Facts]) -> dict[UUID, Facts]:
    """Return the facts of tables with bots together with who would like their seats."""
    by_game: dict[UUID, list[tuple[Any, ...]]] = {each.game_id: [] for each in tables}
    for game_id, *row, agreed in candidates_of(by_game) if by_game else ():
        by_game[game_id].append((*row, *agreed))
    return {each.game_id: replace(each, candidates=tuple(by_game[each.game_id])) for each in tables}


def _seat_values(rows: Iterable[tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    """Yield the seats of a game's rows; a table that nobody sits at has one row without any."""
    by_name = (dict(zip(_SEAT, row[len(_GAME) :], strict=True)) for row in rows)
    return (values for values in by_name if values["pk"] is not None)


def _facts(game: Sequence[Any], found: Iterable[dict[str, Any]], now: datetime) -> Facts:
    seats = tuple(_seat(values, now) for values in found)
    return _at(Facts(*game, minutes_open=0, seats=seats), seats, now)


def _at(facts: Facts, seats: tuple[SeatFacts, ...], now: datetime) -> Facts:
    """Return facts with these seats and with what follows from the moment."""
    may_change = facts.status == Game.Status.OPEN or any(seat.clock_from for seat in seats)
    return replace(
        facts,
        seats=seats,
        minutes_open=minutes_open(facts.status, facts.created_at, now),
        signs=signs_of(facts, seats, now),
        holds_until=LONG_AGO if may_change else all_here_until(facts, seats),
        oldest_sign=min((seat.seen_at or LONG_AGO for seat in seats), default=LONG_AGO),
    )


def _seat(values: dict[str, Any], now: datetime) -> SeatFacts:
    runs = _clock(values["time_left"], values["clock_from"]).runs_at(now)
    return SeatFacts(**values | {"client_seed": bytes(values["client_seed"])}, clock_runs=runs)


def _clock(left: timedelta | None, since: datetime | None) -> Clock:
    return Clock(left or ZERO, since)
