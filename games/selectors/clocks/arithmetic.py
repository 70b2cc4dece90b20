"""Clocks as calculations: what a seat has left, when that ends and what follows. Nothing is written here.

Whoever asks names the moment, so that an answer can be tested. A seat's clock runs while the
seat is to act. A move ends when, right after a ply of the seat, somebody else or chance is to
act; then a live clock gains the increment. In a day game each move begins with the full time.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Protocol

from games.models import Game, Seat
from games.selectors.clocks.missing import is_missed

ZERO = timedelta()
GRACE = timedelta(seconds=1)
"""How long after its end a clock still lets a move pass: the way to us costs time."""
RECONNECTING = {Game.Pace.LIVE: timedelta(seconds=10)}
USUALLY_RECONNECTING = timedelta(seconds=35)
AWAY = timedelta(seconds=60)
"""How long somebody may show no sign: until the others read that they reconnect, and that they are away."""
SILENCE = {Game.Pace.LIVE: AWAY, Game.Pace.NONE: timedelta(minutes=3)}
"""How long somebody who is to move may show no sign until the others choose; never where moves take days."""
SPARED = {Game.Pace.LIVE: timedelta(seconds=50), Game.Pace.NONE: timedelta(minutes=15)}
"""For how long the others are not asked again after they chose to wait."""
PATIENCE = {Game.Pace.LIVE: timedelta(minutes=10), Game.Pace.DAYS: timedelta(hours=24)}
"""How long the others may think about what follows an expiry."""
LOOK = {Game.Pace.LIVE: timedelta(seconds=20), Game.Pace.DAYS: timedelta(hours=1)}
"""How often the referee looks at a game with running clocks at least, so that it notices its own absence."""
MAX_PAUSE = timedelta(hours=24)
LIVE_EXTRA = timedelta(minutes=1)
DAYS_EXTRA = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a table gives its seats, in seconds, and what happens when it has run out."""

    kind: str = Game.Pace.NONE
    base: int = 0
    increment: int = 0
    on_expiry: str = Game.Expiry.ASK
    measure: str = ""
    """The title's own name for a pace that measures each decision; nothing where a seat has time in all."""

    @property
    def full(self) -> timedelta:
        """What a clock begins with."""
        return timedelta(seconds=self.base)

    @property
    def extra(self) -> timedelta:
        """What the others give a seat for which they wait."""
        gained = timedelta(seconds=self.increment)
        return max(gained, LIVE_EXTRA) if self.kind == Game.Pace.LIVE else DAYS_EXTRA


NO_CLOCK = TimeControl()


def time_control_of(game: Game) -> TimeControl:
    """Return how much time a table gives its seats."""
    return TimeControl(game.pace, game.base_seconds, game.increment_seconds, game.on_expiry, game.measure)


@dataclass(frozen=True, slots=True)
class Clock:
    """Time left at ``since``; it does not run without one, or before it."""

    left: timedelta
    since: datetime | None = None

    @property
    def ends(self) -> datetime | None:
        """When nothing will be left."""
        return self.since + self.left if self.since else None

    def left_at(self, now: datetime) -> timedelta:
        """Return what is left; less than nothing once the time has run out."""
        return self.left - max(now - self.since, ZERO) if self.since else self.left

    def runs_at(self, now: datetime) -> bool:
        """Tell whether time goes by."""
        return self.since is not None and self.since <= now

    def is_out(self, now: datetime) -> bool:
        """Tell whether the time and the grace are over."""
        return self.ends is not None and self.ends + GRACE <= now


def clock_of(seat: Seat) -> Clock:
    """Return a seat's clock."""
    return Clock(seat.time_left or ZERO, seat.clock_from)


@dataclass(frozen=True, slots=True)
class Limit:
    """What kind of decision a seat is at, and how long that may take."""

    kind: str
    span: timedelta


@dataclass(frozen=True, slots=True)
class Turn:
    """What a ply changed in who is to act: before it, right after it, and once chance had acted.

    ``aside`` is a ply nobody waited for. ``limits`` says what the decisions of those who are to act may
    take, where the table's pace measures them.
    """

    at: datetime
    seat: int
    before: frozenset[int]
    after: frozenset[int]
    waiting: frozenset[int]
    undone: bool = False
    by_clock: bool = False
    aside: bool = False
    lent: timedelta = ZERO
    """How long others' clocks ran on a move that is taken back: it was the mover's time."""
    limits: Mapping[int, Limit] = field(default_factory=dict)

    @property
    def ends_move(self) -> bool:
        """Whether the ply, or the one it takes back, was the last of a move."""
        before, after = (self.after, self.before) if self.undone else (self.before, self.after)
        if self.aside or self.seat not in before | after:
            return False
        return self.by_clock or self.seat not in after or bool(after - before)

    def keeps(self, index: int) -> bool:
        """Tell whether a seat is still at the decision it was at."""
        return index in self.before & self.waiting and (self.aside or index != self.seat)

    def begins_for(self, index: int) -> bool:
        """Tell whether this ply made the seat awaited anew: it was not before, or its own move is over."""
        anew = index == self.seat and self.ends_move
        return index in self.waiting and (anew or index not in self.before)


