"""The site itself at the desk: guests, sign-up, invitations and mail."""

import re
import smtplib
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.models import AuditEntry, SignUpInvitation, SiteState
from games.services.delivery import mail_state
from games.services.delivery.mail_state import send_test_mail
from games.services.rights import sign_up as invitations
from games.services.rights.site_state import Doors, open_doors, site_state
from games.services.rights.staff import ADMINISTRATORS, DeskError
from tests.moderation.people import account, administrator, browser, moderator, staff
from tests.security.test_headers import _INLINE
from tests.threads import each_at_once
from tests.views.members import sign_up

pytestmark = pytest.mark.django_db
PAGE = "/admin/games/sitestate/1/change/"
CONSOLE = "django.core.mail.backends.console.EmailBackend"


class Refusing(BaseEmailBackend):
    """A mail server that does not know us."""

    def send_messages(self, messages):
        raise smtplib.SMTPAuthenticationError(535, b"5.7.8 no such user anna@example.org")


def act(slug):
    return f"/admin/games/sitestate/act/{slug}/?pk=1"


def by_invitation():
    open_doors(administrator(), Doors(sign_up_open=False), "Spam")


def test_only_administrators_see_it():
    assert browser(staff()).get(PAGE).status_code == 403
    assert browser(staff()).get("/admin/games/sitestate/").status_code == 403
    client = browser(staff(ADMINISTRATORS))
    assert client.get("/admin/games/sitestate/", follow=True).redirect_chain == [(PAGE, 302)]
    for page in (PAGE, *map(act, ("doors", "invite", "test-mail", "withdraw"))):
        answer = client.get(page)
        assert answer.status_code == 200
        assert not _INLINE.search(answer.content.decode())


def test_the_doors_are_chosen_with_a_reason_and_noted():
    client = browser(staff(ADMINISTRATORS))
    assert client.post(act("doors"), {"sign_up_open": "on"}).status_code == 422
    client.post(act("doors"), {"sign_up_open": "on", "reason": "Trouble with guests"})
    assert (site_state().guests_welcome, site_state().sign_up_open) == (False, True)
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.target, entry.reason) == ("open-doors", "site", "Trouble with guests")
    assert (entry.before["guests_welcome"], entry.after["guests_welcome"]) == (True, False)
    with pytest.raises(DeskError):
        open_doors(moderator(), Doors(), "Because")


def test_by_invitation_nobody_signs_up_without_one():
    by_invitation()
    answer = sign_up(Client(), "anna")
    assert answer.status_code == 403
    assert "New accounts are by invitation only." in answer.content.decode()
    assert Client().get("/accounts/signup/").status_code == 403


def test_an_invitation_is_made_at_the_desk_and_is_good_for_so_many():
    account("First")
    by_invitation()
    client = browser(staff(ADMINISTRATORS))
    question = client.get(act("invite")).content.decode()
    assert 'value="1"' in question
    assert 'value="7"' in question
    answer = client.post(act("invite"), {"note": "The club", "accounts": 2, "days": 3})
    page = answer.content.decode()
    link = re.search(r"/invited/[\w:-]+/", page)[0]
    assert "<svg" in page
    assert f"http://testserver{link}" in page
    made = SignUpInvitation.objects.get()
    assert (made.note, made.uses_left) == ("The club", 2)
    assert AuditEntry.objects.last().action == "invite-to-sign-up"
    for name, status in (("anna", 302), ("ben", 302), ("cleo", 403)):
        client = Client()
        assert client.get(link).url == "/accounts/signup/"
        assert sign_up(client, name).status_code == status
    made.refresh_from_db()
    assert made.uses_left == 0


def test_a_look_or_a_mistake_uses_no_invitation_up():
    by_invitation()
    link = f"/invited/{invitations.invite(administrator(), invitations.InvitationPlan())}/"
    client = Client()
    for _ in range(3):
        client.get(link)
        assert sign_up(client, "a b").status_code == 200
    assert SignUpInvitation.objects.get().uses_left == 1
    assert sign_up(client, "anna").status_code == 302


def test_an_invitation_that_nobody_made_leaves_no_trace():
    for token in ("x" * 3000, "1:abc"):
        assert Client().get(f"/invited/{token}/").status_code == 302
    assert not Session.objects.exists()


