"""Who may do what: every address with every kind of visitor, forms without a token, the desk, the error pages."""

import logging
import re
from uuid import uuid4

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.urls import get_resolver, reverse

from games.models import DrawEntry, Game, GameSecret, Guest, MoveRecord, Seat
from games.rules import registry
from games.selectors.games import invite_code
from games.selectors.viewers import Viewer
from games.services.tables.seating import Plan, open_table, sit
from tests.tables import guest
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def only_the_demo(monkeypatch):
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.demo.ruleset"})


def signed_in(**rights):
    user = get_user_model().objects.create_user(f"user{uuid4().hex[:8]}", **rights)
    client = Client()
    client.force_login(user)
    return client, Viewer(user_id=user.pk, name=user.username)


def a_stranger():
    return Client()


def a_guest():
    return browser_of(guest("Guest"))


def a_guest_with_another_seat():
    viewer = guest("Elsewhere")
    open_table(viewer, Plan("demo", 3, {}))
    return browser_of(viewer)


def an_account_with_another_seat():
    client, viewer = signed_in()
    open_table(viewer, Plan("demo", 3, {}))
    return client


def staff():
    return signed_in(is_staff=True, is_superuser=True)[0]


OUTSIDERS = [a_stranger, a_guest, a_guest_with_another_seat, an_account_with_another_seat, staff]
READS = ["table", "sit", "fair", "fair_json", "record", "people_at_table"]
ACTS = ["sit", "leave", "start", "seed", "rematch", "move", "invite", "decline", "choose_deck", "tell"]


def opened(**plan):
    host = guest("Hanna")
    return open_table(host, Plan("demo", 3, {}, **plan)), browser_of(host)


def rows(game):
    seats = list(game.seats.values_list("index", "name", "client_seed"))
    return Game.objects.values("status", "ply", "host_index").get(pk=game.pk), seats


@pytest.mark.parametrize("visitor", OUTSIDERS)
def test_a_private_table_is_not_there_for_outsiders(visitor):
    game, _ = opened()
    before, client = rows(game), visitor()
    for name in READS:
        assert client.get(reverse(f"games:{name}", args=[game.pk])).status_code == 404, name
    for name in ACTS:
        answer = client.post(reverse(f"games:{name}", args=[game.pk]), {"name": "Eve", "seed": "x"})
        assert answer.status_code == 404, name
    assert client.get(reverse("games:join", args=[game.pk, "0" * 32])).status_code == 404
    assert rows(game) == before


@pytest.mark.parametrize("visitor", OUTSIDERS)
def test_a_listed_table_may_be_looked_at_and_joined_but_not_ruled(visitor):
    game, _ = opened(listed=True)
    before, client = rows(game), visitor()
    for name in ("table", "sit", "fair", "fair_json"):
        assert client.get(reverse(f"games:{name}", args=[game.pk])).status_code == 200, name
    for name in ("leave", "start", "seed", "rematch", "tell"):
        assert client.post(reverse(f"games:{name}", args=[game.pk]), {"seed": "x"}).status_code == 403, name
    assert rows(game) == before
    answer = client.post(reverse("games:sit", args=[game.pk]), {"name": "Eve", "seed": ""})
    assert answer.status_code == 302
    assert game.seats.count() == 2


@pytest.mark.parametrize("visitor", OUTSIDERS)
def test_an_invite_link_lets_anybody_in(visitor):
    game, _ = opened()
    client, link = visitor(), reverse("games:join", args=[game.pk, invite_code(game.pk)])
    assert client.get(link).status_code == 200
    assert client.post(link, {"name": "Ben", "seed": ""}).status_code == 302
    assert client.get(reverse("games:table", args=[game.pk])).status_code == 200


def test_who_sits_sees_the_table_and_leads_it():
    game, host = opened()
    assert host.get(reverse("games:table", args=[game.pk])).status_code == 200
    assert host.get(reverse("games:sit", args=[game.pk])).status_code == 302
    assert host.post(reverse("games:seed", args=[game.pk]), {"seed": "x"}).status_code == 302
    assert host.post(reverse("games:rematch", args=[game.pk])).status_code == 409


