"""The server is killed while moves are posted and said over sockets: what it acknowledged is there, once."""

import os
import sqlite3
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import psycopg
import pytest

from games.rules import registry
from tests.crash.clients import Player, SocketPlayer, Title
from tests.security.worlds import hidden_in
from tests.served import Site, database_for_a_site
from tests.thorough import PATIENCE, THOROUGH
from tests.waiting import until

pytestmark = [pytest.mark.database, pytest.mark.in_turn(3)]
# Once is enough for the fifty; the other database shows that its connections recover as well.
KILLS = (10 if THOROUGH else 5) if os.environ.get("DATABASE_URL") else (100 if THOROUGH else 15)
HELD = 5
"""Of so many kills one comes between a commit and its answer; where the others come, chance decides."""
SAID = 3
"""Before every so many kills a move is said over a socket."""
PLAYERS = [Player, Player, SocketPlayer, SocketPlayer]
LOG = "SELECT game_id, ply, key FROM games_moverecord ORDER BY game_id, ply"


def title():
    """Return the first title on offer, with a move that can be made blindly."""
    slug = next(iter(registry.SLUGS))
    return Title(slug, hidden_in(slug).EASY, hidden_in(slug).EASY_PLIES)


@pytest.fixture
def site(tmp_path):
    with database_for_a_site() as database:
        found = Site(tmp_path, database).prepare().start("--no-bots")
        yield found
        found.kill()


def acknowledged_by(players):
    """Return the keys of all moves that were acknowledged so far."""
    return [key for player in players for key in tuple(player.tally.acknowledged)]


def over_sockets(players):
    """Return how many moves were acknowledged over sockets so far."""
    return sum(player.tally.over_socket for player in players)


def await_more(players, known):
    """Return once more moves were acknowledged than those known, however busy the machine is."""
    until(lambda: len(acknowledged_by(players)) > known or any(player.tally.faults for player in players))
    assert [player.tally.faults for player in players if player.tally.faults] == []


def log_of(site):
    """Return the log as the database has it, which must be whole."""
    if "DATABASE_URL" in site.env:
        with psycopg.connect(site.env["DATABASE_URL"]) as database:
            return database.execute(LOG).fetchall()
    with closing(sqlite3.connect(f"{site.env['CARDCITY_DATA']}/cardcity.sqlite3", timeout=10)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return database.execute(LOG).fetchall()


def check(site, acknowledged):
    """Check that every acknowledged move is in the log once, and that no log has a gap."""
    log = log_of(site)
    times = Counter(key for _, _, key in log if key)
    assert set(times.values()) <= {1}
    assert set(acknowledged) <= times.keys()
    plies = {}
    for game, ply, _ in log:
        plies.setdefault(game, []).append(ply)
    assert all(found == list(range(len(found))) for found in plies.values())
    return times.keys()


def kill_before_an_answer(site):
    """Kill the server when it has committed a move and not yet said so."""
    hold, held = (Path(site.data) / name for name in ("hold", "held"))
    hold.touch()
    until(held.exists)
    site.kill()
    hold.unlink()
    held.unlink()


def test_killed_again_and_again_it_loses_and_doubles_nothing(site, record_property):
    random, ending = Random(1), threading.Event()
    players = [kind(f"p{number}-", site.port, title(), ending) for number, kind in enumerate(PLAYERS)]
    for player in players:
        player.start()
    unanswered, acknowledged = 0, []
    for kill in range(KILLS):
        await_more(players, len(acknowledged) + 1)
        if kill % SAID == 0:
            # Sockets open after the first posts: a slow machine is killed before any move is said over them.
            said = over_sockets(players)
            until(lambda said=said: over_sockets(players) > said)
        if kill % HELD:
            time.sleep(random.uniform(0, 0.3))
            site.kill()
        else:
            kill_before_an_answer(site)
        acknowledged = acknowledged_by(players)
        unanswered += len(check(site, acknowledged) - set(acknowledged))
        site.start("--no-bots")
        assert [player.tally.faults for player in players if player.tally.faults] == []
    time.sleep(0.5)
    ending.set()
    for player in players:
        player.join(PATIENCE)
        assert not player.is_alive()
        assert player.tally.faults == []
    acknowledged = acknowledged_by(players)
    check(site, acknowledged)
    record_property("acknowledged", len(acknowledged))
    record_property("unanswered", unanswered)
    assert over_sockets(players) >= KILLS // SAID
    assert unanswered >= KILLS // HELD, "no kill came between a commit and its answer"
    assert len(set(acknowledged)) == len(acknowledged) > KILLS
    assert site.stop() == 0
    assert ", 0 failed" in site.manage("verify_game", "--all")
