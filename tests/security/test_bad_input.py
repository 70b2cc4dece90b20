"""Bad input: each kind has its clear answer, and changes nothing."""

import json
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import Game, Guest, MoveRecord, Seat
from games.rules import registry
from games.selectors.stored.position import load_state
from games.services.storage.records import export_record
from tests.security.routes import fields_of, fill, good_values, routes
from tests.security.seen import HTMX, address_of, shown
from tests.security.worlds import hidden_in
from tests.tables import guest, play, running
from tests.thorough import share
from tests.views.people import browser_of, table_with_browsers

pytestmark = [pytest.mark.django_db, pytest.mark.in_turn(3)]
TITLES = [*registry.SLUGS, "demo"]
ODD = [
    "\0",
    "a\0b",
    "\u202e",
    "\ufeff",
    "é" * 200,
    "🏙️",
    "x" * 5000,
    "٣",
    "-1",
    "1e9",
    "' --",
    "<b>",
    "%00",
    "9" * 30,
]


def rows(game):
    """Return everything that a refused request must leave alone; that somebody was seen is no change."""
    row = Game.objects.filter(pk=game.pk).values().get()
    seats = [{**seat, "seen_at": None} for seat in Seat.objects.filter(game=game).values()]
    return row, seats, MoveRecord.objects.filter(game=game).count(), Guest.objects.count()


def seat_to_move(game):
    return min(registry.get(game.ruleset_slug).to_act(load_state(game)))


def some_move(game):
    return str(registry.get(game.ruleset_slug).legal_moves(load_state(game), seat_to_move(game))[-1])


def post(browser, game, notation, ply=0, key="k", **headers):
    return browser.post(address_of(game, "move"), {"move": notation, "ply": ply, "key": key}, headers=headers)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
@pytest.mark.parametrize("slug", TITLES)
def test_wrong_moves_are_refused_in_words(slug, headers):
    """Malformed and illegal ones, among them tokens that are elsewhere and cards by their hidden names."""
    game, browsers = table_with_browsers(2, slug)
    browser, before = browsers[seat_to_move(game)], rows(game)
    handles = [
        "0" * 8 + "-03",
        "take 0a1b2c3d-01 0a1b2c3d-02",
        "take 1 2 seat 1",
        "take\t1 2",
        "\0",
        "é",
    ]
    for notation in [*hidden_in(slug).wrong_moves(Random(slug), 8), *handles, *ODD]:
        answer = post(browser, game, notation, **headers)
        assert answer.status_code in {400, 409 if notation == "undo" else 422, 422}, notation
        text = answer.content.decode()
        assert '<div id="alert" class="alert" role="alert">' in text
        assert ("<html" in text) != bool(headers)
        if answer.status_code == 422:
            assert f"/rules/{slug.replace('_', '-')}/#" in text
        assert rows(game) == before


@pytest.mark.parametrize("field", ["move", "ply", "key"])
def test_a_move_with_a_field_missing_doubled_or_odd(field):
    game, browsers = table_with_browsers(2, "demo")
    good, before = {"move": "rolled 3", "ply": "0", "key": "k"}, rows(game)
    without = {name: value for name, value in good.items() if name != field}
    forms = [without, good | {field: ["", "\0"]}, *(good | {field: value} for value in ODD)]
    for form in forms:
        answer = browsers[0].post(address_of(game, "move"), form)
        assert answer.status_code in {400, 409, 422}, form
        assert rows(game) == before


@pytest.mark.parametrize("slug", TITLES)
def test_a_stale_move_is_answered_with_the_table_as_it_is(slug):
    game, browsers = table_with_browsers(2, slug)
    seat = seat_to_move(game)
    notation = some_move(game)
    assert post(browsers[seat], game, notation, key="first").status_code == 302
    before = rows(game)
    for key, ply in (("second tab", 0), ("from the future", 99)):
        answer = post(browsers[seat], game, notation, ply=ply, key=key)
        assert answer.status_code == 409
        now = Game.objects.get(pk=game.pk).ply
        assert f'data-ply="{now}"' in answer.content.decode()
    assert rows(game) == before


@pytest.mark.parametrize("slug", TITLES)
def test_a_repeated_move_is_answered_as_the_first_time(slug):
    game, browsers = table_with_browsers(2, slug)
    seat, notation = seat_to_move(game), some_move(game)
    first = shown(post(browsers[seat], game, notation, key="once"))
    before = rows(game)
    for _ in range(3):
        assert shown(post(browsers[seat], game, notation, key="once")) == first
    assert rows(game) == before


@pytest.mark.parametrize("slug", TITLES)
def test_nobody_moves_for_somebody_else(slug):
    """Whatever the form says: the seat is the session's."""
    game, browsers = table_with_browsers(2, slug)
    seat, notation = seat_to_move(game), some_move(game)
    forged = {
        "move": notation,
        "ply": 0,
        "key": "k",
        "seat": seat,
        "user": 1,
        "guest": str(game.pk),
        "actor": "x",
    }
    before = rows(game)
    onlooker = browser_of(guest("Onlooker"))
    before = rows(game)
    for browser in (Client(), onlooker):
        assert browser.post(address_of(game, "move"), forged).status_code == 403
        assert rows(game) == before
    if game.seats.filter(acts_since__isnull=False).count() == 1:
        assert browsers[1 - seat].post(address_of(game, "move"), forged).status_code == 422
        assert rows(game) == before
    other, _ = running(slug)
    assert browsers[seat].post(address_of(other, "move"), forged).status_code == 403


