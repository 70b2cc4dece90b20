"""Clocks: when they run, what they gain, what follows their end, and that one moment has one winner."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.db import transaction
from django.utils import timezone

from games.models import Game, Seat
from games.rules.protocol import StaleMove
from games.selectors.clocks.arithmetic import GRACE, Clock, Due, TimeControl, Turn, due, turned
from games.selectors.stored.position import load_state
from games.services.play.door import CLOCK, Order, play_default, play_move
from games.services.play.refusals import TableError
from games.services.tables.leaving import leave
from games.services.tables.rematches import rematch
from games.services.upkeep.referee import LEASE, tick
from games.services.upkeep.verification import verify_game
from tests.tables import DAYS, LIVE, clock, fresh, play, row, run_out, running
from tests.thorough import THOROUGH
from tests.threads import at_once, each_at_once

pytestmark = pytest.mark.django_db(transaction=True)

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)
STRICT = replace(LIVE, on_expiry=Game.Expiry.DEFAULT)
ROUNDS = 1000 if THOROUGH else 150
"""One at a barrier takes 20 ms."""
NOBODY, FIRST, SECOND_SEAT, BOTH = frozenset(), frozenset({0}), frozenset({1}), frozenset({0, 1})


def now():
    return timezone.now()


# Calculations.


def test_a_clock_runs_from_its_start_and_goes_below_nothing():
    running_clock = Clock(10 * SECOND, NOON)
    assert running_clock.left_at(NOON + 4 * SECOND) == 6 * SECOND
    assert running_clock.left_at(NOON + 12 * SECOND) == -2 * SECOND
    assert running_clock.left_at(NOON - DAY) == 10 * SECOND
    assert Clock(10 * SECOND).left_at(NOON) == 10 * SECOND


def test_the_grace_belongs_to_the_move():
    running_clock = Clock(10 * SECOND, NOON)
    end = NOON + 10 * SECOND
    assert not running_clock.is_out(end + GRACE - timedelta.resolution)
    assert running_clock.is_out(end + GRACE)
    assert not Clock(timedelta()).is_out(end)


def test_a_live_move_gains_the_increment_and_hands_the_time_over():
    turn = Turn(NOON, 0, FIRST, SECOND_SEAT, SECOND_SEAT)
    mine = Clock(MINUTE, NOON - 20 * SECOND)
    assert turned(mine, LIVE, turn, 0) == Clock(45 * SECOND)
    assert turned(Clock(MINUTE), LIVE, turn, 1) == Clock(MINUTE, NOON)


def test_a_ply_in_the_middle_of_a_move_gains_nothing_and_the_clock_runs_on():
    turn = Turn(NOON, 0, FIRST, FIRST, FIRST)
    mine = Clock(MINUTE, NOON - 20 * SECOND)
    assert turned(mine, LIVE, turn, 0) == mine


def test_who_moves_last_of_all_gains_the_increment_although_all_are_to_act_again():
    mine = Clock(MINUTE, NOON - 20 * SECOND)
    for turn in (Turn(NOON, 0, FIRST, BOTH, BOTH), Turn(NOON, 0, FIRST, frozenset({-1}), BOTH)):
        assert turned(mine, LIVE, turn, 0) == Clock(45 * SECOND, NOON)


def test_the_others_clocks_run_on_while_they_are_to_act():
    turn = Turn(NOON, 0, BOTH, SECOND_SEAT, SECOND_SEAT)
    theirs = Clock(MINUTE, NOON - 20 * SECOND)
    assert turned(theirs, LIVE, turn, 1) == theirs


def test_taking_a_move_back_takes_its_increment_back_and_starts_the_clock():
    turn = Turn(NOON, 0, SECOND_SEAT, FIRST, FIRST, undone=True)
    assert turned(Clock(45 * SECOND), LIVE, turn, 0) == Clock(40 * SECOND, NOON)
    assert turned(Clock(2 * SECOND), LIVE, turn, 0) == Clock(timedelta(), NOON)
    assert turned(Clock(MINUTE, NOON - SECOND), LIVE, turn, 1) == Clock(MINUTE)
    assert turned(Clock(MINUTE), DAYS, replace(turn, lent=SECOND), 0) == Clock(MINUTE - SECOND, NOON)


def test_moving_and_taking_back_gains_nothing():
    found = Clock(MINUTE, NOON)
    for _ in range(50):
        found = turned(found, LIVE, Turn(NOON, 0, FIRST, SECOND_SEAT, SECOND_SEAT), 0)
        found = turned(found, LIVE, Turn(NOON, 0, SECOND_SEAT, FIRST, FIRST, undone=True), 0)
    assert found == Clock(MINUTE, NOON)


def test_each_move_of_a_day_game_begins_with_the_full_time_but_not_one_taken_back():
    used = Clock(DAYS.full, NOON - DAY)
    moved = turned(used, DAYS, Turn(NOON, 0, FIRST, SECOND_SEAT, SECOND_SEAT), 0)
    assert moved == Clock(2 * DAY)
    back = turned(moved, DAYS, Turn(NOON, 0, SECOND_SEAT, FIRST, FIRST, undone=True), 0)
    assert back == Clock(2 * DAY, NOON)
    assert turned(moved, DAYS, Turn(NOON, 1, SECOND_SEAT, FIRST, FIRST), 0) == Clock(3 * DAY, NOON)


def test_a_move_made_by_the_clock_leaves_the_increment_or_the_full_time_anew():
    out = Clock(timedelta(), NOON - MINUTE)
    turn = Turn(NOON, 0, FIRST, FIRST, FIRST, by_clock=True)
    assert turned(out, LIVE, turn, 0) == Clock(5 * SECOND, NOON)
    assert turned(out, DAYS, turn, 0) == Clock(DAYS.full, NOON)


def test_the_end_stops_every_clock():
    turn = Turn(NOON, 0, BOTH, NOBODY, NOBODY)
    assert turned(Clock(MINUTE, NOON), LIVE, turn, 1).since is None


def test_at_every_moment_either_the_move_or_the_clock_wins():
    random = Random(7)
    game = Game(pace=Game.Pace.LIVE, on_expiry=Game.Expiry.DEFAULT)
    answers = Counter()
    for _ in range(1000):
        left = timedelta(milliseconds=random.randint(0, 5000))
        moment = NOON + left + GRACE + timedelta(microseconds=random.randint(-3, 3))
        demanded = due(game, Seat(time_left=left, clock_from=NOON), moment)
        assert (demanded is Due.DEFAULT) == (moment >= NOON + left + GRACE)
        answers[demanded] += 1
    assert answers[Due.DEFAULT] > 300
    assert answers[Due.NOTHING] > 300


# In a game.


def test_whoever_takes_a_move_back_pays_for_the_time_that_others_had_to_wait():
    """Moving and taking back again and again runs down one's own clock, and no other."""
    game, viewers = running("machi_koro_2", pace=LIVE)
    (first,) = game.ruleset.to_act(load_state(game))
    for round in (1, 2):
        play(game, viewers[first], "pass", key=f"move {round}")
        game.seats.filter(index=1 - first).update(clock_from=now() - 100 * SECOND)
        play(game, viewers[first], "undo", key=f"back {round}")
        assert clock(game, 1 - first) == Clock(300 * SECOND)
        left = clock(game, first).left
        assert 300 - 100 * round - 10 < left.total_seconds() <= 300 - 100 * round


