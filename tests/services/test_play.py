"""The one door: moves, refusals, repetition, staleness, undo."""

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, MoveRecord, Seat
from games.rules.protocol import CHANCE, IllegalMove, MalformedMove, NotSeated, StaleMove
from games.selectors.stored.position import load_state, positions
from games.selectors.stored.statements import write_moved
from games.selectors.tables import snapshots
from games.selectors.tables.snapshots import table_for
from games.services.play import door as play_module
from games.services.play.door import Order, play_default, play_move
from games.services.play.refusals import TableError
from tests.tables import guest, play, running

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def row(game):
    game.refresh_from_db()
    return game.ply, game.draw_no, game.state, game.status, game.records.count()


def test_a_move_is_recorded_with_what_chance_adds():
    game, (anna, ben) = running()
    assert play(game, anna, "pick 3") == 1
    assert play(game, ben, "pick 4") == 2
    assert [record.seat for record in game.records.all()] == [CHANCE, 0, 1, CHANCE]
    assert game.ply == 3
    assert load_state(game).round == 1


@pytest.mark.parametrize("notation", ["", "pick", "pick 9", "pick 3 4", "x" * 5000, "undo the war", "pick ٣"])
def test_what_is_not_a_move_is_malformed(notation):
    game, (anna, _) = running()
    before = row(game)
    with pytest.raises(MalformedMove):
        play(game, anna, notation)
    assert row(game) == before


def test_an_illegal_move_names_its_rule_and_changes_nothing():
    game, (anna, _) = running()
    play(game, anna, "boast")
    before = row(game)
    with pytest.raises(IllegalMove) as refusal:
        play(game, anna, "boast")
    assert refusal.value.rule == "DM-2"
    assert row(game) == before


def test_chance_cannot_be_played_by_a_seat():
    game, (anna, _) = running()
    with pytest.raises(IllegalMove):
        play(game, anna, "rolled 6")


def test_strangers_have_no_seat():
    game, _ = running()
    before = row(game)
    with pytest.raises(NotSeated):
        play_move(game.pk, guest("Eve"), Order("pick 1", 0, "p0"))
    assert row(game) == before


def test_the_same_key_answers_as_the_first_time():
    game, (anna, _) = running()
    first = play(game, anna, "pick 3", seen=0, key="once")
    assert [play(game, anna, "pick 3", seen=0, key="once") for _ in range(5)] == [first] * 5
    assert game.records.filter(seat=0).count() == 1


def test_the_same_key_with_another_move_is_stale():
    game, (anna, _) = running()
    play(game, anna, "boast", seen=0, key="once")
    with pytest.raises(StaleMove):
        play(game, anna, "pick 3", seen=0, key="once")


def test_a_key_is_one_seats_own():
    game, (anna, ben) = running()
    play(game, anna, "pick 3", seen=0, key="p0")
    play(game, ben, "boast", seen=0, key="p0")
    assert game.ply == 2


@pytest.mark.parametrize(
    "key", ["", "k" * 65, "a\0b", "ключ", "default-1", "bot-1", "manners-1", "deck", "p1"]
)
def test_a_form_without_a_proper_key_is_malformed(key):
    game, (anna, _) = running()
    with pytest.raises(MalformedMove):
        play_move(game.pk, anna, Order("pick 1", 0, key))


def test_others_may_move_meanwhile_in_a_simultaneous_phase():
    game, (anna, ben) = running()
    play(game, anna, "pick 3")
    play(game, ben, "pick 4", seen=0)
    assert load_state(game).round == 1


def test_an_own_move_makes_older_pages_stale():
    game, (anna, _) = running()
    play(game, anna, "boast", seen=0)
    with pytest.raises(StaleMove):
        play(game, anna, "pick 3", seen=0, key="second tab")


def test_a_lone_move_makes_everybodys_pages_stale():
    game, (anna, ben) = running()
    play(game, anna, "pick 3")
    play(game, ben, "pick 4")
    with pytest.raises(StaleMove):
        play(game, anna, "pick 1", seen=1, key="old page")


def test_a_page_from_the_future_is_stale():
    game, (anna, _) = running()
    with pytest.raises(StaleMove):
        play(game, anna, "pick 1", seen=7)


