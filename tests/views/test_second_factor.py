"""Codes from a phone, recovery codes, and the desk that staff enter only with them."""

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client

from tests.views.members import PASSWORD, Phone, member, prove, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noted_rendering")]
ACTIVATE = "/accounts/2fa/totp/activate/"
AUTHENTICATE = "/accounts/2fa/authenticate/"
CODES = "/accounts/2fa/recovery-codes/"


@pytest.fixture
def desk_is_guarded(settings):
    settings.STAFF_SECOND_FACTOR = True


def set_up(client):
    """Turn the second factor on, as its page asks; return the phone."""
    prove(client)
    phone = Phone(client.get(ACTIVATE).context["form"].secret)
    assert client.post(ACTIVATE, {"code": phone.code()}).url == CODES
    return phone


def signed_in_with(phone, username="anna"):
    cache.clear()
    client = Client()
    assert sign_in(client, username).url == AUTHENTICATE
    assert client.post(AUTHENTICATE, {"code": phone.code()}).status_code == 302
    return client


def is_in(client):
    return "Sign out" in client.get("/you/").content.decode()


def test_it_is_turned_on_only_after_the_password():
    _, client = member()
    assert client.get(ACTIVATE).url.startswith("/accounts/reauthenticate/")
    set_up(client)
    assert {found.type for found in Authenticator.objects.all()} == {"totp", "recovery_codes"}


def test_from_then_on_the_password_alone_does_not_do():
    _, client = member()
    phone = set_up(client)
    other = Client()
    assert sign_in(other).url == AUTHENTICATE
    assert not is_in(other)
    assert "That code doesn&#x27;t work" in other.post(AUTHENTICATE, {"code": "000000"}).content.decode()
    assert not is_in(other)
    assert is_in(signed_in_with(phone))


def test_a_code_is_good_once():
    _, client = member()
    phone = set_up(client)
    signed_in_with(phone)
    phone.shown -= 1
    other = Client()
    sign_in(other)
    other.post(AUTHENTICATE, {"code": phone.code()})
    assert not is_in(other)


def test_a_recovery_code_helps_once_if_the_phone_is_lost():
    _, client = member()
    set_up(client)
    codes = client.get(CODES).context["unused_codes"]
    assert len(codes) == 10
    for expected in (True, False):
        other = Client()
        sign_in(other)
        other.post(AUTHENTICATE, {"code": codes[0]})
        assert is_in(other) == expected


def test_codes_cannot_be_guessed_for_long():
    _, client = member()
    set_up(client)
    other = Client()
    sign_in(other)
    answers = [other.post(AUTHENTICATE, {"code": "000000"}).content.decode() for _ in range(21)]
    assert "Too many failed" in answers[20]
    assert "Too many failed" not in answers[19]


def test_an_unconfirmed_address_hinders_nobody():
    user, client = member()
    user.emailaddress_set.create(email="anna@example.org", verified=False, primary=True)
    set_up(client)


@pytest.mark.parametrize(
    "address",
    ["", "totp/activate/", "recovery-codes/", "recovery-codes/generate/", "webauthn/", "webauthn/add/"],
)
def test_its_pages_look_like_the_site(address):
    _, client = member()
    set_up(client)
    text = client.get(f"/accounts/2fa/{address}", follow=True).content.decode()
    assert 'class="site-head"' in text
    assert "css/account.css" in text


def test_staff_enter_the_desk_without_it_where_it_is_not_asked_for():
    _, client = member(is_staff=True)
    assert client.get("/admin/").status_code == 200


@pytest.mark.usefixtures("desk_is_guarded")
def test_staff_without_it_are_led_to_set_it_up():
    _, client = member(is_staff=True, is_superuser=True)
    for address in ("/admin/", "/admin/games/game/"):
        answer = client.get(address, follow=True)
        assert answer.redirect_chain[-1][0] == "/accounts/2fa/"
        assert "need two-factor authentication" in answer.content.decode()


@pytest.mark.usefixtures("desk_is_guarded")
def test_staff_who_have_it_prove_it_in_each_session():
    _, client = member(is_staff=True, is_superuser=True)
    phone = set_up(client)
    answer = client.get("/admin/games/game/", follow=True)
    path, _, query = answer.redirect_chain[-1][0].partition("?")
    assert path == "/accounts/2fa/reauthenticate/"
    cache.clear()
    assert client.post(f"{path}?{query}", {"code": phone.code()}).url == "/admin/games/game/"
    assert client.get("/admin/games/game/").status_code == 200


@pytest.mark.usefixtures("desk_is_guarded")
def test_staff_who_signed_in_with_it_walk_in():
    _, client = member(is_staff=True, is_superuser=True)
    other = signed_in_with(set_up(client))
    assert other.get("/admin/").status_code == 200
    assert other.get("/admin/login/").url == "/admin/"


@pytest.mark.usefixtures("desk_is_guarded")
def test_whoever_is_no_staff_stays_out():
    _, client = member()
    set_up(client)
    assert client.get("/admin/", follow=True).status_code == 403
    assert Client().get("/admin/", follow=True).redirect_chain[-1][0].startswith("/accounts/login/")


def test_the_desks_own_form_takes_no_passwords():
    member("root", is_staff=True)
    client = Client()
    client.post("/admin/login/", {"username": "root", "password": PASSWORD})
    assert not is_in(client)


def test_a_passkey_without_scripts_is_refused_with_the_reason():
    answer = Client().post("/accounts/2fa/webauthn/login/", {"credential": ""}, follow=True)
    assert [str(each) for each in answer.context["messages"]] == ["This functionality requires JavaScript."]
