"""Bots that are late, and bots in place of people who left."""

from datetime import timedelta

import pytest

from games.models import Game, Seat
from games.rules.protocol import MalformedMove, NotSeated
from games.selectors.clocks.arithmetic import in_question
from games.selectors.players.sanctions import Banned
from games.services.play.refusals import TableError
from games.services.tables.agreements import ask_for_pause, decide, go_on
from games.services.tables.bots import (
    add_bot,
    let_bot_play,
    open_against_bots,
)
from games.services.tables.leaving import leave
from games.services.tables.seating import Plan, open_table, sit
from games.services.upkeep.referee import tick
from tests import botting
from tests.botting import PLAN, against_bots, bot_moves, is_proved, make_late, now
from tests.moderation.people import banned, moderator
from tests.tables import DAYS, LIVE, fresh, guest, play, row, run_out, running

brainy = botting.brainy
pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.usefixtures("brainy")]


# Time.


def test_a_bot_never_loses_on_time():
    game, anna = against_bots(2, pace=LIVE)
    play(game, anna, "pick 3")
    run_out(game, 1, over=30)
    make_late(game, 5)
    tick(now())
    assert row(game, 1).expired_at is None
    assert fresh(game).ply == 1
    bot_moves(game, 1)
    assert fresh(game).records.filter(actor="bot:2").exists()


@pytest.mark.parametrize("pace", [LIVE, DAYS, Plan("demo", 2, {}).pace])
def test_a_missing_process_is_noticed_and_at_last_defaults_go_on(pace):
    game, anna = against_bots(2, pace=pace)
    play(game, anna, "pick 3")
    make_late(game, 9)
    tick(now())
    assert not in_question(fresh(game), row(game, 1), now())
    make_late(game, 11)
    tick(now())
    assert in_question(fresh(game), row(game, 1), now())
    assert fresh(game).ply == 1
    make_late(game, 61)
    tick(now())
    made = fresh(game).records.get(ply=2)
    assert (made.actor, made.notation) == ("referee", "pick 1")
    play(game, anna, "pick 3")
    make_late(game, 4)
    tick(now())
    assert fresh(game).records.filter(actor="referee").count() == 2
    bot_moves(game, 1)
    assert not row(game, 1).bot_missed


def test_the_others_decide_about_a_bot_that_does_not_come():
    game, anna = against_bots(2)
    with pytest.raises(TableError):
        decide(game.pk, anna, 1, "default")
    make_late(game, 11)
    decide(game.pk, anna, 1, "wait")
    assert not in_question(fresh(game), row(game, 1), now())
    Seat.objects.update(spared_until=None)
    decide(game.pk, anna, 1, "default")
    assert (row(game, 1).left, row(game, 1).bot, row(game, 1).former) == (True, 0, [])
    tick(now() + timedelta(seconds=2))
    assert fresh(game).records.get(seat=1).actor == "referee"
    let_bot_play(game.pk, anna, 1, 3)
    assert row(game, 1).bot == 3


def test_in_a_pause_no_bot_moves():
    game, anna = against_bots(2, pace=LIVE)
    ask_for_pause(game.pk, anna)
    with pytest.raises(TableError):
        bot_moves(game, 1)
    make_late(game, 100)
    go_on(game.pk, anna)
    assert row(game, 1).bot_at > now()


# Leaving.


def test_a_bot_plays_on_for_who_left_and_the_others_may_change_that():
    game, (anna, ben, _) = running(seats=3)
    leave(game.pk, anna)
    assert (row(game, 0).left, row(game, 0).bot, row(game, 0).kind) == (True, 2, "human")
    assert row(game, 0).bot_at
    tick(now() + timedelta(seconds=5))
    assert fresh(game).ply == 0
    let_bot_play(game.pk, ben, 0, 4)
    assert row(game, 0).bot == 4
    bot_moves(game, 0)
    decide(game.pk, ben, 0, "default")
    assert row(game, 0).bot == 0
    with pytest.raises(MalformedMove):
        let_bot_play(game.pk, ben, 1, 2)
    with pytest.raises(NotSeated):
        let_bot_play(game.pk, anna, 0, 2)
    decide(game.pk, ben, 0, "bot")
    assert row(game, 0).bot == 2


def test_bots_do_not_play_on_for_nobody():
    game, anna = against_bots(2, 3)
    leave(game.pk, anna)
    assert (fresh(game).status, fresh(game).ending) == (Game.Status.ABORTED, Game.Ending.LEFT)
    assert not Seat.objects.filter(bot_at__isnull=False).exists()
    with pytest.raises(TableError):
        bot_moves(game, 1)


def test_when_all_leave_one_after_the_other_the_game_ends():
    game, (anna, ben) = running()
    leave(game.pk, anna)
    leave(game.pk, ben)
    assert fresh(game).status == Game.Status.ABORTED
    assert is_proved() is True


def test_a_banned_host_leaves_and_the_bots_go_on_only_with_those_who_stay():
    anna, ben = guest("Anna"), guest("Ben")
    alone = open_against_bots(anna, PLAN, (2, 3))
    shared = open_table(anna, PLAN)
    sit(shared.pk, ben, "")
    add_bot(shared.pk, anna, 3)
    waiting = open_table(anna, PLAN)
    banned(moderator(), anna)
    assert (fresh(alone).status, fresh(alone).ending) == (Game.Status.ABORTED, Game.Ending.LEFT)
    with pytest.raises(Banned):
        add_bot(waiting.pk, anna, 2)
    assert (row(shared, 0).left, row(shared, 0).bot) == (True, 2)
    bot_moves(shared, 0)
    play(shared, ben, "pick 3")
    bot_moves(shared, 2)
    assert fresh(shared).is_running
