"""What a table shows of its clocks, the words for a pace, and whose time will soon be over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext, ngettext

from games.models import Game, Seat
from games.selectors.clocks.arithmetic import (
    NO_CLOCK,
    Clock,
    TimeControl,
    clock_of,
    in_question,
    voters,
)
from games.selectors.clocks.measures import is_late
from games.selectors.clocks.signs import Sign, sign_of
from games.selectors.stored.position import load_state

LOW = {Game.Pace.LIVE: 30, Game.Pace.DAYS: 3600}
"""Seconds at which little time is left."""
LOW_MEASURED = 10
"""The same where each decision is measured, of which some may take no longer than 15."""


@dataclass(frozen=True, slots=True)
class ClockRow:
    """A seat's clock: ``ends`` while it runs, ``back`` while its owner is on vacation."""

    index: int
    name: str
    is_me: bool
    bot: int
    clock: Clock
    ends: datetime | None
    back: datetime | None
    expired: bool
    sign: Sign
    left: bool
    gone: bool
    """True for a seat that nobody plays on for: in some titles who leaves is out for good."""
    late: bool


@dataclass(frozen=True, slots=True)
class EndVote:
    """How many of those who play want to end a game without a result, as one viewer sees it."""

    agreed: int
    needed: int
    i_agreed: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A seat that keeps the others waiting, and how many of them want the end of the game."""

    index: int
    name: str
    bot: int
    """The level of the bot that is missed, 0 if it is somebody."""
    is_final: bool
    """Whether a seat for which nobody plays is out for good."""
    expired: bool
    is_me: bool
    end: EndVote


@dataclass(frozen=True, slots=True)
class Company:
    """The choices about silent seats where there are no clocks, as one viewer sees them."""

    game_id: UUID
    choices: tuple[Choice, ...]
    plays: bool
    waits: bool
    """Whether this viewer chose to wait and be told."""


@dataclass(frozen=True, slots=True)
class Strip:
    """The clocks of a running game as one viewer sees them."""

    game_id: UUID
    kind: str
    low: int
    rows: tuple[ClockRow, ...]
    choices: tuple[Choice, ...]
    paused: bool
    plays: bool
    wants_pause: bool
    asking: tuple[str, ...]
    i_am_late: bool


def strip_of(game: Game, me: int | None, now: datetime, seen: Mapping[int, Clock]) -> Strip | None:
    """Return the clocks of a running game; ``seen`` has the clocks that others must see disguised."""
    if game.pace == Game.Pace.NONE or not game.is_running:
        return None
    seats = list(game.seats.all())
    mine = next((seat for seat in seats if seat.index == me), None)
    gone = left_for_good(game, seats)
    return Strip(
        game_id=game.pk,
        kind=game.pace,
        low=LOW_MEASURED if game.measure else LOW[Game.Pace(game.pace)],
        rows=tuple(replace(_row(game, seat, me, now, seen), gone=seat.index in gone) for seat in seats),
        choices=_choices(game, seats, mine, now),
        paused=game.paused_at is not None,
        plays=mine is not None,
        wants_pause=mine is not None and mine.wants_pause,
        asking=tuple(seat.name for seat in seats if seat.wants_pause and seat is not mine),
        i_am_late=mine is not None and is_late(mine),
    )


def left_for_good(game: Game, seats: Sequence[Seat]) -> frozenset[int]:
    """Return the seats that nobody can play on for: in some titles who leaves may go for good."""
    left, leave = [seat.index for seat in seats if seat.left], game.ruleset.leave
    if not left or leave is None:
        return frozenset()
    state = load_state(game)
    return frozenset(index for index in left if leave(state, index) is None)


def _row(game: Game, seat: Seat, me: int | None, now: datetime, seen: Mapping[int, Clock]) -> ClockRow:
    clock = clock_of(seat) if seat.index == me else seen.get(seat.index, clock_of(seat))
    runs = clock.runs_at(now)
    return ClockRow(
        index=seat.index,
        name=seat.name,
        is_me=seat.index == me,
        bot=seat.bot,
        clock=clock,
        ends=clock.ends if runs else None,
        back=None if runs else clock.since,
        expired=seat.expired_at is not None,
        sign=sign_of(game, seat, now),
        left=seat.left,
        gone=False,
        late=is_late(seat),
    )


def company_of(game: Game, me: int | None, now: datetime) -> Company | None:
    """Return who keeps the others waiting at a running table without clocks."""
    if game.pace != Game.Pace.NONE or not game.is_running or game.seat_count == 1:
        return None
    seats = list(game.seats.all())
    mine = next((seat for seat in seats if seat.index == me), None)
    waits = mine is not None and mine.wants_news
    return Company(game.pk, _choices(game, seats, mine, now), plays=mine is not None, waits=waits)


def _choices(game: Game, seats: list[Seat], mine: Seat | None, now: datetime) -> tuple[Choice, ...]:
    asked = [seat for seat in seats if in_question(game, seat, now)]
    if not asked:
        return ()
    end = end_vote(game, seats, mine, now)
    return tuple(
        Choice(
            index=seat.index,
            name=seat.name,
            bot=seat.bot,
            is_final=game.ruleset.leaves_for_good,
            expired=seat.expired_at is not None,
            is_me=seat is mine,
            end=end,
        )
        for seat in asked
    )


def end_vote(game: Game, seats: list[Seat], mine: Seat | None, now: datetime) -> EndVote:
    """Return how the vote to end the game stands."""
    people = voters(seats, game, now)
    return EndVote(
        agreed=sum(voter.wants_end for voter in people),
        needed=len(people),
        i_agreed=mine is not None and mine.wants_end,
    )


def pace_words(control: TimeControl) -> str:
    """Return how fast a table is, in the reader's language."""
    if control.kind == NO_CLOCK.kind:
        return gettext("No clock")
    if control.measure:
        return _measure_words(control)
    if control.kind == Game.Pace.LIVE:
        values = {"minutes": control.base // 60, "seconds": control.increment}
        return gettext("Live: %(minutes)d min + %(seconds)d s per move") % values
    days = control.base // 86400
    return ngettext("%(count)d day per move", "%(count)d days per move", days) % {"count": days}


def _measure_words(control: TimeControl) -> str:
    if control.kind == Game.Pace.LIVE:
        minutes, seconds = divmod(control.base, 60)
        return gettext("Live: %(time)s min per turn, less for responses") % {
            "time": f"{minutes}:{seconds:02}"
        }
    days = control.base // 86400
    words = ngettext(
        "%(count)d day per turn, less for responses", "%(count)d days per turn, less for responses", days
    )
    return words % {"count": days}
