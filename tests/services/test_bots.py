"""Bots at tables: seated by the host, moving through the one door, their answers taken back."""

from dataclasses import replace
from datetime import timedelta
from inspect import signature

import pytest

from games.models import Game, Seat
from games.rules import registry
from games.rules.protocol import MalformedMove, NotSeated, StaleMove
from games.services.clocks import bot_moments
from games.services.clocks.bot_moments import ANSWER_SECONDS
from games.services.play.door import play_bot
from games.services.play.refusals import TableError
from games.services.tables.bot_names import NAMES
from games.services.tables.bots import (
    add_bot,
    open_against_bots,
    remove_bot,
    set_bot_pace,
    start_with_bots,
)
from games.services.tables.leaving import leave
from games.services.tables.seating import Plan, open_table, sit
from tests import botting
from tests.botting import PLAN, against_bots, bot_moves, is_proved, now
from tests.tables import fresh, guest, play, row, running

brainy = botting.brainy
pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.usefixtures("brainy")]


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
    assert is_proved() is True
    assert not Seat.objects.filter(bot_at__isnull=False).exists()


def test_the_pause_does_not_depend_on_the_position(monkeypatch):
    """It is drawn from one range, by a function that is given neither the rules nor the position."""
    drawn = []

    class Noted:
        def uniform(self, *span):
            drawn.append(span)
            return span[0]

    monkeypatch.setattr(bot_moments, "_RANDOM", Noted())
    game, anna = against_bots(1, 4, bot_pace="calm")
    play(game, anna, "boast")
    play(game, anna, "pick 3")
    bot_moves(game, 1)
    bot_moves(game, 2)
    assert drawn == [ANSWER_SECONDS["calm"]] * 4
    assert [*signature(bot_moments.draw_moments).parameters] == ["game", "seats", "turn"]
    assert [*signature(bot_moments.draw_moment).parameters] == ["game", "now"]


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
    assert is_proved() is True


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
