"""Several processes, as a growing site runs them: PostgreSQL, Redis, two servers, a referee of its own."""

import os
import shutil
import signal

import pytest
from cryptography.fernet import Fernet
from websockets.sync.client import connect

from tests import forks
from tests.crash.clients import opened_table
from tests.crash.test_kill import title
from tests.live.test_processes import Redis
from tests.served import Site, database_for_a_site
from tests.thorough import PATIENCE
from tests.waiting import until

KEY = Fernet.generate_key().decode()
POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")
pytestmark = [
    pytest.mark.in_turn(2),
    pytest.mark.database,
    pytest.mark.skipif(not POSTGRES, reason="several processes need PostgreSQL in DATABASE_URL"),
    pytest.mark.skipif(not shutil.which("redis-server"), reason="redis-server is not installed"),
]


@pytest.fixture
def redis(tmp_path):
    found = Redis(tmp_path)
    yield found
    found.stop()


@pytest.fixture
def sites(tmp_path, redis):
    """Two servers without a referee, and the referee."""
    with database_for_a_site() as database:
        known = {"REDIS_URL": redis.url, "SEVERAL_PROCESSES": "1", "SECOND_FACTOR_KEY": KEY}
        one, two = (Site(tmp_path, database, **known) for _ in range(2))
        one.prepare().start("--no-referee")
        two.start("--no-referee", "--no-bots")
        with one.log.open("a") as log:
            referee = forks.Program(["manage.py", "referee"], one.env, log)
        yield one, two
        referee.terminate()
        # It may be told to end before it is ready to be told.
        assert referee.wait(PATIENCE) in {0, -signal.SIGTERM}
        assert [one.stop(), two.stop()] == [0, 0]


class Play:
    """One table, played blindly; each of the two players is on a server of their own."""

    def __init__(self, sites):
        self.title = title()
        self.address, self.browsers = opened_table(self.title.slug, [site.port for site in sites])
        self.ply, self.turn = 0, None

    def move(self):
        """Make the next move, on whichever server the player is."""
        form = {"move": self.title.move, "ply": self.ply, "key": f"k{self.ply}"}
        for seat in (0, 1) if self.turn is None else (self.turn,):
            status, _, _ = self.browsers[seat].ask("POST", f"{self.address}move/", form)
            if status == 302:
                self.ply, self.turn = self.ply + 1, 1 - seat
                return
            assert self.turn is None
        raise AssertionError("nobody may move")

    def page(self, seat):
        """Return the socket of a seat's page, on that seat's server."""
        browser = self.browsers[seat]
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        return connect(
            f"ws://127.0.0.1:{browser.port}/ws{self.address}",
            origin=f"http://127.0.0.1:{browser.port}",
            additional_headers={"Cookie": cookies},
            proxy=None,
        )

    def shows(self, page):
        """Wait until the page has been brought to the last ply."""
        while int(page.recv(timeout=PATIENCE).partition("\n")[0].split()[0]) < self.ply:
            pass


def test_a_game_across_two_servers_with_and_without_redis(sites, redis):
    play = Play(sites)
    with play.page(0) as one, play.page(1) as two:
        _four_moves(play, one, two)
        redis.stop()
        _four_moves(play, one, two)
        redis.start()
        _four_moves(play, one, two)
        with play.page(1) as late:
            play.shows(late)
    assert ", 0 failed" in sites[0].manage("verify_game", "--all")


def _four_moves(play, *pages):
    for _ in range(4):
        play.move()
        for page in pages:
            play.shows(page)


def test_a_bot_plays_for_who_left(sites):
    play = Play(sites)
    play.move()
    left = play.browsers[play.turn]
    with play.page(1 - play.turn) as page:
        assert left.ask("POST", f"{play.address}leave/", {})[0] == 302
        play.ply += 1
        play.shows(page)
    log = play.browsers[1 - play.turn].ask("GET", f"{play.address}record.json")[2]
    assert log.count('"ply"') == 2


def test_both_servers_say_when_redis_is_gone_and_when_it_is_back(sites, redis):
    play = Play(sites)
    health = [browser.ask("GET", "/healthz")[0] for browser in play.browsers]
    assert health == [200, 200]
    redis.stop()
    assert [browser.ask("GET", "/healthz")[0] for browser in play.browsers] == [503, 503]
    redis.start()
    asked = [browser.ask for browser in play.browsers]
    until(lambda: [ask("GET", "/healthz")[0] for ask in asked] == [200, 200], every=0.1)
