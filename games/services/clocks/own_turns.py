"""What a measured decision leaves of a seat's own turn (KM-84).

The seat is changed in memory; whoever asks stores it.
"""

from datetime import datetime, timedelta

from games.models import Seat
from games.selectors.clocks.arithmetic import ZERO, Clock, Limit, TimeControl, Turn, clock_of
from games.selectors.clocks.measures import TURN, is_late


def measure(seat: Seat, control: TimeControl, turn: Turn) -> Clock:
    """Return the seat's clock after a ply, and note on the seat what is left of its own turn."""
    clock = clock_of(seat)
    if turn.keeps(seat.index):
        return clock
    take_from_turn(seat, turn.at)
    limit = turn.limits.get(seat.index)
    if any(other.kind == TURN for index, other in turn.limits.items() if index != seat.index):
        _end_turn(seat)
    if limit is None:
        return Clock(control.full if seat.turn_left is None else seat.turn_left)
    return Clock(begin_decision(seat, limit), turn.at)


def take_from_turn(seat: Seat, now: datetime) -> None:
    """Take from the own turn what the clock has measured until now."""
    since = clock_of(seat).since
    if seat.turn_left is not None and since:
        seat.turn_left = max(seat.turn_left - max(now - since, ZERO), ZERO)


def _end_turn(seat: Seat) -> None:
    if seat.turn_left is not None:
        seat.late_turns = 0 if seat.turn_left or seat.bot else seat.late_turns + 1
        seat.turn_left = None


def begin_decision(seat: Seat, limit: Limit) -> timedelta:
    """Return how long the decision a seat comes to may take; an own turn's first starts the turn's time."""
    if limit.kind == TURN and seat.turn_left is None:
        seat.turn_left = limit.span
    if is_late(seat):
        seat.turn_left = None if seat.turn_left is None else ZERO
        return ZERO
    if seat.turn_left is None:
        return limit.span
    return seat.turn_left if limit.kind == TURN else min(limit.span, seat.turn_left)
