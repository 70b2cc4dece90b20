"""Two servers as the README starts them, through a long silence with a page open: nothing to complain of."""

import time
from http.client import HTTPConnection

from tests.crash import test_processes as processes
from tests.crash.test_processes import Play
from tests.thorough import PATIENCE, THOROUGH

redis, sites = processes.redis, processes.sites
pytestmark = processes.pytestmark
MINUTES = 10 if THOROUGH else 0.1
SILENCE = 60 if THOROUGH else 7
"""Seconds without a move; the channel layer blocks for five at a time."""
MOVES = 5 if THOROUGH else 1
ASKED = 100


def health(site):
    """Return the status of the health page."""
    connection = HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    connection.request("GET", "/healthz")
    status = connection.getresponse().status
    connection.close()
    return status


def lines_of(sites):
    """Return all that the servers have logged."""
    return [site.log.read_text().splitlines() for site in sites]


def test_a_long_silence_leaves_no_line_in_any_log(sites, record_property):
    play = Play(sites)
    with play.page(0) as one, play.page(1) as two:
        # Whose turn it is turns out by a move that is refused, and the log says so.
        play.move()
        known = lines_of(sites)
        time.sleep(MINUTES * 60)
        statuses = [health(sites[number % 2]) for number in range(ASKED)]
        delays = [_heard_after(play, (one, two)) for _ in range(MOVES)]
    record_property("seconds to the other process's page", delays)
    print("statuses", sorted(set(statuses)), len(statuses), "delays", [round(one, 3) for one in delays])
    assert statuses == [200] * ASKED
    assert lines_of(sites) == known


def _heard_after(play, pages):
    """Move after a silence; return how long the page at the other process waited for it."""
    time.sleep(SILENCE)
    start = time.perf_counter()
    play.move()
    other = pages[play.turn]
    play.shows(other)
    delay = time.perf_counter() - start
    play.shows(pages[1 - play.turn])
    return delay
