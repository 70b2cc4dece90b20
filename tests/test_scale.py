"""A page costs the same in a full database as in a nearly empty one, and games at rest cost next to nothing.

Two crowds that do not know each other are put into one database, the second many times the first. Pages
are looked at by somebody of the first crowd, and by the staff, before and after: they must ask as many
questions, get as many rows for an answer, and take less than twice the time. Time is that of this process
alone, the least of several looks, and compared only with itself, so that a busy machine does not matter.

Lists must be as long in the small database as they ever get. A page of yours belongs into ``PAGES`` or
``DESK``: its address, where ``{me}`` and the like stand for what ``tests.full.Known`` knows.
"""

from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from math import inf
from time import process_time
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from games.live.rooms import latest
from games.live.rooms.latest import Latest
from games.models import Game, Guest, Seat
from games.rules import registry
from games.selectors.tables.facts import Facts, facts_of
from games.selectors.viewers import Viewer
from games.services.crowd import Size
from tests.demo.ruleset import RULESET
from tests.full import fill, known_values, longer_lists
from tests.moderation.people import administrator
from tests.tables import running
from tests.thorough import THOROUGH

pytestmark = [pytest.mark.django_db, pytest.mark.in_turn(5)]
PAGES = [
    "/", "/lobby/", "/lobby/?title=demo&free=1&pace=none", "/games/", "/games/?page=2", "/games/waiting/",
    "/players/{keenest}/", "/players/{me}/?page=2", "/leaders/{title}/", "/fair-play/", "/moderation/",
    "/people/", "/games/{running}/people/", "/you/", "/you/settings/", "/you/standing/", "/you/export/",
    "/you/notices/", "/you/notices/?page=2", "/you/notices/settings/", "/you/deliveries/",
    "/accounts/sessions/", "/games/{running}/", "/games/{running}/talk/", "/games/{finished}/",
    "/games/{finished}/replay/1/", "/games/{finished}/fair/", "/new/{title}/",
]  # fmt: skip
DESK = [
    "/admin/", "/admin/games/report/", "/admin/games/report/?state__exact=open&kind__exact=person",
    "/admin/games/report/{report}/change/", "/admin/games/auditentry/", "/admin/games/appeal/",
    "/admin/games/appeal/{appeal}/change/", "/admin/games/sanction/", "/admin/games/sanction/{sanction}/change/",
    "/admin/games/game/", "/admin/games/game/?status__exact=running", "/admin/games/game/{running}/change/",
    "/admin/games/game/{running}/look/", "/admin/games/seat/", "/admin/games/chatline/",
    "/admin/games/chatline/{line}/change/", "/admin/auth/user/", "/admin/auth/user/{person}/change/",
    "/admin/games/guest/", "/admin/games/guest/{guest}/change/",
]  # fmt: skip
POSTED = {"/you/export/"}
SMALL = Size(people=100, games=1200)
LARGE = Size(people=1000, games=10_000, seed=2) if THOROUGH else Size(people=300, games=3000, seed=2)
LOOKS, MOST_LOOKS = 9 if THOROUGH else 4, 30
MOST_QUERIES = 15
KINDS_OF_THINGS = 22
"""A file with everything about somebody asks once for each kind of thing, whatever there is of it."""
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
    monkeypatch.setattr(registry, "get", lambda *_: duel)
    longer_lists(monkeypatch)


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


def cost(monkeypatch, browser, address, enough=inf):
    """Return what a look at the page takes for somebody who has been here a moment ago.

    While it takes more than is enough, it is looked at again: another's work on this machine slows some looks.
    """
    look = browser.post if address in POSTED else browser.get
    look(address)
    looks = []
    for _ in range(2):
        with counted(monkeypatch) as found:
            assert look(address).status_code == 200, address
        looks.append(found)
    # What is kept for a while may have to be read anew in one of them.
    found = min(looks, key=lambda each: each.queries)
    times = []
    while len(times) < LOOKS or (min(times) > enough and len(times) < MOST_LOOKS):
        start = process_time()
        look(address)
        times.append(process_time() - start)
    found.seconds = min(times)
    return found