@pytest.mark.parametrize("slug", TITLES)
def test_a_draft_takes_anything(slug):
    game, browsers = table_with_browsers(2, slug)
    browser, before = browsers[seat_to_move(game)], rows(game)
    for name in ("slot", "pay", "token", "flip", "deck", "choice", "since", "other"):
        for values in (*ODD, ["0", "1", "2"] * 50):
            assert browser.get(address_of(game, "table"), {name: values}).status_code == 200
    assert rows(game) == before


RECORD = {
    "format": "card-city-record/1",
    "ruleset": "demo",
    "version": 1,
    "options": {},
    "seats": [],
    "moves": [],
}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0",
        b"[" * 100_000,
        b"{}",
        b"null",
        b'"\xff"',
        b"1e999",
        b'{"format": "card-city-record/1"}',
        b"9" * 5000,
    ]
    + [
        json.dumps(RECORD | {name: odd}).encode()
        for name in RECORD
        for odd in (None, [], {}, "\0", 1e400, [[]])
    ],
    ids=lambda content: repr(content[:60]),
)
def test_what_is_no_record_is_refused(content):
    answer = Client().post(reverse("games:import_record"), {"record": SimpleUploadedFile("x.json", content)})
    assert (answer.status_code, answer.url) == (302, "/")
    assert not Game.objects.exists()


def leaves(data, path=()):
    """Yield the way to every value in nested data."""
    children = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, child in children:
        yield from leaves(child, (*path, name))
    yield path


def changed(data, path, value):
    """Return a copy of nested data with another value in one place."""
    if not path:
        return value
    copy = data.copy()
    copy[path[0]] = changed(data[path[0]], path[1:], value)
    return copy


def strange_records(slug):
    """Yield the record of a game with something strange in one place, over and over."""
    game, viewers = running(slug, 2)
    for _ in range(4):
        play(game, viewers[seat_to_move(game)], some_move(game))
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABORTED)
    record, random = export_record(Game.objects.get(pk=game.pk), None), Random(slug)
    assert record["deal"]
    odd = [*ODD, "\ud800", "\uffff", "undo", None, True, 1e400, 10**40, [], {}, -1, 0, 3, 300]
    for path in random.choices([*leaves(record)], k=300):
        yield changed(record, path, random.choice(odd))
    for value in odd:
        for path in (
            ("game_id",),
            ("deal",),
            ("moves", 0, "seat"),
            ("moves", 1, "move"),
            ("seats", 0, "name"),
        ):
            yield changed(record, path, value)
        yield changed(record, ("deal", next(iter(record["deal"]))), value)
        yield record | {"deal": record["deal"] | {"more": value}}


@pytest.mark.parametrize("slug", TITLES)
def test_strange_records_are_refused_or_taken_and_can_be_looked_at(slug, settings):
    settings.TABLES_PER_ADDRESS = 10**6
    seen = set()
    for record in share(strange_records(slug), 60):
        browser = Client(raise_request_exception=False)
        upload = SimpleUploadedFile("x.json", json.dumps(record).encode())
        answer = browser.post(reverse("games:import_record"), {"record": upload})
        assert answer.status_code == 302, record
        # Many are refused with the same words, which are looked at once.
        told = answer.url, str(answer.cookies.get("messages"))
        if told not in seen:
            seen.add(told)
            assert browser.get(answer.url, follow=True).status_code == 200, record


def value_at(data, path):
    for name in path:
        data = data[name]
    return data


@pytest.mark.parametrize("slug", TITLES)
def test_a_deal_with_a_number_beyond_all_reason_is_not_counted_through(slug, settings):
    """It would be refused never: a loop over so many copies of a card ends after the world does."""
    settings.TABLES_PER_ADDRESS = 10**6
    game, viewers = running(slug, 2)
    for _ in range(6):
        play(game, viewers[seat_to_move(game)], some_move(game))
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABORTED)
    record = export_record(Game.objects.get(pk=game.pk), None)
    paths = [
        path for path in leaves(record) if path[:1] == ("deal",) and isinstance(value_at(record, path), int)
    ]
    for path in share(paths, 60):
        upload = SimpleUploadedFile("x.json", json.dumps(changed(record, path, 10**30)).encode())
        assert Client().post(reverse("games:import_record"), {"record": upload}).status_code == 302, path


def test_every_address_that_can_be_read_can_be_asked_for_its_head():
    game, (anna, _) = table_with_browsers(2, "demo")
    anna.raise_request_exception = False
    found = 0
    for route in routes():
        if "admin" in route or "account" in route:
            continue
        path = fill(route, good_values(game))
        whole, head = anna.get(path), anna.head(path)
        assert head.status_code == whole.status_code, path
        assert head.content == b""
        options = anna.options(path)
        assert options.status_code in {200, 302, 405}, path
        assert whole.status_code == 405 or "GET" in options.headers.get("Allow", "GET"), path
        found += whole.status_code == 200
    assert found > 8


@pytest.mark.parametrize("odd", ["\0", "x" * 3000, "٣", "%00", "9" * 30])
def test_odd_text_in_an_address(odd):
    game, (anna, _) = table_with_browsers(2, "demo")
    anna.raise_request_exception = False
    for route in routes():
        for name in fields_of(route):
            answer = anna.get(fill(route, good_values(game) | {name: odd}))
            assert answer.status_code < 500, (route, name)
