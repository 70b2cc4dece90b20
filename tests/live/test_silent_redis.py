"""A served site whose Redis accepts connections and never answers."""

import contextlib
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

import pytest

from tests.blackhole import Blackhole
from tests.live.site import TOKEN, site
from tests.live.test_processes import heard
from tests.thorough import PATIENCE
from tests.views.offering import offer_on

CROWD = 40


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with (
        contextlib.closing(Blackhole()) as redis,
        site(tmp_path_factory.mktemp("silent"), 2, REDIS_URL=f"redis://127.0.0.1:{redis.port}/0") as found,
    ):
        yield found


def post(served, path, **fields):
    headers = {"Cookie": f"csrftoken={TOKEN}", "Content-Type": "application/x-www-form-urlencoded"}
    body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields})
    return served.request("POST", path, body, headers, PATIENCE)[0]


def offer_for(served):
    """Return an offer as the page of a new table shows it to the browser that posts."""
    page = served.request("GET", "/new/demo/", headers={"Cookie": f"csrftoken={TOKEN}"}, timeout=PATIENCE)[1]
    return offer_on(page)[0]


def threads_of(served):
    with open(f"/proc/{served.process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("Threads"))


def test_moves_commit_and_reach_the_pages_of_this_process(served):
    game, (anna, ben) = served.games[0]
    with served.socket(game, ben) as page:
        assert heard(page, "0\n")
        for ply, move in enumerate(("boast", "pick 2")):
            assert served.move(game, anna, move, ply) == 200
            assert heard(page, f"{ply + 1} {ply}\n")


def test_health_names_what_is_wrong(served):
    status, text = served.request("GET", "/healthz")
    assert (status, text) == (
        503,
        '{"database": "ok", "migrations": "ok", "channels": "failed", "disk": "ok", "mail": "none", "bots": "ok", "referee": "ok"}',
    )


def test_a_crowd_whose_limits_would_be_counted_there_is_answered(served):
    """Each waits for Redis at most once, and leaves no thread behind that does."""
    form = {"seats": "2", "listed": "yes", "seed": ""}
    forms = [form | {"name": f"G{number}", "offer": offer_for(served)} for number in range(CROWD)]
    with ThreadPoolExecutor(CROWD) as pool:
        tables = [pool.submit(post, served, "/new/demo/", **fields) for fields in forms]
        pages = [pool.submit(served.request, "GET", "/", timeout=PATIENCE) for _ in range(CROWD)]
    assert {table.result() for table in tables} == {302}
    assert {page.result()[0] for page in pages} == {200}
    settled = threading.Event()
    for _ in range(100):
        if threads_of(served) < CROWD:
            return
        settled.wait(0.2)
    raise AssertionError(f"{threads_of(served)} threads")


def test_it_ends_when_told(served):
    served.process.terminate()
    assert served.process.wait(PATIENCE) == 0
