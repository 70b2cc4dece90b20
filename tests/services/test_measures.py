"""Clocks that measure each decision, and an own turn in all (KM-84)."""

from datetime import UTC, datetime, timedelta

from games.models import Game, Seat
from games.selectors.clocks.arithmetic import Limit, TimeControl, Turn
from games.selectors.clocks.measures import LATE_TURNS, is_late
from games.services.clocks.own_turns import measure

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
TURN, ANSWER, CHOICE = (
    Limit(kind, timedelta(seconds=seconds))
    for kind, seconds in (("turn", 150), ("response", 15), ("choice", 30))
)
PACE = TimeControl(Game.Pace.LIVE, base=150, on_expiry=Game.Expiry.DEFAULT, measure="live")


def later(seconds):
    return NOON + timedelta(seconds=seconds)


def ply(seconds, seat, before, limits, **more):
    """A ply so many seconds after noon: who made it, who was to act, and at what they all are now."""
    waiting = frozenset(limits)
    return Turn(later(seconds), seat, frozenset(before), waiting, waiting, limits=limits, **more)


def put(seat, turn):
    """Set a seat's clock as a ply demands; return what is left, and whether it runs."""
    clock = measure(seat, PACE, turn)
    seat.time_left, seat.clock_from = clock.left, clock.since
    return clock.left.total_seconds(), clock.since is not None


def test_a_turn_has_time_in_all_and_each_answer_its_own():
    active, other = Seat(index=0), Seat(index=1)
    start = ply(0, 1, {1}, {0: TURN})
    assert put(active, start) == (150, True)
    assert put(other, start) == (150, False)
    asked = ply(20, 0, {0}, {1: ANSWER})
    assert put(active, asked) == (130, False)
    assert put(other, asked) == (15, True)
    answered = ply(32, 1, {1}, {0: TURN})
    assert put(active, answered) == (130, True)
    assert put(other, answered) == (150, False)


def test_a_choice_in_the_own_turn_is_part_of_it_and_no_longer_than_what_is_left_of_it():
    active = Seat(index=0)
    put(active, ply(0, 1, {1}, {0: TURN}))
    assert put(active, ply(100, 0, {0}, {0: CHOICE})) == (30, True)
    assert put(active, ply(129, 0, {0}, {0: CHOICE})) == (21, True)
    assert put(active, ply(149, 0, {0}, {0: TURN})) == (1, True)


def test_a_move_aside_stops_and_starts_nothing():
    active, other = Seat(index=0), Seat(index=1)
    for seat in (active, other):
        put(seat, ply(0, 1, {1}, {0: ANSWER}))
    for mover in (0, 1):
        aside = ply(10, mover, {0}, {0: ANSWER}, aside=True)
        assert put(active, aside) == (15, True)
        assert active.clock_from == NOON
        assert put(other, aside) == (150, False)


def test_those_who_are_asked_at_once_each_keep_their_time():
    one, other = Seat(index=0), Seat(index=1)
    for seat in (one, other):
        put(seat, ply(0, -1, (), {0: CHOICE, 1: CHOICE}))
    first = ply(12, 0, {0, 1}, {1: CHOICE})
    assert put(other, first) == (30, True)
    assert other.clock_from == NOON


def test_a_turn_that_ran_out_leaves_no_time_and_counts_once():
    active = Seat(index=0)
    put(active, ply(0, 1, {1}, {0: TURN}))
    assert put(active, ply(151, 0, {0}, {0: CHOICE}, by_clock=True)) == (0, True)
    put(active, ply(153, 0, {0}, {1: TURN}, by_clock=True))
    assert (active.late_turns, active.turn_left) == (1, None)


def test_a_turn_in_time_is_forgiven_and_two_late_ones_are_not_waited_for():
    active = Seat(index=0, late_turns=1)
    put(active, ply(0, 1, {1}, {0: TURN}))
    put(active, ply(149, 0, {0}, {1: TURN}))
    assert active.late_turns == 0
    for start in (200, 600):
        put(active, ply(start, 1, {1}, {0: TURN}))
        put(active, ply(start + 200, 0, {0}, {1: TURN}, by_clock=True))
    assert active.late_turns == LATE_TURNS
    assert is_late(active)
    assert put(active, ply(900, 1, {1}, {0: ANSWER})) == (0, True)
    assert put(active, ply(902, 1, {1}, {0: TURN})) == (0, True)
    put(active, ply(904, 0, {0}, {1: TURN}, by_clock=True))
    assert is_late(active)


def test_a_clock_that_begins_after_a_vacation_has_measured_nothing_before():
    active = Seat(index=0, turn_left=TURN.span, time_left=TURN.span, clock_from=later(60))
    assert put(active, ply(30, 0, {0}, {0: TURN})) == (150, True)


def test_a_move_aside_ends_no_move_of_a_plain_clock():
    assert not ply(5, 1, {0}, {0: TURN}, aside=True).ends_move
    assert ply(5, 0, {0}, {1: TURN}).ends_move
