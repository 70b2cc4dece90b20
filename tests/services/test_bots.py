"""Bots at tables: seated by the host, kept apart from people, replaced by people and in place of them."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from inspect import signature
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.models import Candidate, Game, MoveRecord, Seat
from games.rules import registry
from games.rules.protocol import MalformedMove, NotSeated, StaleMove
from games.services import pauses
from games.services.agreements import ask_for_pause, decide, go_on
from games.services.bot_names import NAMES
from games.services.bots import (
    add_bot,
    let_bot_play,
    open_against_bots,
    remove_bot,
    set_bot_pace,
    start_with_bots,
)
from games.services.clocks import in_question
from games.services.lobby import Wish, quick_start
from games.services.pauses import PAUSES
from games.services.play import play_bot, play_default
from games.services.referee import tick
from games.services.rematches import rematch
from games.services.sanctions import Banned
from games.services.substitutes import answer_candidate, ask_for_bot_seat, take_bot_seat, withdraw
from games.services.tables import Plan, TableError, leave, open_table, sit
from tests.botting import BRAINY, against_bots, bot_moves, make_late
from tests.moderation.people import banned, moderator
from tests.tables import DAYS, LIVE, fresh, guest, play, row, run_out, running

pytestmark = [pytest.mark.django_db, pytest.mark.database]
PLAN = Plan("demo", 3, {}, listed=True)


@pytest.fixture(autouse=True)
def brainy(monkeypatch):
    """Let the invented title have a brain."""
    monkeypatch.setitem(registry.SLUGS, "demo", BRAINY)


def now():
    return timezone.now()


def is_proved(game):
    """Tell whether the game's log, seats and ending hold."""
    out = StringIO()
    with suppress(SystemExit):
        call_command("verify_game", "--all", stdout=out)
    return out.getvalue().endswith(", 0 failed\n") or out.getvalue()


# Seating bots.


def test_the_host_seats_bots_and_the_table_starts_when_it_is_full():
    game, host = open_table(anna := guest("Anna"), PLAN), anna
    add_bot(game.pk, host, 1)
    assert (row(game, 1).kind, row(game, 1).bot, fresh(game).is_open) == ("bot", 1, True)
    assert row(game, 1).name in NAMES[1]
    add_bot(game.pk, host, 4)
    assert fresh(game).is_running
    assert row(game, 1).bot_at and row(game, 2).bot_at
    assert row(game, 0).bot_at is None


def test_a_bot_can_be_sent_away_before_the_start():
    game = open_table(anna := guest("Anna"), PLAN)
    add_bot(game.pk, anna, 2)
    remove_bot(game.pk, anna, 1)
    assert fresh(game).seats.count() == 1
    for index in (0, 1, 7):
        with pytest.raises(TableError):
            remove_bot(game.pk, anna, index)


def test_the_host_starts_with_bots_in_the_free_seats():
    game = open_table(anna := guest("Anna"), PLAN)
    sit(game.pk, guest("Ben"), "")
    start_with_bots(game.pk, anna, 2)
    assert fresh(game).is_running
    assert [seat.bot for seat in fresh(game).seats.all()] == [0, 0, 2]


def test_bots_at_a_table_have_names_of_their_own():
    game, _ = against_bots(1, 1, 1, person=guest(NAMES[1][0]))
    assert len({seat.name for seat in game.seats.all()}) == 4


@pytest.mark.parametrize("level", [0, 5, -1])
def test_there_are_four_levels(level):
    game = open_table(anna := guest("Anna"), PLAN)
    with pytest.raises(MalformedMove):
        add_bot(game.pk, anna, level)


def test_forged_forms_seat_no_bots():
    game = open_table(anna := guest("Anna"), PLAN)
    ben = guest("Ben")
    with pytest.raises(NotSeated):
        add_bot(game.pk, ben, 2)
    sit(game.pk, ben, "")
    for act in (add_bot, remove_bot, start_with_bots):
        with pytest.raises(NotSeated):
            act(game.pk, ben, 1)
    add_bot(game.pk, anna, 2)
    for act in (add_bot, remove_bot, start_with_bots):
        with pytest.raises(TableError):
            act(game.pk, anna, 2)
    assert fresh(game).seats.count() == 3


def test_rated_tables_and_titles_without_a_brain_have_no_bots(monkeypatch):
    game = open_table(anna := guest("Anna"), PLAN)
    Game.objects.filter(pk=game.pk).update(rated=True)
    for act in (add_bot, start_with_bots):
        with pytest.raises(TableError):
            act(game.pk, anna, 2)
    with pytest.raises(TableError):
        open_against_bots(anna, replace(PLAN, rated=True), [2, 2])
    Game.objects.filter(pk=game.pk).update(rated=False)
    monkeypatch.setitem(registry.SLUGS, "demo", "tests.demo.ruleset")
    with pytest.raises(TableError):
        add_bot(game.pk, anna, 2)


