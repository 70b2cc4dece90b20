"""A mail server that refuses everything for a week: what waits for the staff stays known, and mails go on after it."""

from datetime import timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends.base import BaseEmailBackend
from django.urls import reverse
from django.utils import timezone

from games.models import Delivery, Report
from games.services.delivery import outbox
from games.services.delivery.mail_state import FAILS, WORKS, mail_state, noted
from games.services.delivery.outbox import DELAYS
from games.services.upkeep import housekeeping
from tests.moderation.people import browser, reported, viewer
from tests.moderation.test_calls import account, notices, reachable
from tests.tables import guest
from tests.views.opening import text_of

pytestmark = pytest.mark.django_db
WORKING = "django.core.mail.backends.locmem.EmailBackend"
WEEK, DAY, LOOK = timedelta(days=7), timedelta(days=1), timedelta(hours=6)


class Bouncing(BaseEmailBackend):
    """A mail server that takes nothing."""

    def send_messages(self, messages):
        raise SMTPDataError(554, b"Transaction failed")


class Choosy(BaseEmailBackend):
    """A mail server that refuses every address."""

    answer = (550, b"5.1.1 No such user here")

    def send_messages(self, messages):
        raise SMTPRecipientsRefused({address: self.answer for address in messages[0].to})


@pytest.fixture(autouse=True)
def fresh():
    cache.clear()


def report_at(day, now):
    """Let somebody report another person at a moment."""
    made = reported(guest(f"Guest {day}"), viewer(account(f"P{day}")))
    Report.objects.filter(pk=made.pk).update(queued_at=now, created_at=now)


def pass_on(now):
    """Tell the staff, and send what is due."""
    housekeeping.run(now)
    outbox.send_due(now)


def test_a_week_of_bounces_piles_up_nothing_and_the_next_mail_goes_out(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Bouncing"
    mona, start = reachable(), timezone.now()
    for number in range(WEEK // LOOK):
        if number % (DAY // LOOK) == 0:
            report_at(number, start + number * LOOK)
        pass_on(start + number * LOOK)
    tried = list(Delivery.objects.filter(user=mona))
    assert 1 <= len(tried) <= WEEK // DAY
    assert all(each.tries <= len(DELAYS) + 1 and each.error for each in tried)
    assert Delivery.objects.filter(user=mona, state="waiting").count() <= 1
    assert notices(mona) == ["report_waiting"]
    assert mail_state() == FAILS
    assert "The mail server rejected it" in text_of(browser(mona).get(reverse("games:deliveries")))

    settings.EMAIL_BACKEND = WORKING
    report_at("later", start + WEEK)
    pass_on(start + WEEK)
    pass_on(start + WEEK + LOOK)
    assert [message.to for message in mail.outbox] == [[mona.email]]
    assert mail_state() == WORKS


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ((550, b"5.1.1 No such user here"), WORKS),
        ((450, b"4.1.2 Domain not found"), WORKS),
        ((501, b"Bad address syntax"), WORKS),
        ((554, b"Relay access denied"), FAILS),
        ((550, b"5.7.1 Unable to relay"), FAILS),
        ((530, b"Authentication required"), FAILS),
    ],
)
def test_an_address_that_is_refused_says_nothing_of_the_sites_mail_a_closed_relay_does(
    settings, monkeypatch, answer, state
):
    settings.EMAIL_BACKEND = f"{__name__}.Choosy"
    monkeypatch.setattr(Choosy, "answer", answer)
    with pytest.raises(SMTPRecipientsRefused), noted():
        mail.send_mail("Hello", "Hello", None, ["nobody@example.org"])
    assert mail_state() == state


def test_an_address_that_is_refused_does_not_make_a_broken_mail_whole(settings):
    for backend, error in (("Bouncing", SMTPDataError), ("Choosy", SMTPRecipientsRefused)):
        settings.EMAIL_BACKEND = f"{__name__}.{backend}"
        with pytest.raises(error), noted():
            mail.send_mail("Hello", "Hello", None, ["nobody@example.org"])
    assert mail_state() == FAILS
