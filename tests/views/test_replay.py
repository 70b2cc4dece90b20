"""Replay, record and proof: what each tells while the game runs and after its end."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.tables import play
from tests.tables import running as running_table
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def running():
    game, viewers = running_table()
    play(game, viewers[0], "pick 3")
    return game, viewers


@pytest.fixture
def finished():
    game, viewers = running_table()
    for number in (2, 5, 6):
        for viewer in viewers:
            play(game, viewer, f"pick {number}")
    return game, viewers


def replay(client, game, ply, **query):
    return client.get(reverse("games:replay", args=[game.pk, ply]), query)


def record(client, game):
    return json.loads(client.get(reverse("games:record", args=[game.pk])).content)


def upload(client, data):
    file = SimpleUploadedFile(
        "record.json", json.dumps(data).encode() if not isinstance(data, bytes) else data
    )
    return client.post(reverse("games:import_record"), {"record": file})


def test_every_ply_has_an_address(finished):
    game, _ = finished
    for ply in range(game.ply + 1):
        assert replay(Client(), game, ply).status_code == 200
    assert replay(Client(), game, game.ply + 1).status_code == 404


def test_the_bare_address_leads_to_where_a_game_began_and_the_slider_to_its_own(finished):
    game, _ = finished
    bare = reverse("games:replay", args=[game.pk])
    assert Client().get(bare).url == reverse("games:replay", args=[game.pk, 0])
    assert Client().get(bare, {"ply": 3}).url == reverse("games:replay", args=[game.pk, 3])
    assert Client().get(bare, {"ply": 999}).url == reverse("games:replay", args=[game.pk, game.ply])
    assert Client().get(bare, {"ply": "x"}).status_code == 302


def test_the_bare_address_of_a_running_game_leads_to_where_it_is(running):
    game, _ = running
    bare = reverse("games:replay", args=[game.pk])
    assert Client().get(bare).url == reverse("games:replay", args=[game.pk, game.ply])


def test_a_running_game_is_replayed_as_an_observer_sees_it(running):
    game, viewers = running
    for client in (Client(), browser_of(viewers[0])):
        assert "secret pick" not in replay(client, game, 1, seat=0).content.decode()


def test_after_the_end_any_seats_eyes_may_be_borrowed(finished):
    game, _ = finished
    assert "Your secret pick is 2" in replay(Client(), game, 1, seat=0).content.decode()
    assert "secret pick" not in replay(Client(), game, 1, seat=1).content.decode()
    assert "secret pick" not in replay(Client(), game, 1).content.decode()


def test_a_record_of_a_running_game_hides_what_is_hidden(running):
    game, viewers = running
    assert record(Client(), game)["moves"][0]["move"] == "?"
    assert record(browser_of(viewers[1]), game)["moves"][0]["move"] == "?"
    assert record(browser_of(viewers[0]), game)["moves"][0]["move"] == "pick 3"
    assert record(Client(), game)["deal"] is None
    assert record(Client(), game)["fair"]["server_seed"] is None


def test_a_record_comes_back_as_the_same_game(finished):
    game, _ = finished
    client = Client()
    answer = upload(client, record(Client(), game))
    assert answer.status_code == 302
    copy = Game.objects.get(imported_id=game.pk)
    assert copy.state == game.state
    assert [seat.points for seat in copy.seats.all()] == [seat.points for seat in game.seats.all()]
    assert client.get(answer.url, follow=True).status_code == 200
    assert replay(Client(), copy, 0).status_code == 404
    assert client.get(reverse("games:fair", args=[copy.pk])).status_code == 404


def broken_records(data):
    yield b"not json"
    yield b"[]"
    yield b"x" * 300_000
    yield {**data, "format": "other"}
    yield {**data, "ruleset": "nothing"}
    yield {**data, "version": 99}
    yield {**data, "deal": None}
    yield {**data, "deal": {"scores": "x"}}
    yield {**data, "seats": []}
    yield {**data, "game_id": "no"}
    yield {**data, "moves": [{"ply": 1, "seat": 5, "move": "pick 1"}]}
    yield {**data, "moves": [{"ply": 1, "seat": 0, "move": "undo"}]}
    # The replay would say who took back, and there is no such seat, or it is another's move.
    yield {**data, "moves": [*data["moves"][:1], {"ply": 2, "seat": 77, "move": "undo"}]}
    yield {**data, "moves": [*data["moves"][:1], {"ply": 2, "seat": 1, "move": "undo"}]}
    yield {**data, "moves": ["pick 1"]}
    yield {key: value for key, value in data.items() if key != "moves"}


def test_a_record_that_does_not_hold_is_refused(finished):
    game, _ = finished
    for data in broken_records(record(Client(), game)):
        assert upload(Client(), data).status_code == 302, data
    assert not Game.objects.exclude(imported_id=None).exists()


def test_the_proof_page_shows_the_commitment_before_and_the_seed_after(running, finished):
    for (game, _), known in ((running, False), (finished, True)):
        page = Client().get(reverse("games:fair", args=[game.pk])).content.decode()
        data = json.loads(Client().get(reverse("games:fair_json", args=[game.pk])).content)
        assert game.commitment in page
        assert (data["server_seed"] is not None) == known