def test_a_table_without_a_pace_has_no_clocks():
    game, _ = running()
    assert {seat.clock_from for seat in game.seats.all()} == {None}
    assert {seat.time_left for seat in game.seats.all()} == {None}


def test_who_is_to_act_has_a_running_clock_and_who_has_moved_a_standing_one():
    game, (anna, _) = running(pace=LIVE)
    assert all(clock(game, seat).since for seat in (0, 1))
    play(game, anna, "pick 3")
    assert clock(game, 0).since is None
    assert LIVE.full < clock(game, 0).left <= LIVE.full + 5 * SECOND
    assert clock(game, 1).since is not None


def test_the_referee_wakes_when_the_first_clock_ends():
    game, (anna, _) = running(pace=LIVE)
    Seat.objects.filter(game=game, index=1).update(time_left=10 * SECOND)
    play(game, anna, "boast")
    assert game.wake_at == clock(game, 1).ends + GRACE


def test_a_move_in_the_grace_is_in_time():
    game, (anna, _) = running(pace=STRICT)
    run_out(game, 0, over=0.5)
    assert play(game, anna, "pick 3") == 1
    assert clock(game, 0).left == 5 * SECOND


def test_a_move_after_the_grace_is_refused_where_the_clock_decides():
    game, (anna, _) = running(pace=STRICT)
    run_out(game, 0)
    with pytest.raises(TableError, match="time is up"):
        play(game, anna, "pick 3")
    assert fresh(game).ply == 0