def turned(clock: Clock, control: TimeControl, turn: Turn, index: int) -> Clock:
    """Return the clock of a seat after a ply.

    Taking a move back takes its increment back, and the time that others' clocks ran meanwhile: they
    came to no move of theirs, so it is given back to them and taken from who made them wait.
    """
    acts, own = index in turn.waiting, index == turn.seat
    if clock.since and turn.undone and not own and not acts:
        return Clock(clock.left)
    if clock.since and (not acts or (own and turn.ends_move)):
        clock = Clock(max(clock.left_at(turn.at), ZERO))
    if own and turn.ends_move:
        clock = replace(clock, left=max(clock.left + _gained(control, turn), ZERO))
    if acts and not clock.since:
        anew = control.kind == Game.Pace.DAYS and not (own and turn.undone)
        clock = Clock(control.full if anew else clock.left, turn.at)
    return clock


def _gained(control: TimeControl, turn: Turn) -> timedelta:
    """Return what the end of a move adds to the mover's clock; taking it back costs that, and the loan."""
    increment = timedelta(seconds=control.increment) if control.kind == Game.Pace.LIVE else ZERO
    return -increment - turn.lent if turn.undone else increment


class Due(Enum):
    """What a clock demands."""

    NOTHING = "nothing"
    ASK = "ask"
    DEFAULT = "default"


def due(game: Game, seat: Seat, now: datetime) -> Due:
    """Return what the seat's clock demands; a move is in time until that is ``Due.DEFAULT``."""
    if seat.bot:
        # A bot never loses on time: it is late only when the site is.
        return Due.NOTHING
    if seat.expired_at:
        return Due.DEFAULT if seat.expired_at + PATIENCE[Game.Pace(game.pace)] <= now else Due.NOTHING
    if not clock_of(seat).is_out(now):
        return Due.NOTHING
    return Due.DEFAULT if game.on_expiry == Game.Expiry.DEFAULT else Due.ASK


def next_look(game: Game, seats: list[Seat]) -> datetime | None:
    """Return when a clock will next demand something."""
    if game.paused_at:
        return game.paused_at + MAX_PAUSE
    return min((moment for seat in seats if (moment := _next_demand(game, seat))), default=None)


def absence(game: Game, now: datetime) -> timedelta:
    """Return how long nobody can have looked at a game that was due; nothing if the referee is in time.

    When the site stopped is known to one look; the players have the benefit of the doubt.
    """
    if not game.is_running or game.pace == Game.Pace.NONE or game.paused_at or game.wake_at is None:
        return ZERO
    late, look = now - game.wake_at, LOOK[Game.Pace(game.pace)]
    return late + look if late > look else ZERO


def _next_demand(game: Game, seat: Seat) -> datetime | None:
    if seat.bot:
        return None
    if seat.expired_at:
        return seat.expired_at + PATIENCE[Game.Pace(game.pace)]
    ends = clock_of(seat).ends
    return ends + GRACE if ends else None


class Presence(Enum):
    """Whether somebody shows signs of being there."""

    HERE = "here"
    RECONNECTING = "reconnecting"
    AWAY = "away"


def presence(seen_at: datetime | None, now: datetime, pace: str = Game.Pace.LIVE) -> Presence:
    """Return what the last sign of somebody at a table says now; who never gave one is away."""
    if seen_at is None or now - seen_at >= AWAY:
        return Presence.AWAY
    return Presence.RECONNECTING if now - seen_at >= patience_at(pace) else Presence.HERE


def patience_at(pace: str) -> timedelta:
    """Return for how long somebody may show no sign and is still there to the others."""
    return RECONNECTING.get(Game.Pace(pace), USUALLY_RECONNECTING)


class AwaitedSeat(Protocol):
    """What tells whether somebody keeps the others waiting without a sign."""

    seen_at: datetime | None
    acts_since: datetime | None
    spared_until: datetime | None


def is_silent(pace: str, seat: AwaitedSeat, now: datetime) -> bool:
    """Tell whether who is to move has shown no sign for so long that the others may decide.

    Without a clock nobody need look at the table before it is their turn, so silence counts from then.
    """
    patience = SILENCE.get(Game.Pace(pace))
    if patience is None or seat.acts_since is None or (seat.spared_until and seat.spared_until > now):
        return False
    since = seat.acts_since if pace == Game.Pace.NONE else None
    return all(moment is None or now - moment >= patience for moment in (seat.seen_at, since))


def in_question(game: Game, seat: Seat, now: datetime) -> bool:
    """Tell whether the others are to choose what becomes of a seat that keeps them waiting."""
    if game.paused_at:
        return False
    if seat.bot:
        return is_missed(seat, now)
    if seat.left:
        return False
    if seat.expired_at:
        return True
    return is_silent(game.pace, seat, now)


def voters(seats: list[Seat], game: Game, now: datetime) -> list[Seat]:
    """Return the people whose agreement ends the game: those who keep nobody waiting."""
    people = [seat for seat in seats if seat.is_person]
    return [seat for seat in people if seat.wants_end or not in_question(game, seat, now)]
