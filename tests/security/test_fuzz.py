"""Nonsense for every route, by every method, from everybody: refused, never broken."""

from random import Random
from urllib.parse import quote_from_bytes

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.signals import got_request_exception
from django.test import Client

from games.models import Game
from games.services.tables.seating import Plan, open_table, sit
from tests.security.routes import fields_of, fill, good_values, routes
from tests.tables import guest, running
from tests.thorough import THOROUGH
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
SEEDS, VISITS, REQUESTS_EACH = (10, 100, 50) if THOROUGH else (4, 10, 50)
"""By day 2,000 requests in all, at night 50,000."""
METHODS = ("GET", "POST", "GET", "POST", "GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE", "BREW")
NAMES = (
    "move", "ply", "key", "slot", "pay", "token", "flip", "deck", "choice", "since", "seat", "seed", "name",
    "seats", "listed", "option_promo", "option_level", "next", "language", "login", "password", "username",
    "email", "password1", "password2", "record", "q", "o", "p", "e", "_changelist_filters", "action", "offer",
)  # fmt: skip
TEXTS = (
    "\0", "a\0b", "\u202e", "\ufeff", "%00", "../..", "٣", "१", "-1", "1e9", "9" * 20, "é" * 300, "🏙️" * 90,
    "<script>", "{{7*7}}", "' OR 1=1 --", "x" * 5000, "pick 3", "boast", "undo", "take 5 6", "p0", "0", "1", "",
    "yes", "2", "normal", "//evil.example", "a@b.example", "\ud800",
)  # fmt: skip
HEADERS = (
    ("HX-Request", "true"),
    ("HX-Request", "true"),
    ("HX-Current-URL", "http://[x"),
    ("Accept-Language", "uk"),
    ("Accept-Language", "*" * 300),
    ("Accept-Language", "xx-\x7f;q=;"),
    ("Accept-Encoding", "gzip, \xff"),
    ("Referer", "http://localhost/\0"),
    ("Host", "evil.example"),
    ("X-Forwarded-For", "' --, ::1"),
    ("If-Modified-Since", "x"),
    ("If-None-Match", '"\0'),
    ("Range", "bytes=0-0"),
)
FORM = "application/x-www-form-urlencoded"
TOKENS = ("c" * 32, "c" * 64, "c" * 31, "-" * 32)
"""Cookies as forms bring them: with one, whoever checks the token reads the body."""
CONTENT_TYPES = (
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/json",
    "",
    "x; charset=?",
)


def value(random):
    """Return some bytes for a field: a text that means something somewhere, or any."""
    if random.random() < 0.2:
        return random.randbytes(random.randrange(30))
    return random.choice(TEXTS).encode(errors="surrogatepass")


def fields(random):
    """Return fields as a browser would encode them, most with names that the site knows."""
    names = [random.choice(NAMES).encode() for _ in range(random.randrange(6))]
    names += [random.randbytes(3)] if random.random() < 0.1 else []
    return "&".join(f"{quote_from_bytes(name)}={quote_from_bytes(value(random))}" for name in names)


def address(random, good):
    """Return a route with good values in its fields; every fifth time one of them is odd."""
    if random.random() < 0.1:
        return f"/{quote_from_bytes(value(random))}"
    # The site's own addresses more often than those of the desk, of which there are many.
    route = random.choice([route for route in routes() if random.random() < 0.5 or "admin" not in route])
    odd = {}
    if (names := fields_of(route)) and random.random() < 0.2:
        odd[random.choice(names)] = quote_from_bytes(value(random), safe="")
    return fill(route, good | odd)


def body(random):
    """Return a body and the content type it is said to have."""
    if random.random() < 0.75:
        return fields(random), FORM
    return random.choice([fields(random).encode(), random.randbytes(40), b"--x\r\n\r\n"]), random.choice(
        CONTENT_TYPES
    )


def some_table(random):
    """Return a table in any condition, and two who sit at it."""
    status = random.choice([*Game.Status, Game.Status.RUNNING])
    if status == Game.Status.OPEN:
        viewers = [guest("Host"), guest("Second")]
        game = open_table(viewers[0], Plan("demo", 3, {}, listed=True))
        sit(game.pk, viewers[1], "")
        return game, viewers
    game, viewers = running("demo", 2)
    Game.objects.filter(pk=game.pk).update(status=status)
    return game, viewers


def browsers(viewers, random):
    """Return a browser of each kind of visitor."""
    people = get_user_model().objects
    user, _ = people.get_or_create(username="user")
    staff, _ = people.get_or_create(username="staff", is_staff=True, is_superuser=True)
    found = [*map(browser_of, viewers), browser_of(guest("Onlooker")), *(Client() for _ in range(4))]
    found[-1].force_login(user)
    found[-2].force_login(staff)
    found[-3].cookies["sessionid"] = "a\0b'\xff"
    for client in found:
        client.raise_request_exception = False
        client.cookies["csrftoken"] = random.choice(TOKENS)
        client.handler.enforce_csrf_checks = random.random() < 0.3
    return found


@pytest.fixture
def faults():
    """Collect what broke inside."""
    found = []

    def note(sender, request, **_):
        found.append(f"{request.method} {request.get_full_path()}")

    got_request_exception.connect(note)
    yield found
    got_request_exception.disconnect(note)


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_nonsense_is_refused_and_breaks_nothing(faults, seed):
    random, reached = Random(seed), set()
    for _ in range(VISITS):
        game, viewers = some_table(random)
        clients, good = browsers(viewers, random), good_values(game)
        cache.clear()
        for _ in range(REQUESTS_EACH):
            headers = dict(random.choices(HEADERS, k=random.choice((0, 0, 0, 1, 2))))
            wanted = (random.choice(METHODS), address(random, good), *body(random))
            answer = random.choice(clients).generic(*wanted, QUERY_STRING=fields(random), headers=headers)
            assert 200 <= answer.status_code < 500, (wanted, headers)
            assert faults == []
            if answer.status_code < 300 and answer.wsgi_request.resolver_match:
                reached.add(answer.wsgi_request.resolver_match.view_name)
    assert len(reached) > 20


def test_every_route_can_be_filled_in():
    game, _ = running("demo", 2)
    for route in routes():
        assert "<" not in fill(route, good_values(game)), route
    assert len(routes()) > 40
