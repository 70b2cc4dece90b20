"""One's own page; what can be taken along; and leaving for good, with time to think again."""

import json

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Profile, Seat
from games.services.upkeep.farewell import GRACE, forget_accounts
from tests.views.members import PASSWORD, account, member, prove, sign_in
from tests.views.people import table_with_browsers

pytestmark = pytest.mark.django_db
LINKS = (
    "/you/settings/", "/accounts/email/", "/accounts/password/change/", "/accounts/2fa/", "/accounts/sessions/",
    "/you/export/", "/you/delete/",
)  # fmt: skip


def text_of(client, address="/you/"):
    return client.get(address, follow=True).content.decode()


def delete_at():
    return Profile.objects.get().delete_at


def leaving():
    """Return an account that asked to be deleted, and its browser."""
    user, client = member()
    prove(client)
    client.post("/you/delete/")
    return user, client


def test_ones_own_page_leads_everywhere():
    _, client = member()
    page = text_of(client)
    for link in LINKS:
        assert f'"{link}"' in page
        if link != "/you/export/":
            assert client.get(link).status_code == 200


def test_the_menu_leads_to_ones_own_page():
    for client in (Client(), member()[1]):
        assert 'href="/you/"' in text_of(client, "/")


def test_a_guest_is_told_how_to_keep_their_games():
    _, (client, _) = table_with_browsers()
    page = text_of(client)
    assert "Keep your games" in page
    assert 'href="/accounts/signup/"' in page
    assert "Keep your games" not in text_of(member()[1])


def test_ones_own_page_asks_the_database_little():
    _, client = member()
    with CaptureQueriesContext(connection) as asked:
        client.get("/you/")
    assert len(asked) <= 6


def test_an_account_takes_its_data_along():
    _, client = member()
    client.cookies["prefs"] = "theme:dark"
    answer = client.post("/you/export/")
    found = json.loads(answer.content)
    assert answer["Content-Disposition"] == 'attachment; filename="card-city-about-you.json"'
    assert "no-store" in answer["Cache-Control"]
    assert found["account"]["username"] == "anna"
    assert found["sessions"][0]["ip"] == "127.0.0.0"
    assert found["device"]["theme"] == "dark"


def test_a_guest_takes_their_data_along():
    _, (client, _) = table_with_browsers()
    assert json.loads(client.post("/you/export/").content)["guest"]["name"] == "Player 0"


def test_who_is_nobody_has_nothing_to_take_along():
    assert Client().post("/you/export/").url == "/you/"


@pytest.mark.parametrize("address", ["/you/export/", "/you/keep/"])
def test_looking_changes_nothing(address):
    assert member()[1].get(address).status_code == 405


def test_deletion_is_for_accounts():
    for answer in (Client().get("/you/delete/"), Client().post("/you/delete/"), Client().post("/you/keep/")):
        assert answer.url.startswith("/accounts/login/")


def test_deletion_asks_for_the_password_again():
    _, client = member()
    asked = client.post("/you/delete/")
    assert asked.url.startswith("/accounts/reauthenticate/")
    assert delete_at() is None
    client.post(asked.url, {"password": "wrong", "next": "/you/delete/"})
    assert delete_at() is None
    client.post(asked.url, {"password": PASSWORD, "next": "/you/delete/"})
    assert delete_at() is not None


def test_every_page_says_that_the_account_will_go():
    _, client = leaving()
    for address in ("/", "/you/", "/accounts/sessions/", "/rules/point-city/"):
        page = text_of(client, address)
        assert "This account will be deleted on" in page
        assert 'action="/you/keep/"' in page
    assert "will be deleted" not in text_of(Client(), "/")


def test_who_changes_their_mind_stays():
    _, client = leaving()
    assert client.post("/you/keep/").url == "/you/"
    assert delete_at() is None
    assert "will be deleted" not in text_of(client)


def test_signing_in_within_the_time_is_possible_and_can_cancel():
    leaving()
    client = Client()
    assert sign_in(client).status_code == 302
    assert "This account will be deleted on" in text_of(client)
    client.post("/you/keep/")
    assert delete_at() is None


def test_the_owner_is_told_where_to_hand_the_site_over():
    _, client = member("root", is_superuser=True, is_staff=True)
    prove(client)
    page = client.post("/you/delete/", follow=True).content.decode()
    assert "You own this site" in page
    assert 'href="/admin/auth/user/"' in page.split("<main", 1)[1]
    assert "Delete in" not in page
    assert delete_at() is None


def test_who_handed_the_site_over_can_leave():
    root, client = member("root", is_superuser=True, is_staff=True)
    other = account("other")
    prove(client)
    answer = client.post(
        f"/admin/auth/user/act/make-owner/?pk={other.pk}", {"reason": "Moving", "sure": "on"}
    )
    assert answer.status_code == 302
    assert "Delete in" in text_of(client, "/you/delete/")
    client.post("/you/delete/")
    assert Profile.objects.get(user=root).delete_at
    forget_accounts(timezone.now() + GRACE)
    assert [user.username for user in get_user_model().objects.all()] == ["other"]


def test_when_the_time_is_over_nobody_can_sign_in():
    _, client = leaving()
    forget_accounts(timezone.now() + GRACE)
    assert not get_user_model().objects.exists()
    assert "You're not signed in" in text_of(client)
    assert "Wrong username or password" in sign_in(Client()).content.decode()


def test_the_tables_of_a_deleted_player_are_there_for_the_others():
    game, (client, other) = table_with_browsers()
    account()
    sign_in(client)
    prove(client)
    client.post("/you/delete/")
    forget_accounts(timezone.now() + GRACE)
    name = Seat.objects.get(game=game, index=0).name
    assert name.startswith("Player ")
    for address in (f"/games/{game.pk}/", f"/games/{game.pk}/replay/0/"):
        answer = other.get(address)
        assert answer.status_code == 200
        assert "anna" not in answer.content.decode()
        assert name in answer.content.decode()
