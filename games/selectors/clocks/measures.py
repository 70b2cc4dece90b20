"""Clocks of titles that say how long each decision may take, and an own turn in all (KM-84).

A seat's clock then measures the decision it is at. In its own turn it is never longer than what
is left of the turn, which stands still while somebody else is asked.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from games.models import Game, Seat
from games.rules.clocks import DecisionClocks
from games.rules.protocol import Ruleset
from games.selectors.clocks.arithmetic import Clock, Limit, TimeControl, clock_of

TURN = "turn"
LATE_TURNS = 2
"""After so many own turns in a row that ran out, nobody waits for a seat until it says that it is back."""
DAY = 86400


def paces_of(ruleset: Ruleset[Any]) -> dict[str, TimeControl]:
    """Return the paces a title names, each with the time of an own turn; none if it names none."""
    turns = ruleset.clocks.seconds.get(TURN, {}) if ruleset.clocks else {}
    return {name: _pace(name, base) for name, base in turns.items()}


def _pace(name: str, base: int) -> TimeControl:
    kind = Game.Pace.LIVE if base < DAY else Game.Pace.DAYS
    return TimeControl(kind, base, on_expiry=Game.Expiry.DEFAULT, measure=name)


def limits(game: Game, state: Any, seats: Iterable[int]) -> dict[int, Limit]:
    """Return what the decisions of these seats may take, if the table's pace measures them."""
    clocks = game.ruleset.clocks if game.measure else None
    if clocks is None:
        return {}
    kinds = {seat: kind for seat in seats if (kind := clocks.kind_of(state, seat))}
    shares = _shares(game, clocks, kinds.values())
    return {
        seat: Limit(kind, _span(clocks, kind, game.measure, shares.get(seat, 0.0)))
        for seat, kind in kinds.items()
    }


def _span(clocks: DecisionClocks[Any], kind: str, pace: str, share: float = 0.0) -> timedelta:
    return timedelta(seconds=clocks.span(kind, pace, share))


def _shares(game: Game, clocks: DecisionClocks[Any], kinds: Iterable[str]) -> dict[int, float]:
    """Return the share of the wait drawn for each person, if a decision of these kinds passes by itself.

    Bots have pauses of their own.
    """
    if clocks.disguised_as.keys().isdisjoint(kinds):
        return {}
    return {seat.index: seat.wait_share for seat in game.seats.all() if not seat.bot}


def auto_pass_times(game: Game, state: Any, seats: Iterable[int]) -> dict[int, datetime]:
    """Return when optional responses pass by themselves at tables that do not measure decisions (KM-83).

    Each counts from when its own seat came to be awaited: what others do meanwhile, their settings among it,
    must not put it off, or they could tell by trying whether a clock passed or a person.
    """
    clocks = None if game.measure else game.ruleset.clocks
    if clocks is None or game.paused_at:
        return {}
    kinds = {seat: kind for seat in seats if (kind := clocks.kind_of(state, seat)) in clocks.disguised_as}
    return {
        seat.index: seat.acts_since + _shortest(clocks, kinds[seat.index], seat.wait_share)
        for seat in (game.seats.all() if kinds else ())
        if seat.index in kinds and seat.acts_since and not seat.bot
    }


def _shortest(clocks: DecisionClocks[Any], kind: str, share: float) -> timedelta:
    """Return what a decision takes at the briskest of a title's paces."""
    return min(_span(clocks, kind, pace, share) for pace in clocks.seconds[kind])


def is_veiled(game: Game, state: Any, seat: int) -> bool:
    """Tell whether a seat is at a decision that others must not tell from one of another kind (KM-83)."""
    clocks, kinds = game.ruleset.clocks, limits(game, state, [seat])
    return clocks is not None and seat in kinds and kinds[seat].kind in clocks.disguised_as


def hides_who(ruleset: Ruleset[Any], state: Any, seat: int) -> bool:
    """Tell whether others must not learn whether the seat or a clock makes this decision.

    That holds for every kind in a group that looks alike: to hide only those that leave nothing to choose
    would give them away.
    """
    clocks = ruleset.clocks
    return clocks is not None and clocks.kind_of(state, seat) in clocks.look_alikes


def clocks_seen(game: Game, state: Any) -> dict[int, Clock]:
    """Return the clocks that others must see disguised: as of the decision they take it to be (KM-83)."""
    clocks = game.ruleset.clocks if game.measure else None
    if clocks is None:
        return {}
    seats = [seat for seat in game.seats.all() if not is_late(seat)]
    kinds = limits(game, state, [seat.index for seat in seats])
    return {
        seat.index: _seen(seat, limit.span, _span(clocks, other, game.measure))
        for seat in seats
        if (limit := kinds.get(seat.index)) and (other := clocks.disguised_as.get(limit.kind))
    }


def _seen(seat: Seat, span: timedelta, other: timedelta) -> Clock:
    clock = clock_of(seat)
    left = clock.left + other - span
    return Clock(left if seat.turn_left is None else min(left, seat.turn_left), clock.since)


def is_late(seat: Seat) -> bool:
    """Tell whether nobody waits for the seat any more."""
    return seat.late_turns >= LATE_TURNS