def test_undo_takes_back_the_own_last_move():
    game, (anna, _) = running()
    start = load_state(game)
    play(game, anna, "boast")
    play(game, anna, "undo")
    assert load_state(game) == start
    assert [record.notation for record in game.records.filter(ply__gt=0)] == ["boast", "undo"]
    assert game.ply == 2
    play(game, anna, "boast")
    play(game, anna, "pick 2")
    assert positions(game)[-1] == load_state(game)


def test_undo_goes_back_move_by_move_and_then_no_further():
    game, (anna, _) = running()
    start = load_state(game)
    play(game, anna, "boast")
    play(game, anna, "pick 5")
    play(game, anna, "undo")
    play(game, anna, "undo")
    assert load_state(game) == start
    with pytest.raises(TableError):
        play(game, anna, "undo")


def test_undo_never_crosses_another_seats_move():
    game, (anna, ben) = running()
    play(game, anna, "boast")
    play(game, ben, "boast")
    with pytest.raises(TableError):
        play(game, anna, "undo")


def test_undo_never_crosses_a_draw():
    game, (anna, ben) = running()
    play(game, anna, "pick 3")
    play(game, ben, "pick 4")
    for viewer in (anna, ben):
        with pytest.raises(TableError):
            play(game, viewer, "undo")


def test_undo_never_takes_back_what_revealed_something():
    game, (anna, _) = running()
    play(game, anna, "boast")
    game.records.filter(ply=game.ply).update(reveals=True)
    with pytest.raises(TableError):
        play(game, anna, "undo")


def test_the_end_ranks_the_seats_and_wakes_nobody():
    game, viewers = running()
    for _ in range(3):
        for viewer in viewers:
            play(game, viewer, "pick 2")
    assert game.status == Game.Status.FINISHED
    assert game.wake_at is None
    assert {seat.place for seat in game.seats.all()} == {1}
    with pytest.raises(TableError):
        play(game, viewers[0], "pick 2")


def test_default_moves_play_on_for_who_left():
    game, (anna, _) = running()
    play(game, anna, "pick 3")
    Seat.objects.filter(game=game, index=1).update(left=True)
    play_default(game.pk, 1, timezone.now())
    game.refresh_from_db()
    assert load_state(game).round == 1
    with pytest.raises(StaleMove):
        play_default(game.pk, CHANCE, timezone.now())


def test_a_damaged_position_is_rebuilt_from_the_log():
    game, (anna, _) = running()
    play(game, anna, "pick 3")
    truth = load_state(game)
    Game.objects.filter(pk=game.pk).update(state={**game.state, "scores": [99, 0]})
    game.refresh_from_db()
    assert load_state(game) == truth


def test_the_position_of_a_row_is_read_once_and_anew_after_a_move():
    game, (anna, _) = running()
    first = load_state(game)
    assert load_state(game) is first
    play(game, anna, "pick 3")
    assert load_state(game).picks == (3, 0)
    assert load_state(game) == positions(game)[-1] != first


def test_a_move_looks_once_at_what_the_page_missed_and_may_have_sent_before():
    game, (anna, _) = running()
    play(game, anna, "boast", 0, "once")
    with CaptureQueriesContext(connection) as asked:
        assert play_move(game.pk, anna, Order("boast", 0, "once")) == 1
    assert sum("games_moverecord" in query["sql"] for query in asked.captured_queries) == 1


def test_a_game_grows_by_moves_alone_once_it_is_long(monkeypatch):
    game, (anna, _) = running()
    play(game, anna, "boast")
    assert table_for(game, 0).can_undo
    for module in (play_module, snapshots):
        monkeypatch.setattr(module, "LONG", game.ply)
    assert not table_for(game, 0).can_undo
    before = row(game)
    with pytest.raises(TableError):
        play(game, anna, "undo")
    assert row(game) == before
    assert play(game, anna, "pick 3") == 2


def test_nothing_is_written_when_another_process_was_faster(monkeypatch):
    game, (anna, _) = running()
    count = MoveRecord.objects.count()

    def someone_was_faster(**values):
        Game.objects.filter(pk=game.pk).update(ply=F("ply") + 1)
        return write_moved(**values)

    monkeypatch.setattr(play_module, "write_moved", someone_was_faster)
    with pytest.raises(StaleMove):
        play(game, anna, "pick 1")
    assert MoveRecord.objects.count() == count
