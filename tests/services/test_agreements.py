"""What players agree on: what follows the end of a clock, and pauses."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Notice
from games.rules.protocol import NotSeated
from games.selectors.clocks.arithmetic import GRACE, Clock, Turn, time_control_of
from games.services.clocks.timekeeping import LEFT_SEAT_DELAY, turn_clocks
from games.services.play.door import CLOCK
from games.services.play.refusals import TableError
from games.services.tables.agreements import ask_for_pause, decide, go_on
from games.services.tables.leaving import leave
from games.services.upkeep.referee import tick
from tests.tables import DAYS, LIVE, clock, fresh, guest, play, row, run_out, running, tick_then

pytestmark = pytest.mark.django_db(transaction=True)

SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)
FIRST, SECOND_SEAT, BOTH = frozenset({0}), frozenset({1}), frozenset({0, 1})


def now():
    return timezone.now()


# When the others are asked.


def test_to_wait_gives_more_time_and_nothing_back_of_an_own_turn():
    game, (_, ben) = running(pace=LIVE)
    game.seats.filter(index=0).update(
        turn_left=5 * MINUTE, time_left=5 * MINUTE, clock_from=now() - 5 * MINUTE - 2 * SECOND
    )
    Game.objects.filter(pk=game.pk).update(wake_at=now())
    tick(now())
    decide(game.pk, ben, 0, "wait")
    seat = row(game, 0)
    assert seat.turn_left == seat.time_left == time_control_of(fresh(game)).extra > timedelta()


def expired(pace=LIVE, seats=2):
    """Return a game whose first seat's time has run out."""
    game, viewers = running(pace=pace, seats=seats)
    run_out(game, 0)
    tick(now())
    assert row(game, 0).expired_at
    return game, viewers


def test_the_others_are_asked_and_the_seat_may_still_move():
    game, (anna, _) = expired()
    assert fresh(game).ply == 0
    assert play(game, anna, "pick 3") == 1
    assert row(game, 0).expired_at is None
    assert clock(game, 0) == Clock(5 * SECOND)


@pytest.mark.parametrize(
    ("pace", "more"), [(LIVE, MINUTE), (DAYS, DAY), (replace(LIVE, increment=90), 90 * SECOND)]
)
def test_waiting_gives_more_time(pace, more):
    game, (_, ben) = expired(pace)
    decide(game.pk, ben, 0, "wait")
    assert row(game, 0).expired_at is None
    assert clock(game, 0).left == more
    assert fresh(game).wake_at <= clock(game, 0).ends + GRACE


def test_the_bot_takes_the_seat_for_good():
    game, (_, ben) = expired()
    decide(game.pk, ben, 0, "bot")
    assert row(game, 0).left
    tick(now() + LEFT_SEAT_DELAY)
    assert game.records.get(ply=1).actor == "referee"
    assert clock(game, 0).since is None


def test_of_two_players_the_other_ends_the_game():
    game, (_, ben) = expired()
    decide(game.pk, ben, 0, "end")
    assert (fresh(game).status, fresh(game).ending) == (Game.Status.ABORTED, Game.Ending.AGREED)


def test_of_three_players_both_others_must_want_the_end():
    game, (_, ben, cleo) = expired(seats=3)
    decide(game.pk, ben, 0, "end")
    assert fresh(game).is_running
    decide(game.pk, cleo, 0, "end")
    assert fresh(game).status == Game.Status.ABORTED


def test_who_leaves_keeps_nobody_from_the_end_that_all_others_want():
    game, (anna, ben, cleo) = expired(seats=3)
    decide(game.pk, ben, 0, "end")
    leave(game.pk, cleo)
    assert (fresh(game).status, fresh(game).ending) == (Game.Status.ABORTED, Game.Ending.AGREED)
    assert notices_of(anna) == ["ended_by_others"]


def test_somebody_who_plays_on_takes_the_end_off_the_table():
    game, (_, ben, cleo) = expired(seats=3)
    decide(game.pk, ben, 0, "end")
    play(game, cleo, "pick 3")
    assert not game.seats.filter(wants_end=True).exists()


def test_a_seat_decides_nothing_about_itself_and_a_stranger_nothing_at_all():
    game, (anna, _) = expired()
    with pytest.raises(TableError):
        decide(game.pk, anna, 0, "wait")
    with pytest.raises(NotSeated):
        decide(game.pk, guest("Stranger"), 0, "end")
    assert row(game, 0).expired_at