def test_the_invite_is_shown_only_to_those_who_sit():
    game, host = opened(listed=True)
    link = reverse("games:join", args=[game.pk, invite_code(game.pk)])
    address = reverse("games:table", args=[game.pk])
    assert link in host.get(address).content.decode()
    assert link not in Client().get(address).content.decode()


def test_an_account_that_was_closed_holds_no_seat():
    client, viewer = signed_in()
    game = open_table(viewer, Plan("demo", 3, {}))
    get_user_model().objects.update(is_active=False)
    assert client.get(reverse("games:table", args=[game.pk])).status_code == 404
    assert client.post(reverse("games:leave", args=[game.pk])).status_code == 404
    assert game.seats.count() == 1


def without_token(answer):
    """Return a page without what differs at every look: the token."""
    return re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", answer.content)


@pytest.mark.parametrize(
    ("method", "name"), [*(("get", name) for name in READS), *(("post", name) for name in ACTS)]
)
def test_private_and_unknown_games_get_the_same_answer_byte_for_byte(method, name):
    game, _ = opened()
    client, found = a_guest(), []
    for pk in (game.pk, uuid4()):
        answer = getattr(client, method)(reverse(f"games:{name}", args=[pk]))
        found.append(
            (answer.status_code, answer.headers.keys(), without_token(answer).replace(str(pk).encode(), b""))
        )
    assert found[0] == found[1]
    assert found[0][0] == 404


SAMPLE = {
    "game_id": "00000000-0000-4000-8000-000000000001",
    "slug": "demo",
    "code": "0" * 32,
    "ply": 0,
    "seat": 0,
    "user_id": 1,
    "candidate": 1,
    "deck_id": 1,
    "deck": "basket",
    "token": "1:abc",
}


def addresses():
    patterns = get_resolver("games.urls").url_patterns
    for pattern in patterns:
        wanted = pattern.pattern.converters
        yield reverse(f"games:{pattern.name}", kwargs={name: SAMPLE[name] for name in wanted})
    yield from (
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/logout/",
        "/accounts/password/reset/",
        "/i18n/setlang/",
        "/admin/login/",
    )


def test_no_form_is_taken_without_its_token():
    client = Client(enforce_csrf_checks=True)
    found = list(addresses())
    assert len(found) > 20
    for address in found:
        # A mail program unsubscribes by a signed address, in nobody's session (RFC 8058).
        wanted = 404 if address.startswith("/unsubscribe/") else 403
        assert client.post(address, {"name": "Eve"}).status_code == wanted, address
    assert not Guest.objects.exists()


def test_a_form_with_its_token_is_taken(noted_rendering):
    client = Client(enforce_csrf_checks=True)
    context = client.get("/new/demo/").context
    token, offer = str(context["csrf_token"]), str(context["offer"])
    data = {"name": "Anna", "seats": "2", "listed": "no", "seed": "", "csrfmiddlewaretoken": token}
    assert client.post("/new/demo/", data | {"offer": offer}).status_code == 302


def test_looking_changes_nothing():
    game, host = opened(listed=True)
    before = rows(game)
    for name in ACTS:
        assert host.get(reverse(f"games:{name}", args=[game.pk])).status_code in {302, 405}
    for method in ("put", "delete", "patch"):
        for address in addresses():
            assert getattr(host, method)(address).status_code < 500
    assert rows(game) == before


def test_personal_pages_are_never_stored():
    game, host = opened()
    for address in ("/", "/new/demo/", reverse("games:table", args=[game.pk])):
        assert {"no-store", "private"} <= set(host.get(address)["Cache-Control"].split(", "))


# The desk


