"""Several processes on Redis: it carries news, and no move ever waits for it."""

import contextlib
import shutil
import signal
import socket
import subprocess
import time

import pytest

from tests.live.site import site
from tests.served import free_port
from tests.thorough import PATIENCE

pytestmark = pytest.mark.skipif(not shutil.which("redis-server"), reason="redis-server is not installed")
NEVER = "3600"
# However this process ends, its servers end with it.
ENDING_WITH_US = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []


class Redis:
    """A Redis of its own on a free port, that can be started again."""

    def __init__(self, folder):
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.folder = folder
        self.start()

    def start(self):
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        command = [*ENDING_WITH_US, "redis-server", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
            time.sleep(0.05)
        raise AssertionError("redis-server does not start")

    def stop(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        if how == signal.SIGKILL:
            self.process.wait()


@pytest.fixture
def redis(tmp_path):
    found = Redis(tmp_path)
    yield found
    found.stop()


def heard(page, start):
    """Return once a frame begins so; others before it do not matter."""
    while not page.recv(timeout=PATIENCE).startswith(start):
        pass
    return True


def test_a_move_in_one_process_reaches_the_sockets_of_another(tmp_path, redis):
    """Without any sweep, so that it was Redis that brought the news."""
    known = {"REDIS_URL": redis.url, "TEST_SWEEP_INTERVAL": NEVER}
    with site(tmp_path, 1, **known) as one, site(tmp_path, 0, **known) as two:
        game, (anna, ben) = one.games[0]
        with two.socket(game, ben) as page:
            assert page.recv(timeout=PATIENCE).startswith("0\n")
            joined(redis.url, game)
            assert one.move(game, anna, "boast", 0) == 200
            assert heard(page, "1 0\n")
            assert one.move(game, anna, "pick 2", 1) == 200
            assert heard(page, "2 1\n")


def joined(url, game):
    """Wait until some process is in the game's group."""
    import redis

    with redis.from_url(url) as client:
        while not client.exists(f"cardcity:group:game-{game}"):
            time.sleep(0.05)


@pytest.mark.parametrize("how", [signal.SIGSTOP, signal.SIGKILL], ids=["hangs", "is gone"])
def test_without_redis_moves_commit_and_are_seen(tmp_path, redis, how):
    known = {"REDIS_URL": redis.url}
    with (
        site(tmp_path, 1, TEST_SWEEP_INTERVAL=NEVER, **known) as one,
        site(tmp_path, 0, TEST_SWEEP_INTERVAL="0.2", **known) as two,
    ):
        game, (anna, ben) = one.games[0]
        with one.socket(game, ben) as here, two.socket(game, ben) as there:
            assert heard(here, "0\n")
            assert heard(there, "0\n")
            redis.stop(how)
            for ply, move in enumerate(("boast", "pick 2")):
                assert one.move(game, anna, move, ply) == 200
                assert heard(here, f"{ply + 1} {ply}\n")
            assert heard(there, "2")
            with one.socket(game, anna) as late:
                assert heard(late, "2\n")


def test_a_redis_that_forgot_everything_is_told_again_who_listens(tmp_path, redis):
    known = {"REDIS_URL": redis.url, "TEST_SWEEP_INTERVAL": "0.2"}
    with site(tmp_path, 1, **known) as one, site(tmp_path, 0, **known) as two:
        game, (anna, ben) = one.games[0]
        with two.socket(game, ben) as page:
            assert heard(page, "0\n")
            redis.stop()
            redis.start()
            assert one.move(game, anna, "boast", 0) == 200
            assert heard(page, "1 0\n")
            joined(redis.url, game)
