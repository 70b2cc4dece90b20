"""Guesses at passwords: who guesses is held up before long, and who is guessed at is not."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client

from games.services.people import guesses
from tests.views.members import account, sign_in
from tests.views.test_strangers import KNOWN, with_address

pytestmark = pytest.mark.django_db


def guess(login, address="127.0.0.1"):
    return sign_in(Client(REMOTE_ADDR=address), login, "wrong")


def test_a_network_guesses_at_an_account_twenty_times_and_locks_out_nobody_else():
    account()
    assert all("Too many failed" not in guess("anna", "10.0.0.1").content.decode() for _ in range(20))
    refused = guess("anna", "10.0.0.1").content.decode()
    assert "Too many failed" in refused
    assert "in 15 min" in refused
    assert "a passkey, or set a new password" in refused
    assert "Too many failed" in sign_in(Client(REMOTE_ADDR="10.0.0.1")).content.decode()
    assert "Too many failed" not in guess("nell", "10.0.0.1").content.decode()
    assert sign_in(Client(REMOTE_ADDR="10.0.0.2")).status_code == 302


def test_the_addresses_of_one_household_guess_together():
    account()
    for number in range(20):
        guess("anna", f"2001:db8::{number:x}")
    assert "Too many failed" in guess("anna", "2001:db8::ffff").content.decode()
    assert "Too many failed" not in guess("anna", "2001:db8:0:1::1").content.decode()


def test_old_addresses_are_households_of_their_own_also_on_a_socket_for_both_kinds():
    account()
    for _ in range(20):
        guess("anna", "::ffff:10.0.0.1")
    assert "Too many failed" in guess("anna", "10.0.0.1").content.decode()
    assert "Too many failed" not in guess("anna", "::ffff:99.9.9.9").content.decode()


def test_all_the_world_guesses_three_hundred_times(monkeypatch):
    monkeypatch.setattr(guesses, "BY_ALL", 30)
    account()
    for number in range(30):
        assert "Too many failed" not in guess("anna", f"10.0.0.{number}").content.decode()
    assert "Too many failed" in guess("anna", "10.0.0.99").content.decode()


@pytest.mark.parametrize("verified", [True, False])
def test_guesses_at_a_name_do_not_tell_which_address_is_its_own(verified):
    with_address(verified=verified)
    for number in range(20):
        guess(("anna", "ANNA")[number % 2])
    assert "Too many failed" in guess("anna").content.decode()
    for address in (KNOWN, "stranger@example.org"):
        assert "Too many failed" not in guess(address).content.decode()


@pytest.mark.database
def test_all_spellings_that_the_database_takes_for_a_name_count_together():
    account("sissi")
    spellings = [name for name in ("sissi", "SISSI", "sıssi", "ſissi", "siſsi") if found(name)]
    for number in range(20):
        guess(spellings[number % len(spellings)])
    for name in spellings:
        assert "Too many failed" in guess(name).content.decode()


def found(name):
    return get_user_model().objects.filter(username__iexact=name).exists()


def test_guesses_at_an_address_do_not_tell_whose_it_is():
    with_address()
    for number in range(20):
        guess((KNOWN, KNOWN.upper())[number % 2])
    assert "Too many failed" in sign_in(Client(), KNOWN).content.decode()
    assert "Too many failed" not in guess("anna").content.decode()


def test_an_address_is_that_of_who_has_confirmed_it():
    with_address()
    thief = account("thief", email=KNOWN)
    EmailAddress.objects.create(user=thief, email=KNOWN, verified=False, primary=True)
    for _ in range(20):
        guess(KNOWN)
    assert "Too many failed" in sign_in(Client(), KNOWN).content.decode()
    assert sign_in(Client(), "thief").status_code == 302


def test_who_knows_the_password_uses_up_no_guesses():
    account()
    assert all(sign_in(Client()).status_code == 302 for _ in range(25))


def test_a_new_password_opens_the_door_again():
    user = with_address()
    for _ in range(21):
        guess("anna")
    client = Client()
    client.post("/accounts/password/reset/", {"email": KNOWN})
    link = re.search(r"/accounts/password/reset/key/[^/\s]+/", mail.outbox[0].body)[0]
    form = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(form, {"password1": "nine red trams", "password2": "nine red trams"})
    user.refresh_from_db()
    assert user.check_password("nine red trams")
    assert sign_in(Client(), password="nine red trams").status_code == 302


def test_an_address_tries_three_hundred_times(rf):
    for _ in range(299):
        assert ratelimit.consume(rf.post("/", REMOTE_ADDR="10.0.0.1"), app="allauth.account", action="login")
    assert guess("anna", "10.0.0.1").status_code == 200
    assert guess("anna", "10.0.0.1").status_code == 429
    assert guess("anna", "10.0.0.2").status_code == 200
