"""Joining a table: by link, by list, twice, too late, and twenty at once."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Guest
from games.rules import registry
from games.selectors.games import invite_code
from games.selectors.viewers import GUEST_KEY
from games.services.tables.seating import sit
from tests.tables import guest
from tests.threads import each_at_once
from tests.views.opening import invite_of, opened, text_of, url

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def only_the_demo(monkeypatch):
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.demo.ruleset"})


def test_the_invite_shows_the_commitment_before_anybody_sits_down():
    game, _ = opened()
    page = text_of(Client().get(invite_of(game)))
    assert game.commitment in page
    assert "Hanna" in page
    assert "A hit scores double: no" in page
    assert game.seats.count() == 1


def test_a_friend_joins_by_link_in_one_form():
    game, _ = opened()
    client = Client()
    client.get(invite_of(game))
    answer = client.post(invite_of(game), {"name": "Ben", "seed": "ben's"})
    assert (answer.status_code, answer.url) == (302, url("table", game))
    assert [seat.name for seat in game.seats.all()] == ["Hanna", "Ben"]
    assert "Ben" in text_of(client.get(answer.url))


def test_an_invitation_is_remembered_so_that_one_may_watch():
    game, _ = opened()
    client = Client()
    assert client.get(url("table", game)).status_code == 404
    client.get(invite_of(game))
    assert client.get(url("table", game)).status_code == 200
    assert client.get(url("sit", game)).status_code == 200


def test_joining_twice_keeps_the_one_seat():
    game, _ = opened()
    client = Client()
    for _ in range(3):
        assert client.post(invite_of(game), {"name": "Ben", "seed": ""}).url == url("table", game)
    assert client.get(invite_of(game)).url == url("table", game)
    assert game.seats.count() == 2


@pytest.mark.parametrize("seats", [2, 3])
def test_a_stranger_whose_first_answer_was_lost_has_the_seat_that_was_taken(seats):
    """Also where that seat was the last one, and the game has begun."""
    game, _ = opened(seats=seats)
    first, second = Client(), Client()
    offer = re.search('name="offer" value="([^"]+)"', text_of(first.get(invite_of(game))))[1]
    second.cookies["csrftoken"] = first.cookies["csrftoken"].value
    form = {"name": "Ben", "seed": "", "offer": offer}
    assert first.post(invite_of(game), form).url == url("table", game)
    assert second.post(invite_of(game), form).url == url("table", game)
    assert game.seats.count() == 2
    assert str(game.seats.get(name="Ben").guest_id) == second.session[GUEST_KEY]
    assert second.get(url("table", game)).status_code == 200
    assert Guest.objects.count() == 2


def test_who_joins_from_an_old_page_joins():
    game, _ = opened()
    client = Client()
    form = {"name": "Ben", "seed": "", "offer": "of another day"}
    assert client.post(invite_of(game), form).url == url("table", game)
    assert game.seats.get(name="Ben").offer is None


def test_the_last_to_join_starts_the_game():
    game, _ = opened(seats=2)
    Client().post(invite_of(game), {"name": "Ben", "seed": ""})
    game.refresh_from_db()
    assert game.is_running


def test_only_so_many_guests_come_from_one_household_at_a_time(settings):
    settings.GUESTS_PER_ADDRESS = 2
    game, _ = opened(seats=4)
    before = Guest.objects.count()
    joined = [Client().post(invite_of(game), {"name": f"Ben {number}", "seed": ""}) for number in range(3)]
    assert [answer.status_code for answer in joined] == [302, 302, 429]
    assert int(joined[2]["Retry-After"]) > 0
    assert Guest.objects.count() == before + 2
    next_door = Client(REMOTE_ADDR="203.0.113.99")
    assert next_door.post(invite_of(game), {"name": "Cora", "seed": ""}).status_code == 302


@pytest.mark.parametrize("method", ["get", "post"])
def test_wrong_and_unknown_invites_are_not_there(method):
    game, _ = opened()
    client = Client()
    wrong = [
        url("join", game, invite_code(uuid4())),
        url("join", game, invite_code(game.pk)[:-1]),
        url("join", game, "x"),
        reverse("games:join", args=[(unknown := uuid4()), invite_code(unknown)]),
    ]
    for address in wrong:
        assert getattr(client, method)(address).status_code == 404
    assert client.get(url("table", game)).status_code == 404
    assert game.seats.count() == 1


def test_a_bad_name_is_refused_with_the_reason_and_no_guest_is_made():
    game, _ = opened()
    before = Guest.objects.count()
    answer = Client().post(invite_of(game), {"name": "\u202eevil", "seed": ""})
    assert answer.status_code == 422
    assert "invisible" in text_of(answer)
    assert Guest.objects.count() == before


def test_only_fifty_invitations_are_kept():
    client = Client()
    games = [opened()[0] for _ in range(52)]
    for game in games:
        client.get(invite_of(game))
    assert client.session["invited"] == [str(game.pk) for game in games[-50:]]


def test_a_full_table_says_so_and_offers_to_watch():
    game, _ = opened(seats=2, listed=True)
    sit(game.pk, guest("Ben"), "")
    client = Client()
    for address in (url("sit", game), invite_of(game)):
        assert client.get(address).status_code == 200
        answer = client.post(address, {"name": "Late", "seed": ""})
        page = text_of(answer)
        assert answer.status_code == 409
        assert "This game has already started" in page
        assert f'href="{url("table", game)}"' in page
        assert 'href="/new/demo/"' in page
    assert game.seats.count() == 2


@pytest.mark.parametrize(
    "forged",
    [
        {"seat": "0"},
        {"index": "0"},
        {"user": "1"},
        {"user_id": "1"},
        {"guest": "x"},
        {"host_index": "1"},
        {"kind": "bot"},
    ],
)
def test_nobody_can_choose_whose_seat_they_hold(forged):
    game, _ = opened()
    victim = game.seats.get()
    Client().post(invite_of(game), {"name": "Eve", "seed": "", **forged})
    seat = game.seats.get(index=1)
    assert (seat.name, seat.kind, seat.user_id, seat.guest.name) == ("Eve", "human", None, "Eve")
    victim.refresh_from_db()
    assert (victim.name, victim.index) == ("Hanna", 0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(3))
def test_twenty_race_for_the_last_seat(round_):
    game, _ = opened(seats=2)
    invite = invite_of(game)
    answers = each_at_once(lambda number: Client().post(invite, {"name": f"Racer {number}", "seed": ""}), 20)
    assert sorted(answer.status_code for answer in answers) == [302] + [409] * 19
    game.refresh_from_db()
    assert (game.seats.count(), game.is_running) == (2, True)