def test_the_referee_plays_the_default_move_and_the_log_tells_it():
    game, _ = running(pace=STRICT)
    run_out(game, 0)
    assert tick(now()) == 1
    made = game.records.get(ply=1)
    assert (made.seat, made.notation, made.actor) == (0, "pick 1", CLOCK)
    assert clock(game, 0) == Clock(5 * SECOND)
    assert row(game, 0).expired_at is None
    assert verify_game(fresh(game))[-1].ok


def test_a_default_that_is_not_demanded_is_not_played():
    game, _ = running(pace=STRICT)
    with pytest.raises(StaleMove):
        play_default(game.pk, 0, now())
    assert fresh(game).ply == 0


def test_both_seats_of_one_phase_lose_their_time_in_one_tick():
    game, _ = running(pace=STRICT)
    run_out(game, 0)
    run_out(game, 1)
    tick(now())
    assert list(game.records.filter(actor=CLOCK).values_list("seat", flat=True)) == [0, 1]
    assert load_state(fresh(game)).round == 1


def test_a_default_move_has_the_time_at_which_it_was_made():
    """And the next clock begins then, however long the referee was busy with other games."""
    game, _ = running(pace=STRICT)
    run_out(game, 0, over=90)
    play_default(game.pk, 0, now() - timedelta(seconds=60))
    assert now() - game.records.get(actor=CLOCK).at < timedelta(seconds=30)
    assert now() - row(game, 1).clock_from < timedelta(seconds=30)


def test_a_second_tick_or_a_crash_before_the_move_does_no_harm(monkeypatch):
    game, _ = running(pace=STRICT)
    run_out(game, 0)

    def crash(*_):
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr("games.services.upkeep.referee.play_default", crash)
        with pytest.raises(SystemExit):
            tick(now())
    assert tick(now()) == 0
    assert tick(now() + LEASE) == 1
    assert tick(now() + LEASE) == 0
    assert game.records.filter(seat=0, ply__gt=0).count() == 1


def test_a_move_and_the_end_of_the_clock_at_once_have_exactly_one_winner():
    """The referee's moment lies after the end, the move's before it: whoever has the lock first wins."""
    game, (anna, _) = running(pace=STRICT)
    game.seats.update(time_left=timedelta(hours=1))
    seats, after, winners = list(game.seats.all()), now() + timedelta(hours=2), Counter()
    acts = [
        lambda: play_move(game.pk, anna, Order("pick 3", 0, "form")),
        lambda: play_default(game.pk, 0, after),
    ]
    for number in range(ROUNDS):
        start_again(game, seats)
        first = number % 2
        moved = at_once(acts[first], acts[1 - first])[first]
        (made,) = game.records.filter(seat=0, ply__gt=0)
        assert isinstance(moved, StaleMove) == (made.actor == CLOCK)
        assert made.notation == ("pick 1" if made.actor == CLOCK else "pick 3")
        winners[made.actor] += 1
    assert len(winners) == 2, "one of them always came first"


def start_again(game, seats):
    """Put a game back to where it was read: that is half the price of a new one."""
    with transaction.atomic():
        game.records.filter(ply__gt=0).delete()
        game.save()
        Seat.objects.bulk_update(seats, ["time_left", "clock_from", "expired_at", "acts_since"])


def test_two_referees_at_once_end_a_clock_once():
    for _ in range(10):
        game, _ = running(pace=STRICT)
        run_out(game, 0)
        assert sum(each_at_once(lambda _: tick(now()), 2)) == 1
        assert game.records.filter(actor=CLOCK).count() == 1


# Leavers and rematches.


def test_a_seat_that_left_has_no_running_clock():
    game, (anna, ben) = running(pace=STRICT)
    leave(game.pk, anna)
    assert clock(game, 0).since is None
    tick(now())
    play(game, ben, "pick 3")
    assert clock(game, 0).since is None
    assert clock(game, 1).since


def test_a_game_everybody_left_says_so():
    game, viewers = running()
    for viewer in viewers:
        leave(game.pk, viewer)
    assert fresh(game).ending == Game.Ending.LEFT


def test_a_rematch_is_played_at_the_same_pace():
    pace = TimeControl(Game.Pace.LIVE, 600, 10, Game.Expiry.DEFAULT)
    game, (anna, _) = running(pace=pace)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    again = rematch(game.pk, anna, "")
    assert (again.pace, again.base_seconds, again.increment_seconds, again.on_expiry) == (
        "live",
        600,
        10,
        "default",
    )