def test_there_is_nothing_to_decide_before_the_time_has_run_out():
    game, (_, ben) = running(pace=LIVE)
    for choice in ("wait", "bot", "end"):
        with pytest.raises(TableError):
            decide(game.pk, ben, 0, choice)


@pytest.mark.parametrize(("pace", "patience"), [(LIVE, 10 * MINUTE), (DAYS, DAY)])
def test_if_nobody_decides_the_default_move_is_played(pace, patience):
    game, _ = expired(pace)
    tick_then(now() + patience - MINUTE)
    assert fresh(game).ply == 0
    assert tick_then(now() + patience) == 1
    assert game.records.get(ply=1).actor == CLOCK


def test_two_people_who_have_both_gone_reach_the_end():
    game, _ = running(pace=DAYS)
    moment = now()
    for _ in range(100):
        moment += DAY
        tick_then(moment)
        if not fresh(game).is_running:
            break
    assert fresh(game).status == Game.Status.FINISHED


def test_an_undo_after_which_the_seat_is_not_to_act_withdraws_its_expiry():
    game, _ = running(pace=LIVE)
    run_out(game, 1)
    tick(now())
    turn_clocks(game, Turn(now(), 0, SECOND_SEAT, BOTH, BOTH, undone=True))
    assert row(game, 1).expired_at
    turn_clocks(game, Turn(now(), 0, SECOND_SEAT, FIRST, FIRST, undone=True))
    assert row(game, 1).expired_at is None


def notices_of(viewer):
    return list(Notice.objects.filter(guest_id=viewer.guest_id).values_list("kind", flat=True))


def test_in_a_day_game_the_others_are_told_by_a_notice_and_so_is_who_lost_the_seat():
    game, (anna, ben) = expired(DAYS)
    assert (notices_of(anna), notices_of(ben)) == ([], ["time_over"])
    decide(game.pk, ben, 0, "bot")
    assert notices_of(anna) == ["seat_lost"]


def test_who_kept_the_game_waiting_is_told_of_its_end():
    game, (anna, ben) = expired()
    assert notices_of(ben) == []
    decide(game.pk, ben, 0, "end")
    assert notices_of(anna) == ["ended_by_others"]


# Pauses.


def paused():
    game, viewers = running(pace=LIVE)
    for viewer in viewers:
        ask_for_pause(game.pk, viewer)
    return fresh(game), viewers


def test_the_clocks_stand_once_all_agree():
    game, (anna, ben) = running(pace=LIVE)
    ask_for_pause(game.pk, anna)
    assert fresh(game).paused_at is None
    ask_for_pause(game.pk, ben)
    assert fresh(game).paused_at
    assert {seat.clock_from for seat in game.seats.all()} == {None}


def test_who_leaves_keeps_nobody_from_a_pause_that_all_others_want():
    game, (anna, ben, cleo) = running(pace=LIVE, seats=3)
    ask_for_pause(game.pk, anna)
    leave(game.pk, cleo)
    assert fresh(game).paused_at is None
    leave(game.pk, ben)
    assert fresh(game).paused_at
    assert {seat.clock_from for seat in game.seats.all()} == {None}


def test_a_wish_for_a_pause_may_be_withdrawn():
    game, (anna, ben) = running(pace=LIVE)
    ask_for_pause(game.pk, anna)
    go_on(game.pk, anna)
    ask_for_pause(game.pk, ben)
    assert fresh(game).paused_at is None


def test_anybody_ends_the_pause_and_the_clocks_go_on():
    game, (_, ben) = paused()
    before = clock(game, 0).left
    go_on(game.pk, ben)
    assert fresh(game).paused_at is None
    assert clock(game, 0).left == before
    assert clock(game, 0).since and clock(game, 1).since
    assert not game.seats.filter(wants_pause=True).exists()


def test_nobody_moves_in_a_pause_and_no_clock_ends():
    game, (anna, _) = paused()
    with pytest.raises(TableError, match="paused"):
        play(game, anna, "pick 3")
    tick(now() + timedelta(hours=2))
    assert fresh(game).ply == 0
    assert not game.seats.filter(expired_at__isnull=False).exists()


def test_a_pause_ends_after_a_day():
    game, _ = paused()
    tick(now() + DAY)
    assert fresh(game).paused_at is None
    assert clock(game, 0).since


def test_only_live_games_have_pauses():
    game, (anna, _) = running(pace=DAYS)
    with pytest.raises(TableError):
        ask_for_pause(game.pk, anna)