def test_while_everybody_may_sign_up_invitations_are_kept():
    token = invitations.invite(administrator(), invitations.InvitationPlan())
    client = Client()
    client.get(f"/invited/{token}/")
    assert sign_up(client, "anna").status_code == 302
    assert SignUpInvitation.objects.get().uses_left == 1


@pytest.mark.parametrize("spoil", ["withdrawn", "late", "forged"])
def test_an_invitation_that_is_none_any_more(spoil):
    by_invitation()
    token = invitations.invite(administrator(), invitations.InvitationPlan(note="Them"))
    if spoil == "withdrawn":
        made = SignUpInvitation.objects.get()
        client = browser(staff(ADMINISTRATORS))
        assert "Them" in client.get(act("withdraw")).content.decode()
        client.post(act("withdraw"), {"invitation": made.pk})
        assert AuditEntry.objects.last().action == "withdraw-invitation"
    if spoil == "late":
        SignUpInvitation.objects.update(until=timezone.now() - timedelta(seconds=1))
    client = Client()
    client.get(f"/invited/{token + ('x' if spoil == 'forged' else '')}/")
    assert sign_up(client, "anna").status_code == 403


@pytest.mark.django_db(transaction=True)
def test_one_invitation_makes_one_account_at_the_same_moment(emptied_log):
    by_invitation()
    token = invitations.invite(administrator(), invitations.InvitationPlan())
    assert sum(each_at_once(lambda _number: invitations.use_invitation(token), 6)) == 1


# Mail


def test_a_test_mail_goes_out_and_the_page_says_so():
    client = browser(staff(ADMINISTRATORS))
    assert "No email has been sent yet." in client.get(PAGE).content.decode()
    client.post(act("test-mail"), {"address": "me@example.org"})
    assert mail.outbox[0].to == ["me@example.org"]
    assert AuditEntry.objects.get().action == "test-mail"
    assert "Email is working." in client.get(PAGE).content.decode()


@pytest.mark.django_db(transaction=True)
def test_no_transaction_is_open_while_a_test_mail_is_on_its_way(emptied_log, monkeypatch):
    """Rights are asked with a lock, which PostgreSQL gives in a transaction only; that ends before the mail."""
    were_open = []
    monkeypatch.setattr(EmailMessage, "send", lambda _: were_open.append(connection.in_atomic_block))
    monkeypatch.setattr(mail_state, "require_right", in_transaction(mail_state.require_right, were_open))
    answer = browser(staff(ADMINISTRATORS)).post(act("test-mail"), {"address": "me@example.org"})
    assert (answer.status_code, were_open) == (302, [True, False])
    assert AuditEntry.objects.get().action == "test-mail"


def in_transaction(asked, were_open):
    """Return a function that does the same and notes whether it was in a transaction."""

    def ask(*args):
        were_open.append(connection.in_atomic_block)
        return asked(*args)

    return ask


def test_a_test_mail_that_does_not_go_out_says_why_without_an_address(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    client = browser(staff(ADMINISTRATORS))
    refused = client.post(act("test-mail"), {"address": "me@example.org"})
    assert refused.status_code == 422
    page = client.get(PAGE).content.decode()
    for shown in (refused.content.decode(), page):
        assert "SMTPAuthenticationError 535" in shown
        assert "anna@example.org" not in shown
    assert "The last email couldn't be sent." in page
    assert not AuditEntry.objects.exists()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    client.post(act("test-mail"), {"address": "me@example.org"})
    assert not site_state().mail_fails
    assert "SMTPAuthenticationError 535" in client.get(PAGE).content.decode()


def test_times_are_told_in_the_zone_that_is_named(settings):
    settings.TIME_ZONE = "Asia/Tokyo"
    noon = datetime(2031, 5, 7, 12, tzinfo=UTC)
    SiteState.objects.update_or_create(pk=SiteState.ONLY, defaults={"mail_sent_at": noon})
    page = browser(staff(ADMINISTRATORS)).get(PAGE).content.decode()
    assert "2031-05-07 21:00 (Asia/Tokyo)" in page


def test_without_a_way_for_mail_the_test_says_so(settings):
    settings.EMAIL_BACKEND = CONSOLE
    with pytest.raises(DeskError, match="doesn't send email"):
        send_test_mail(administrator(), "me@example.org")
    page = browser(staff(ADMINISTRATORS)).get(PAGE).content.decode()
    assert "This site doesn't send email" in page
    assert SiteState.objects.get().mail_sent_at is None
