"""Positions in memory: taking a move back needs no replay, and without memory leads to the same."""

import pytest
from django.db import connection, transaction

from games.models import Game
from games.selectors.stored import position
from games.selectors.stored.position import (
    keep_on_commit,
    last_positions,
    load_state,
    positions,
    positions_at,
)
from tests.tables import play, running

pytestmark = pytest.mark.django_db(transaction=True)


def never(*_):
    raise AssertionError("the game was replayed")


@pytest.mark.parametrize("is_kept", [True, False])
def test_moves_are_taken_back_one_after_the_other(is_kept, monkeypatch):
    game, (anna, _) = running()
    start = load_state(game)
    play(game, anna, "boast")
    between = load_state(game)
    play(game, anna, "pick 5")
    if is_kept:
        monkeypatch.setattr(position, "positions", never)
    else:
        last_positions.clear()
    play(game, anna, "undo")
    assert load_state(game) == between
    play(game, anna, "undo")
    assert load_state(game) == start
    monkeypatch.undo()
    assert positions(game)[-1] == start


def test_only_the_last_positions_of_a_game_are_kept(monkeypatch):
    monkeypatch.setattr(position, "KEPT_PLIES", 3)
    game, _ = running()
    for ply in range(5):
        game.ply = ply
        keep_on_commit(game, ply)
    assert last_positions.get(game.pk) == {2: 2, 3: 3, 4: 4}
    assert positions_at(game, [4, 2])[4] == 4


def test_a_position_that_is_not_committed_is_not_kept():
    game, _ = running()
    with transaction.atomic():
        keep_on_commit(game, "never")
        transaction.set_rollback(True)
    assert last_positions.get(game.pk) is None


def test_a_position_whose_bytes_are_damaged_is_rebuilt():
    game, (anna, _) = running()
    play(game, anna, "boast")
    known, key = load_state(game), Game._meta.pk.get_db_prep_value(game.pk, connection)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_game SET state = %s WHERE id = %s", [b"x\x9c\0\0", key])
    assert load_state(Game.objects.get(pk=game.pk)) == known
