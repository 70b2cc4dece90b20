"""A page costs the same in a full database as in a nearly empty one.

Two crowds that do not know each other are put into one database, the second many times the first. Pages
are looked at by somebody of the first crowd before and after: they must ask as many questions, get as
many rows for an answer, and take less than twice the time. Time is that of this process alone, the least
of several looks, and compared only with itself, so that a busy machine does not matter.

Lists must be as long in the small database as they ever get. A page of yours belongs into ``PAGES``: the
name of its address, and whom or what it is about.
"""

from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import process_time

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.urls import reverse

from games.models import Game, Rating, Seat
from games.rules import registry
from games.services.crowd import Size, populate
from tests.demo.ruleset import RULESET

pytestmark = pytest.mark.django_db
PAGES = {"home": [], "profile": ["keenest"], "leaders": ["title"], "fair_play": []}
SMALL, LARGE = Size(people=100, games=800), Size(people=400, games=3000, seed=2)
LOOKS = 9
MOST_QUERIES = 15
MOST_TIMES = 2.0
FETCHES = ("fetchone", "fetchmany", "fetchall")


@dataclass
class Cost:
    """What one look at a page takes."""

    queries: int = 0
    rows: int = 0
    seconds: float = 0


@pytest.fixture(autouse=True)
def one_short_title_for_two(monkeypatch):
    """Play the shortest title, always by two: what counts is how many games there are, not which."""
    duel = replace(RULESET, seats=(2,))
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.demo.ruleset"})
    monkeypatch.setattr(registry, "get", lambda slug: duel)


def least_rated():
    """Return a browser of somebody who stands below the leader board, with more than a page of games."""
    ratings = Rating.objects.filter(games__gte=5).order_by("score")
    assert ratings.count() > 50
    client = Client()
    client.force_login(get_user_model().objects.get(pk=ratings[0].user_id))
    return client


def known_values():
    """Return what addresses are filled in with: the account with most games, the title."""
    keenest = Rating.objects.order_by("-games").first().user_id
    assert Seat.objects.filter(user_id=keenest, game__status=Game.Status.FINISHED).count() > 25
    return {"keenest": keenest, "title": "demo"}


@contextmanager
def counted(monkeypatch):
    """Count the queries and the rows that come back."""
    found = Cost()

    def execute(run, *values):
        found.queries += 1
        return run(*values)

    def counting(name):
        def fetch(cursor, *values):
            rows = getattr(cursor.cursor, name)(*values)
            found.rows += len(rows) if isinstance(rows, list) else rows is not None
            return rows

        return fetch

    with monkeypatch.context() as patch, connection.execute_wrapper(execute):
        for name in FETCHES:
            patch.setattr(CursorWrapper, name, counting(name), raising=False)
        yield found


def cost(monkeypatch, browser, address):
    """Return what a look at the page takes for somebody who has been here a moment ago."""
    browser.get(address)
    with counted(monkeypatch) as found:
        assert browser.get(address).status_code == 200
    times = []
    for _ in range(LOOKS):
        start = process_time()
        browser.get(address)
        times.append(process_time() - start)
    found.seconds = min(times)
    return found


@pytest.fixture
def say(capsys):
    """Print although the test passes."""

    def aloud(text):
        with capsys.disabled():
            print(f"\n  {text}", end=" ")

    return aloud


def test_a_page_costs_the_same_in_a_full_database(monkeypatch, say):
    populate(SMALL)
    browser, known = least_rated(), known_values()
    pages = {
        name: reverse(f"games:{name}", args=[known[field] for field in fields])
        for name, fields in PAGES.items()
    }
    small = {name: cost(monkeypatch, browser, address) for name, address in pages.items()}
    populate(LARGE)
    large = {name: cost(monkeypatch, browser, address) for name, address in pages.items()}
    for name in PAGES:
        few, many = small[name], large[name]
        say(
            f"{name}: {many.queries} queries, {many.rows} rows, {few.seconds * 1000:.0f} ms, "
            f"then {many.seconds * 1000:.0f} ms"
        )
        assert 0 < many.queries == few.queries <= MOST_QUERIES, name
        assert 0 < many.rows == few.rows, name
        assert many.seconds <= MOST_TIMES * few.seconds, name


def test_a_row_that_comes_back_is_counted(monkeypatch):
    get_user_model().objects.bulk_create(get_user_model()(username=f"u{n}") for n in range(7))
    with counted(monkeypatch) as found:
        list(get_user_model().objects.all())
        list(get_user_model().objects.values_list("pk").iterator())
        get_user_model().objects.first()
    assert (found.queries, found.rows) == (3, 15)
