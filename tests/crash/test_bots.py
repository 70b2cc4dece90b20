"""The bots' process, or what thinks for it, is killed again and again: no turn is lost, doubled or skipped."""

import contextlib
import os
import signal
import sqlite3
import time
from collections import Counter
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import psycopg
import pytest

from tests import forks
from tests.served import database_for_a_site
from tests.thorough import THOROUGH
from tests.waiting import until

pytestmark = [pytest.mark.database, pytest.mark.in_turn(4)]
KILLS = 50 if THOROUGH else 3
"""While games run."""
TABLES = 20 if THOROUGH else 6
"""Of which all games may be over before the next kill: then there are as many again."""
PICKS = 9
"""Of the three seats in the three rounds of a game."""
LOG = "SELECT game_id, ply, seat, notation, actor FROM games_moverecord ORDER BY game_id, ply"


class BotsSite:
    """Data of a site of which nothing runs but the bots' process."""

    def __init__(self, data, database):
        self.data = data
        known = {
            name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}
        }
        self.env = known | {"CARDCITY_DATA": str(data)} | ({"DATABASE_URL": database} if database else {})
        self.database = database

    def run(self, *arguments):
        """Run a command and return what it said."""
        done = forks.run(["-m", "tests.crash.bots_site", *arguments], self.env)
        assert done.returncode == 0, done.said
        return done.said

    @contextmanager
    def bots(self):
        """Let the bots play until the block ends, and kill their process."""
        command = ["-m", "tests.crash.bots_site", "bots", "--lease", "0.5", "--processes", "1"]
        with (self.data / "bots.log").open("a") as log:
            process = forks.Program(command, self.env, log)
        try:
            yield process
        finally:
            process.kill()
            process.wait()

    def log(self):
        """Return the log as the database has it."""
        if self.database:
            with psycopg.connect(self.database) as found:
                return found.execute(LOG).fetchall()
        with closing(sqlite3.connect(self.data / "cardcity.sqlite3", timeout=10)) as found:
            return found.execute(LOG).fetchall()

    def picks(self):
        """Return how many choices bots have made; a boast beside them is none."""
        return sum(notation.startswith("pick") for _game, _ply, _seat, notation, _actor in self.log())


@pytest.fixture
def site(tmp_path):
    with database_for_a_site() as database:
        yield BotsSite(tmp_path, database)


def check(log):
    """Check that no log has a gap, and that no seat has moved twice in a round."""
    plies, moved = {}, Counter()
    for game, ply, seat, notation, actor in log:
        plies.setdefault(game, []).append(ply)
        if notation.startswith("rolled"):
            assert not {moved.pop((game, at)) for at in range(3)} - {1}
        elif seat >= 0:
            assert actor.startswith("bot:") and notation.startswith(("pick", "boast"))
            moved[game, seat] += notation.startswith("pick")
    assert all(found == list(range(len(found))) for found in plies.values())
    assert {*moved.values()} <= {0, 1}


def test_killed_again_and_again_it_loses_and_doubles_no_turn(site, record_property):
    random = Random(2)
    site.run("prepare", str(TABLES))
    tables, kills = TABLES, 0
    while kills < KILLS:
        if (known := site.picks()) == tables * PICKS:
            site.run("prepare", str(TABLES))
            tables += TABLES
        with site.bots():
            until(lambda known=known: site.picks() > known)
            time.sleep(random.uniform(0, 0.5))
        check(site.log())
        kills += site.picks() < tables * PICKS
    with site.bots():
        until(lambda: site.picks() == tables * PICKS)
    record_property("kills", kills)
    check(site.log())
    assert ", 0 failed" in site.run("verify_game", "--all")


def thinkers_of(pid):
    """Return the processes that think for this one."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
            if int(parent) == pid and b"games.bots.thinker" in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_killed_again_and_again_its_thinkers_lose_and_double_no_turn(site, record_property):
    """Others follow them, and the process that lost them goes on."""
    random, killed = Random(3), set()
    site.run("prepare", str(TABLES))
    tables = TABLES
    with site.bots() as process:
        while len(killed) < KILLS:
            if (known := site.picks()) == tables * PICKS:
                site.run("prepare", str(TABLES))
                tables += TABLES
            # Once everything is played nobody thinks any more.
            until(
                lambda known=known, last=tables * PICKS: (
                    (made := site.picks()) > known and (thinkers_of(process.pid) or made == last)
                )
            )
            time.sleep(random.uniform(0, 0.2))
            for thinker in thinkers_of(process.pid):
                os.kill(thinker, signal.SIGKILL)
                killed.add(thinker)
            check(site.log())
        until(lambda: site.picks() == tables * PICKS)
        assert process.poll() is None
    record_property("kills", len(killed))
    check(site.log())
    assert ", 0 failed" in site.run("verify_game", "--all")