def costs(monkeypatch, known, before=None):
    """Return what every page takes, by its address as it stands in the lists."""
    enough = {address: MOST_TIMES * few.seconds for address, few in (before or {}).items()}
    lookers = {address: known.player for address in PAGES} | {address: known.staff for address in DESK}
    return {
        address: cost(monkeypatch, browser, address.format(**vars(known)), enough.get(address, inf))
        for address, browser in lookers.items()
    }


def test_a_page_costs_the_same_in_a_full_database(monkeypatch, say):
    by = administrator()
    fill(SMALL, by)
    known = known_values(by)
    assert Seat.objects.filter(user_id=known.keenest, game__status="finished").count() > 25
    small = costs(monkeypatch, known)
    fill(LARGE, by)
    large = costs(monkeypatch, known, small)
    for address, few in small.items():
        many = large[address]
        say(
            f"{address}: {many.queries} queries, {many.rows} rows, {few.seconds * 1000:.0f} ms, "
            f"then {many.seconds * 1000:.0f} ms"
        )
    problems = [text for address in small for text in _problems(address, small[address], large[address])]
    assert problems == []


def _problems(address, few, many):
    """Tell what grew; a page of the desk has the newest rows of all, and how much each brings differs."""
    if few.queries != many.queries or not few.queries:
        yield f"{address}: {few.queries} queries, then {many.queries}"
    if many.queries > (KINDS_OF_THINGS if address in POSTED else MOST_QUERIES):
        yield f"{address}: {many.queries} queries"
    if address in PAGES and few.rows != many.rows:
        yield f"{address}: {few.rows} rows, then {many.rows}"
    if many.seconds > MOST_TIMES * few.seconds:
        yield f"{address}: {few.seconds * 1000:.1f} ms, then {many.seconds * 1000:.1f} ms"


def test_a_row_that_comes_back_is_counted(monkeypatch):
    get_user_model().objects.bulk_create(get_user_model()(username=f"u{n}") for n in range(7))
    with counted(monkeypatch) as found:
        list(get_user_model().objects.all())
        list(get_user_model().objects.values_list("pk").iterator())
        get_user_model().objects.first()
    assert (found.queries, found.rows) == (3, 15)


IDLE = 500


def idle_games():
    """Return the ids of games at which nobody moves: copies of one, with people of their own."""
    model, _ = running()
    seats = list(model.seats.all())
    found = [copy(model) for _ in range(IDLE)]
    for game in found:
        game.pk, game.deal_id = uuid4(), uuid4()
    Game.objects.bulk_create(found)
    guests = Guest.objects.bulk_create([Guest(name="Guest") for _ in range(IDLE * len(seats))])
    places = [copy(seat) for _ in found for seat in seats]
    for number, (place, guest) in enumerate(zip(places, guests, strict=True)):
        place.pk, place.game_id, place.guest_id = None, found[number // len(seats)].pk, guest.pk
    Seat.objects.bulk_create(places)
    return [game.pk for game in found]


@pytest.mark.skipif(
    connection.vendor != "sqlite", reason="another database does not tell own commits from others"
)
def test_five_hundred_idle_games_are_read_once(monkeypatch):
    """A sweep at rest asks whether anything was stored, and that is all; signs are written in a few statements."""
    ids, found, made = idle_games(), Latest(), []
    monkeypatch.setattr(latest, "facts_of", lambda games: made.extend(games) or facts_of(games))
    with counted(monkeypatch) as first:
        assert found.look(ids)
    assert sorted(made) == sorted(ids)
    with counted(monkeypatch) as at_rest:
        assert not found.look(ids)
    seats = list(Seat.objects.filter(game__in=ids).values_list("pk", flat=True))
    with counted(monkeypatch) as signs:
        found.mark_seen(seats, timezone.now())
    with counted(monkeypatch) as after_signs:
        assert not found.look(ids)
    assert (at_rest.queries, after_signs.queries, len(made)) == (1, 1, IDLE)
    assert first.queries <= 7
    assert signs.queries <= 8
    monkeypatch.setattr(Facts, "seat_of", None)
    nobody = [facts.stale_of([Viewer()], timezone.now(), 1) for facts in found.facts.values()]
    assert nobody == [set()] * IDLE
