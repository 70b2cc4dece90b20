"""The server killed in the middle of submissions: nothing acknowledged is lost, nothing is done twice."""

import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest

from tests.served import ROOT, Site, database_for_a_site

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("served")]
KILLS = 50 if not os.environ.get("DATABASE_URL") else 10
CLIENTS, GAMES_EACH = 4, 40
DECK_MOVES = 33
TOKEN = "t" * 32


class NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


OPENER = build_opener(NoRedirect)


class Client(threading.Thread):
    """Plays both seats of one game after another; sends each move with its key until it is acknowledged."""

    def __init__(self, site, games):
        super().__init__(daemon=True)
        self.site, self.games = site, games
        self.acknowledged = {}
        self.retries = 0
        self.enough = threading.Event()

    def run(self):
        for game in self.games:
            for ply in range(DECK_MOVES):
                if self.enough.is_set():
                    return
                self.send_until_acknowledged(game, ply)
                self.acknowledged[game["id"]] = ply + 1

    def send_until_acknowledged(self, game, ply):
        while not self.is_acknowledged(game, ply):
            self.retries += 1
            time.sleep(0.02)

    def is_acknowledged(self, game, ply):
        data = urlencode({"move": "deck", "ply": ply, "key": f"key-{ply}"}).encode()
        cookie = f"sessionid={game['sessions'][ply % 2]}; csrftoken={TOKEN}"
        headers = {"Cookie": cookie, "X-CSRFToken": TOKEN, "HX-Request": "true"}
        request = Request(f"{self.site.url}/games/{game['id']}/move/", data, headers)
        try:
            with OPENER.open(request, timeout=20) as answer:
                assert answer.status == 200
                return True
        except (URLError, OSError) as error:
            assert getattr(error, "code", 503) == 503, error
            return False


@pytest.fixture
def crashing_site(tmp_path):
    with database_for_a_site() as database:
        site = Site(tmp_path, database).prepare()
        yield site
        site.stop()


def prepared(site, count):
    environment = {**site.env, "DJANGO_SETTINGS_MODULE": "cardcity_site.settings"}
    command = [sys.executable, "-m", "tests.crash.prepare", str(count)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_killed_in_the_middle_of_submissions(crashing_site):
    site, chance = crashing_site, random.Random(50)
    games = prepared(site, CLIENTS * GAMES_EACH)
    clients = [Client(site, games[number::CLIENTS]) for number in range(CLIENTS)]
    site.start()
    for client in clients:
        client.start()
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.05, 0.4))
        site.kill()
        site.start()
    for client in clients:
        client.enough.set()
        client.join(60)
        assert not client.is_alive()
    assert sum(client.retries for client in clients) > 0
    check_logs(site, clients)


def check_logs(site, clients):
    """Every acknowledged move is in the log once, and no other; the whole replays from its seeds."""
    acknowledged = {game: plies for client in clients for game, plies in client.acknowledged.items()}
    assert sum(acknowledged.values()) > KILLS
    sessions = {game["id"]: game["sessions"][0] for client in clients for game in client.games}
    for game, plies in acknowledged.items():
        moves = record(site, game, sessions[game])["moves"]
        assert [(move["ply"], move["move"]) for move in moves] == [(ply + 1, "deck") for ply in range(plies)]
    assert " 0 failed" in site.manage("verify_game", "--all")
    if "DATABASE_URL" not in site.env:
        path = f"{site.env['CARDCITY_DATA']}/cardcity.sqlite3"
        with closing(sqlite3.connect(path)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def record(site, game, session):
    request = Request(f"{site.url}/games/{game}/record.json", headers={"Cookie": f"sessionid={session}"})
    with OPENER.open(request, timeout=20) as answer:
        return json.loads(answer.read())
