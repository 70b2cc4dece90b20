"""What pages say of mail where none goes out."""

import re
import smtplib
from contextvars import copy_context
from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client

from games.models import Delivery
from games.services.background import later
from games.services.delivery import mails
from games.services.notices.undelivered import Undelivered
from games.services.rights.site_state import site_state
from tests.views.members import account, member, prove, sign_in, sign_up

pytestmark = pytest.mark.django_db
NONE, FAILS = "This site doesn't send email.", "can't send email at the moment."


class Broken(BaseEmailBackend):
    """A mail server that is down."""

    def send_messages(self, messages):
        raise smtplib.SMTPServerDisconnected("gone")


@pytest.fixture
def silent(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"


def pages(client=None):
    paths = ("/accounts/signup/", "/accounts/password/reset/", "/accounts/password/reset/done/")
    return [Client().get(path).content.decode() for path in paths]


def test_where_mail_goes_out_nothing_is_said():
    assert not any(word in page for page in pages() for word in (NONE, FAILS))


@pytest.mark.usefixtures("silent")
def test_without_mail_sign_up_and_reset_say_so_and_ask_for_no_address():
    assert all(NONE in page for page in pages())
    assert 'name="email"' not in pages()[1]
    _, client = member()
    assert NONE in client.get("/accounts/email/").content.decode()


def test_without_mail_no_link_for_a_new_password_is_printed(settings, capsys):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    user = account()
    EmailAddress.objects.create(user=user, email="anna@example.org", verified=True, primary=True)
    answer = Client().post("/accounts/password/reset/", {"email": "anna@example.org"}, follow=True)
    assert "/reset/key/" not in capsys.readouterr().out
    assert "sent it an email" not in answer.content.decode()
    assert NONE in answer.content.decode()


@pytest.mark.usefixtures("silent")
def test_without_mail_no_mail_is_said_to_have_been_sent():
    client = Client()
    sign_up(client, "anna", email="anna@example.org")
    assert "sent an email to" not in client.get("/").content.decode()
    prove(client)
    answer = client.post("/accounts/email/", {"action_add": "", "email": "b@example.org"}, follow=True)
    assert "sent an email to" not in answer.content.decode()
    account("ben")
    for _ in range(21):
        answer = sign_in(Client(), "ben", "wrong")
    assert "a passkey, or ask an administrator" in answer.content.decode()


def test_where_mail_goes_out_it_is_said():
    client = Client()
    sign_up(client, "anna", email="anna@example.org")
    assert "sent an email to" in client.get("/").content.decode()
    assert site_state().mail_sent_at


def test_an_address_that_is_confirmed_twice_is_confirmed_and_the_link_called_used():
    client = Client()
    sign_up(client, "anna", email="anna@example.org")
    link = re.search(r"/accounts/confirm-email/\S+", mail.outbox[0].body)[0]
    first, second = client.post(link), client.post(link)
    assert (first.status_code, second.status_code) == (302, 410)
    assert EmailAddress.objects.get().verified
    assert "This link no longer works." in second.content.decode()


def test_who_asks_for_the_same_mail_again_at_once_is_told_to_wait():
    client = Client()
    sign_up(client, "anna", email="anna@example.org")
    client.get("/")
    answer = client.post("/accounts/email/", {"action_send": "", "email": "anna@example.org"}, follow=True)
    assert len(mail.outbox) == 1
    assert "Too many attempts. Wait a moment, then try again." in answer.content.decode()


def test_a_mail_that_did_not_go_out_is_noted_and_told(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Broken"
    client = Client()
    sign_up(client, "anna", email="anna@example.org")
    assert "sent an email to" not in client.get("/").content.decode()
    assert site_state().mail_fails
    assert "SMTPServerDisconnected" in site_state().mail_error
    assert all(FAILS in page for page in pages())


def test_nobody_waits_for_a_mail_server_that_did_not_answer_the_last_mail(settings, monkeypatch):
    jobs = []
    settings.EMAIL_BACKEND = f"{__name__}.Broken"
    sign_up(Client(), "anna", email="anna@example.org")
    monkeypatch.setattr(later, "start", lambda job: jobs.append(partial(copy_context().run, job)))
    client = Client()
    sign_up(client, "ben", email="ben@example.org")
    assert "sent an email to" not in client.get("/").content.decode()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    (job,) = jobs
    job()
    assert mail.outbox[0].to == ["ben@example.org"]
    assert not site_state().mail_fails


@pytest.mark.usefixtures("silent")
def test_a_notice_by_mail_that_goes_nowhere_is_not_called_sent():
    user = account()
    EmailAddress.objects.create(user=user, email="anna@example.org", verified=True, primary=True)
    with pytest.raises(Undelivered) as refusal:
        mails._send(Delivery(user=user, channel="mail"), "Your turn", "turn", {"games": [], "count": 0})
    assert refusal.value.final
    assert refusal.value.reason == "This site doesn't send email"
    assert Client().get("/healthz").json()["mail"] == "none"


@pytest.mark.usefixtures("silent")
def test_nobody_is_asked_how_they_want_mail_where_none_goes_out():
    user, client = member()
    address = "/you/notices/settings/"
    page = client.get(address).content.decode()
    assert NONE in page
    assert "confirmed address" not in page
    assert 'type="radio"' not in page
    before = user.profile.mails
    kept = client.post(address, {"mails": before, "webhook": "", "reminders": "on"})
    assert kept.status_code == 302
    user.profile.refresh_from_db()
    assert user.profile.mails == before
