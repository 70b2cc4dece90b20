"""A served site whose PostgreSQL is stopped and started again in the middle of a game."""

import pytest

from tests.live.site import site
from tests.live.test_processes import heard
from tests.postgresql import PROGRAMS, postgresql
from tests.thorough import THOROUGH
from tests.waiting import until

pytestmark = [pytest.mark.skipif(not PROGRAMS, reason="PostgreSQL is not installed"), pytest.mark.in_turn(2)]
STOPS = 20 if THOROUGH else 1


def answers(served, path="/"):
    return served.request("GET", path)[0]


def test_it_says_so_loses_nothing_and_comes_back_by_itself(tmp_path):
    with postgresql() as database, site(tmp_path, STOPS, DATABASE_URL=database.url) as served:
        for game, (anna, ben) in served.games:
            with served.socket(game, ben) as page:
                assert heard(page, "0\n")
                assert served.move(game, anna, "boast", 0) == 200
                assert heard(page, "1 0\n")
                database.stop()
                # What is answered is no success, and nothing is kept of it.
                assert served.move(game, anna, "pick 2", 1) >= 500
                assert answers(served) >= 500
                assert '"database": "failed"' in served.request("GET", "/healthz")[1]
                database.start()
                until(lambda: answers(served, "/healthz") == 200, every=0.1)
                assert served.move(game, anna, "pick 2", 1) == 200
                assert heard(page, "2 1\n")
        assert answers(served) == 200
