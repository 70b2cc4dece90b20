"""Two processes with nothing to do on a real Redis: they stay within earshot of each other, and well."""

import time

import pytest

from tests.live import test_processes as processes
from tests.live.site import site
from tests.live.test_processes import NEVER, Redis, heard, joined

pytestmark = [processes.pytestmark, pytest.mark.in_turn(2)]
QUIET = 7
"""Seconds in which the channel layer's blocking call comes to its end."""


@pytest.fixture(scope="module")
def two_processes(tmp_path_factory):
    """Two processes, one with a page at its hub, that have been idle for a while."""
    folder = tmp_path_factory.mktemp("idle")
    server = Redis(folder)
    known = {"REDIS_URL": server.url, "TEST_SWEEP_INTERVAL": NEVER}
    with site(folder, 1, **known) as one, site(folder, 0, **known) as two:
        game, (_, ben) = one.games[0]
        with two.socket(game, ben) as page:
            assert heard(page, "0\n")
            joined(server.url, game)
            time.sleep(QUIET)
            yield one, two, page
    server.stop()


def test_news_cross_after_a_silence(two_processes):
    """The socket of the other process hears them without any sweep."""
    one, _, page = two_processes
    game, (anna, _) = one.games[0]
    assert one.move(game, anna, "boast", 0) == 200
    assert heard(page, "1 0\n")


def test_the_silence_was_no_fault(two_processes):
    """An idle listener times out in Redis, which is no error, and not in its own socket, which would be one."""
    one, two, _ = two_processes
    assert [line for line in one.said + two.said if "channel layer" in line] == []


def test_health_is_asked_beside_a_listening_hub(two_processes):
    for served in two_processes[:2]:
        for _ in range(5):
            assert served.request("GET", "/healthz") == (
                200,
                '{"database": "ok", "migrations": "ok", "channels": "ok", "disk": "ok", "mail": "none", "bots": "ok", "referee": "ok"}',
            )
