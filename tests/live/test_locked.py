"""A database that another program keeps locked for a while: who moves waits, and nobody else notices."""

import sqlite3
import time
from contextlib import closing

import pytest

from tests.live.site import site
from tests.thorough import PATIENCE

pytestmark = pytest.mark.in_turn(2)

LOCKED_SECONDS = 5


def hears(page, start):
    """Wait until a page is told something that starts so, past all else."""
    while not page.recv(PATIENCE).startswith(start):
        pass


def test_a_move_waits_until_the_database_is_free_and_is_made_once(tmp_path):
    with site(tmp_path, 2) as served, closing(sqlite3.connect(tmp_path / "cardcity.sqlite3")) as other:
        (game, (anna, ben)), (elsewhere, (cleo, _)) = served.games
        with (
            served.socket(game, anna) as mine,
            served.socket(game, ben) as watching,
            served.socket(elsewhere, cleo) as third,
        ):
            for page in (mine, watching, third):
                hears(page, "0")
            other.isolation_level = None
            other.execute("BEGIN IMMEDIATE")
            mine.send("move 0 a boast")
            until = time.monotonic() + LOCKED_SECONDS
            while time.monotonic() < until:
                for page in (watching, third):
                    page.send("ping")
                    hears(page, "pong")
                assert (
                    served.request("GET", f"/games/{game}/", headers={"Cookie": f"sessionid={ben}"})[0] == 200
                )
                time.sleep(0.6)
            assert plies(other, game) == []
            other.execute("ROLLBACK")
            hears(mine, "moved 1")
            hears(watching, "1 0")
            mine.send("move 0 a boast")
            hears(mine, "moved 1")
        assert plies(other, game) == [1]


def plies(database, game):
    """Return the plies that people have made in a game."""
    found = database.execute(
        "SELECT ply FROM games_moverecord WHERE game_id = ? AND ply > 0", [game.replace("-", "")]
    )
    return [ply for (ply,) in found]