@pytest.mark.parametrize("levels", [[], [2], [2, 2, 2]])
def test_a_table_against_bots_has_as_many_as_seats(levels):
    with pytest.raises((MalformedMove, TableError)):
        open_against_bots(guest("Anna"), PLAN, levels)
    assert not Game.objects.exists()


def test_who_hosts_next_is_a_person():
    game = open_table(anna := guest("Anna"), Plan("demo", 4, {}))
    add_bot(game.pk, anna, 2)
    sit(game.pk, ben := guest("Ben"), "")
    leave(game.pk, anna)
    assert fresh(game).host_index == 2
    leave(game.pk, ben)
    assert fresh(game).status == Game.Status.ABORTED


# Moving.


def test_a_bot_moves_through_the_one_door():
    game, anna = against_bots(3)
    bot_moves(game, 1)
    made = game.records.get(seat=1)
    assert (made.actor, made.key, made.notation) == ("bot:3", "1:bot-0", "pick 2")
    assert row(game, 1).bot_at is None
    play(game, anna, "pick 3")
    assert row(game, 1).bot_at


def test_a_bots_answer_to_an_old_position_is_stale():
    game, anna = against_bots(3)
    bot_moves(game, 1)
    with pytest.raises(StaleMove):
        play_bot(game.pk, 1, "pick 3", 0)
    play(game, anna, "pick 3")
    with pytest.raises(StaleMove):
        play_bot(game.pk, 1, "pick 4", 1)


def test_nobody_moves_as_a_bot_for_a_person():
    game, _ = against_bots(3)
    for notation, index in (("pick 2", 0), ("undo", 1)):
        with pytest.raises(NotSeated):
            play_bot(game.pk, index, notation, 0)


def test_a_whole_game_with_bots_is_proved():
    game, anna = against_bots(1, 4)
    for _ in range(3):
        play(game, anna, "pick 3")
        bot_moves(game, 2)
        bot_moves(game, 1)
    assert fresh(game).status == Game.Status.FINISHED
    assert is_proved(game) is True
    assert not Seat.objects.filter(bot_at__isnull=False).exists()


def test_the_pause_does_not_depend_on_the_position(monkeypatch):
    """It is drawn from one range, by a function that is given neither the rules nor the position."""
    drawn = []

    class Noted:
        def uniform(self, *span):
            drawn.append(span)
            return span[0]

    monkeypatch.setattr(pauses, "_RANDOM", Noted())
    game, anna = against_bots(1, 4, bot_pace="calm")
    play(game, anna, "boast")
    play(game, anna, "pick 3")
    bot_moves(game, 1)
    bot_moves(game, 2)
    assert drawn == [PAUSES["calm"]] * 4
    assert [*signature(pauses.draw_pauses).parameters] == ["game", "seats", "turn"]
    assert [*signature(pauses.draw_moment).parameters] == ["game", "now"]


def test_a_bot_still_at_its_decision_keeps_its_moment():
    game, anna = against_bots(2)
    moment = row(game, 1).bot_at
    play(game, anna, "boast")
    assert row(game, 1).bot_at == moment


def test_the_pace_is_for_who_sits_there_to_choose():
    game, anna = against_bots(2)
    set_bot_pace(game.pk, anna, "calm")
    assert fresh(game).bot_pace == "calm"
    assert row(game, 1).bot_at > now() + timedelta(seconds=1)
    with pytest.raises(MalformedMove):
        set_bot_pace(game.pk, anna, "hasty")
    with pytest.raises(NotSeated):
        set_bot_pace(game.pk, guest("Ben"), "calm")


# Taking back.


def test_ones_move_is_taken_back_with_the_bots_answers():
    game, anna = against_bots(2, 2)
    play(game, anna, "pick 3")
    bot_moves(game, 1)
    play(game, anna, "undo", seen=1, key="back")
    notations = list(game.records.order_by("ply").values_list("seat", "notation", "actor"))[1:]
    assert notations == [
        (0, "pick 3", anna.actor),
        (1, "pick 2", "bot:2"),
        (1, "undo", "bot:2"),
        (0, "undo", anna.actor),
    ]
    assert row(game, 1).bot_at and row(game, 0).acts_since
    play(game, anna, "pick 5")
    bot_moves(game, 1)
    bot_moves(game, 2)
    assert game.records.filter(seat=-1).count() == 2
    for _ in range(2):
        play(game, anna, "pick 3")
        bot_moves(game, 2)
        bot_moves(game, 1)
    assert is_proved(game) is True


def test_what_was_revealed_since_is_not_taken_back():
    game, anna = against_bots(2)
    play(game, anna, "pick 3")
    bot_moves(game, 1)
    with pytest.raises(TableError):
        play(game, anna, "undo")


