"""When the site was away, no clock ran: what the referee finds when it comes back."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Seat
from games.selectors.clocks.arithmetic import AWAY, GRACE, LOOK, ZERO, absence, clock_of, in_question
from games.services.play.door import CLOCK
from games.services.play.refusals import TableError
from games.services.tables.agreements import decide
from games.services.tables.bots import let_bot_play
from games.services.upkeep.referee import tick
from tests.tables import DAYS, LIVE, fresh, play, run_out, running

pytestmark = pytest.mark.django_db(transaction=True)
SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
STRICT = replace(LIVE, on_expiry=Game.Expiry.DEFAULT)
A_LOOK = {pace: LOOK[Game.Pace(pace.kind)] for pace in (LIVE, DAYS, STRICT)}


def left(game, seat=0):
    return clock_of(game.seats.get(index=seat)).left_at(timezone.now())


def stopped(pace, away, used=MINUTE, seats=2):
    """Return a game at which each seat had thought for so long when the site stopped, and its viewers."""
    game, viewers = running(pace=pace, seats=seats)
    begun = timezone.now() - used - away
    game.seats.update(clock_from=begun, seen_at=begun + used)
    due = timezone.now() - away + A_LOOK[pace]
    Game.objects.filter(pk=game.pk).update(wake_at=due, moved_at=begun)
    return fresh(game), viewers


@pytest.mark.parametrize(("pace", "away"), [(LIVE, HOUR), (STRICT, HOUR), (DAYS, 100 * HOUR)])
def test_the_time_of_a_stop_is_given_back(pace, away):
    game, _ = stopped(pace, away)
    assert left(game) < ZERO
    assert tick(timezone.now()) == 1
    for seat in (0, 1):
        assert abs(left(game, seat) - (pace.full - MINUTE)) < 5 * SECOND
        assert game.seats.get(index=seat).expired_at is None
    assert fresh(game).ply == 0


def test_it_is_given_back_once():
    game, _ = stopped(LIVE, HOUR)
    for _ in range(3):
        tick(timezone.now())
    assert left(game) < LIVE.full - MINUTE + 5 * SECOND


def test_nobody_gains_more_than_they_had():
    game, _ = stopped(LIVE, HOUR, used=SECOND)
    Game.objects.filter(pk=game.pk).update(wake_at=timezone.now() - HOUR)
    tick(timezone.now())
    assert left(game) <= LIVE.full


@pytest.mark.parametrize("pace", [LIVE, DAYS])
def test_a_short_stop_is_no_absence(pace):
    game = Game(status=Game.Status.RUNNING, pace=pace.kind, wake_at=timezone.now())
    look = A_LOOK[pace]
    assert absence(game, game.wake_at + look) == ZERO
    assert absence(game, game.wake_at + look + SECOND) == 2 * look + SECOND


@pytest.mark.parametrize(
    "values",
    [{"pace": "none"}, {"status": "open"}, {"status": "finished"}, {"wake_at": None}, {"paused_at": timezone.now()}],
)  # fmt: skip
def test_games_whose_clocks_do_not_run_lose_nothing(values):
    known = {"status": "running", "pace": "live", "wake_at": timezone.now() - HOUR}
    assert absence(Game(**known | values), timezone.now()) == ZERO


@pytest.mark.parametrize("pace", [LIVE, DAYS])
def test_the_referee_looks_often_enough_to_know(pace):
    game, _ = running(pace=pace)
    look, now = A_LOOK[pace], timezone.now()
    assert now < game.wake_at <= now + look
    tick(game.wake_at)
    assert game.wake_at < fresh(game).wake_at <= game.wake_at + look


def test_whoever_moves_before_the_referee_comes_is_in_time():
    game, (anna, _) = stopped(STRICT, HOUR)
    assert play(game, anna, "pick 3") == 1
    assert abs(left(game) - (STRICT.full - MINUTE + 5 * SECOND)) < 5 * SECOND
    assert abs(left(game, 1) - (STRICT.full - MINUTE)) < 5 * SECOND


def test_nobody_is_gone_because_the_site_was():
    game, (anna, _) = stopped(LIVE, HOUR)
    with pytest.raises(TableError, match="nothing left to decide"):
        decide(game.pk, anna, 1, "bot")
    tick(timezone.now())
    assert not any(in_question(fresh(game), seat, timezone.now()) for seat in game.seats.all())
    assert game.seats.get(index=1).seen_at > timezone.now() - AWAY


def test_a_question_waits_as_long_as_the_site_was_away():
    game, _ = stopped(LIVE, HOUR)
    Seat.objects.filter(game=game, index=0).update(expired_at=timezone.now() - HOUR - MINUTE)
    tick(timezone.now())
    assert fresh(game).ply == 0
    assert abs(timezone.now() - MINUTE - game.seats.get(index=0).expired_at) < 5 * SECOND


def test_a_clock_that_is_still_to_begin_begins_when_it_was_to():
    game, _ = stopped(DAYS, 100 * HOUR)
    later = timezone.now() + HOUR
    Seat.objects.filter(game=game, index=0).update(clock_from=later)
    tick(timezone.now())
    assert game.seats.get(index=0).clock_from == later


def test_who_chooses_what_plays_for_a_seat_after_a_stop_costs_nobody_the_time():
    game, (anna, *_) = stopped(LIVE, HOUR, seats=3)
    game.seats.filter(index=2).update(left=True, clock_from=None)
    let_bot_play(game.pk, anna, 2, 0)
    tick(timezone.now())
    for seat in (0, 1):
        assert abs(left(game, seat) - (LIVE.full - MINUTE)) < 5 * SECOND


def test_without_an_absence_a_clock_ends_as_ever():
    game, _ = running(pace=STRICT)
    run_out(game, 0)
    tick(timezone.now() + GRACE)
    assert game.records.get(ply=1).actor == CLOCK