def test_the_desk_shows_nothing_that_players_may_not_know():
    game, _ = opened(listed=True)
    for name in ("Ben", "Cleo"):
        sit(game.pk, guest(name), "a contribution")
    game.refresh_from_db()
    secret, desk = bytes(game.secret.server_seed), staff()
    seat = game.seats.first()
    pages = [
        "/admin/",
        "/admin/games/game/",
        f"/admin/games/game/{game.pk}/change/",
        "/admin/games/seat/",
        f"/admin/games/seat/{seat.pk}/change/",
        "/admin/games/guest/",
        f"/admin/games/guest/{seat.guest_id}/change/",
    ]
    for address in pages:
        answer = desk.get(address)
        assert answer.status_code == 200
        text = answer.content.decode()
        for hidden in (secret.hex(), str(secret), game.state_digest, "a contribution", "picks", "has_picked"):
            assert hidden not in text, (address, hidden)
    assert "Hanna" in desk.get(f"/admin/games/game/{game.pk}/change/").content.decode()


def test_the_desk_knows_only_the_outside_of_games_and_changes_nothing():
    for model in (GameSecret, DrawEntry, MoveRecord):
        assert not admin.site.is_registered(model)
    request = RequestFactory().get("/admin/")
    request.user = get_user_model().objects.create_superuser("root")
    for model in (Game, Seat, Guest):
        desk = admin.site._registry[model]
        assert not desk.has_add_permission(request)
        assert not desk.has_change_permission(request)
        assert not desk.has_delete_permission(request)
        assert desk.has_view_permission(request)
    shown = set(admin.site._registry[Game].get_fields(request))
    assert shown.isdisjoint({"state", "deal", "state_digest", "draw_no", "secret", "draws", "records"})
    assert "client_seed" not in admin.site._registry[Seat].get_fields(request)


def test_the_desk_is_closed_to_others():
    for client in (Client(), signed_in()[0]):
        assert client.get("/admin/games/game/").status_code == 302


# What went wrong


def test_there_is_a_page_for_what_is_not_there():
    answer = Client().get("/no/such/page/")
    assert answer.status_code == 404
    assert "There's nothing here" in answer.content.decode()
    assert 'class="site-head"' in answer.content.decode()


def test_too_much_is_refused():
    answer = Client().post("/new/demo/", {"name": "x" * 200_000})
    assert answer.status_code == 413
    assert "too much data" in answer.content.decode()


def test_too_many_fields_are_refused():
    answer = Client().post("/new/demo/", {f"field{number}": "x" for number in range(300)})
    assert answer.status_code == 400
    assert "Bad request" in answer.content.decode()


def test_a_foreign_host_is_refused():
    assert Client().get("/", headers={"host": "evil.example"}).status_code == 400


def test_a_wrong_host_is_one_line_in_the_log(caplog):
    Client().get("/", headers={"host": "evil.example"})
    (record,) = caplog.records
    assert "evil.example" in record.getMessage()
    assert "\n" not in logging.Formatter("{message}", style="{").format(record)


def test_a_fault_of_ours_has_a_page_that_tells_nothing(monkeypatch):
    def broken(*_):
        raise RuntimeError("the deck is c1 c2 c3")

    monkeypatch.setattr("games.views.start.home.lobby_for", broken)
    answer = Client(raise_request_exception=False).get("/")
    assert answer.status_code == 500
    assert "something broke on our side" in answer.content.decode()
    assert "c1 c2" not in answer.content.decode()


def test_a_database_that_is_away_is_said_to_be_back_soon(monkeypatch):
    def broken(*_):
        raise OperationalError("the connection is lost")

    monkeypatch.setattr("games.views.start.home.lobby_for", broken)
    answer = Client(raise_request_exception=False).get("/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "something broke on our side" in answer.content.decode()


def test_a_missing_token_is_explained():
    answer = Client(enforce_csrf_checks=True).post("/new/demo/", {"name": "Eve"})
    assert answer.status_code == 403
    assert "This page has expired" in answer.content.decode()