def test_a_persons_answer_is_not_taken_back():
    game, (anna, ben, _) = running(seats=3)
    play(game, anna, "pick 3")
    play(game, ben, "pick 3")
    with pytest.raises(TableError):
        play(game, anna, "undo")


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
    assert (row(game, 1).left, row(game, 1).bot) == (True, 0)
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
    assert is_proved(game) is True


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


# Newcomers and substitutes.


def test_a_newcomer_takes_the_seat_of_a_bot_that_has_not_moved():
    game, anna = against_bots(2, 2, newcomers=True)
    bot_moves(game, 1)
    ben = guest("Ben")
    assert quick_start(ben, Wish("demo")).pk == game.pk
    seat = row(game, 2)
    assert (seat.name, seat.kind, seat.bot, seat.is_person) == ("Ben", "bot", 0, True)
    play(game, ben, "pick 4")
    play(game, anna, "pick 4")
    with pytest.raises(TableError):
        take_bot_seat(game.pk, guest("Cleo"))
    for _ in range(2):
        play(game, anna, "pick 3")
        play(game, ben, "pick 3")
        bot_moves(game, 1)
    assert is_proved(game) is True


def test_newcomers_come_within_a_minute_and_where_they_are_welcome():
    game, _ = against_bots(2)
    with pytest.raises(TableError):
        take_bot_seat(game.pk, guest("Ben"))
    late, _ = against_bots(2, newcomers=True)
    Game.objects.filter(pk=late.pk).update(newcomers_until=now())
    with pytest.raises(TableError):
        take_bot_seat(late.pk, guest("Ben"))
    assert quick_start(guest("Cleo"), Wish("demo")).is_open


def test_a_substitute_sits_down_when_all_agree():
    game, (anna, ben, cleo) = running(seats=3)
    play(game, cleo, "pick 6")
    leave(game.pk, cleo)
    dora = guest("Dora")
    asked = ask_for_bot_seat(game.pk, dora, 2)
    answer_candidate(game.pk, anna, asked.pk, True)
    assert row(game, 2).bot == 2
    answer_candidate(game.pk, ben, asked.pk, True)
    seat = row(game, 2)
    assert (seat.name, seat.bot, seat.left, seat.former) == ("Dora", 0, False, [cleo.actor])
    assert not Candidate.objects.exists()
    for _ in range(3):
        for viewer in (anna, ben, dora):
            if row(game, _index(game, viewer)).acts_since:
                play(game, viewer, "pick 2")
    assert is_proved(game) is True


def _index(game, viewer):
    return game.seats.get(guest_id=viewer.guest_id).index


def test_one_no_is_enough_and_nobody_holds_two_seats():
    game, (anna, ben, cleo) = running(seats=3)
    leave(game.pk, cleo)
    dora = guest("Dora")
    asked = ask_for_bot_seat(game.pk, dora, 2)
    with pytest.raises(NotSeated):
        answer_candidate(game.pk, dora, asked.pk, True)
    answer_candidate(game.pk, anna, asked.pk, False)
    assert not Candidate.objects.exists()
    with pytest.raises(TableError):
        ask_for_bot_seat(game.pk, ben, 2)
    with pytest.raises(TableError):
        ask_for_bot_seat(game.pk, dora, 0)
    ask_for_bot_seat(game.pk, dora, 2)
    withdraw(game.pk, dora)
    assert not Candidate.objects.exists()
    ask_for_bot_seat(game.pk, cleo, 2)
    Game.objects.filter(pk=game.pk).update(rated=True)
    with pytest.raises(TableError):
        ask_for_bot_seat(game.pk, dora, 2)


# Afterwards.


def test_a_rematch_seats_the_same_bots():
    game, anna = against_bots(1, 4)
    for _ in range(3):
        play(game, anna, "pick 3")
        bot_moves(game, 2)
        bot_moves(game, 1)
    after = Game.objects.get(pk=rematch(game.pk, anna, "").pk)
    assert after.is_running
    seated = [(seat.bot, seat.name) for seat in after.seats.all()]
    assert seated == [(seat.bot, seat.name) for seat in game.seats.all()]


def test_a_game_that_only_bots_and_clocks_play_is_given_up():
    game, anna = against_bots(2)
    play(game, anna, "boast")
    MoveRecord.objects.bulk_create(
        MoveRecord(game=game, ply=ply, seat=ply % 2, notation="x", actor=("bot:2", "clock")[ply % 2])
        for ply in range(2, 162)
    )
    Game.objects.filter(pk=game.pk).update(ply=161)
    make_late(game, 100)
    tick(now())
    assert fresh(game).ending == Game.Ending.EXPIRED


def test_the_referee_does_not_pass_for_a_bot_that_is_there():
    game, _ = against_bots(2)
    with pytest.raises(StaleMove):
        play_default(game.pk, 1, now())
