"""Helping somebody back into their account: one-time links, second factors, sessions; what stays off the desk."""

import hashlib
import re
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from games.models import AuditEntry, Notice, SignInLink
from games.services.moderation import desk, rescue
from games.services.rights.sign_in_links import use_link
from games.services.rights.staff import ADMINISTRATORS, MODERATORS, DeskError, Staff
from tests.moderation.people import account, administrator, banned, browser, moderator, staff, viewer
from tests.moderation.test_desk import act
from tests.security.test_headers import _INLINE
from tests.threads import each_at_once
from tests.views.members import PASSWORD, prove, sign_in
from tests.views.members import account as member

pytestmark = pytest.mark.django_db
LINK = re.compile(r"/sign-in/[\w-]+/")


def made_link(user):
    return f"/sign-in/{rescue.make_sign_in_link(administrator(), user.pk, 'Forgot it')}/"


def is_in(client):
    return "Sign out" in client.get("/you/").content.decode()


def test_an_administrator_makes_a_link_that_is_shown_once_with_its_picture():
    user, by = account("Ben"), staff(ADMINISTRATORS)
    client = browser(by)
    assert client.post(act(user, "sign-in-link"), {}).status_code == 422
    answer = client.post(act(user, "sign-in-link"), {"reason": "Forgot the password"})
    page = answer.content.decode()
    link = LINK.search(page)[0]
    assert "<svg" in page
    assert "no-store" in answer["Cache-Control"]
    assert not _INLINE.search(page)
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.target, entry.reason) == (
        "sign-in-link",
        f"user:{user.pk}",
        "Forgot the password",
    )
    token = link.split("/")[2]
    assert token not in str(list(AuditEntry.objects.values())) + str(list(SignInLink.objects.values()))
    assert SignInLink.objects.get().digest == hashlib.sha256(token.encode()).hexdigest()
    assert Notice.objects.get(user=user).kind == "sign_in_link"
    assert "one-time sign-in link for your account" in browser(user).get("/you/notices/").content.decode()


@pytest.mark.parametrize("slug", ["sign-in-link", "remove-second-factor"])
def test_who_lets_somebody_into_an_account_proves_first_who_they_are(slug):
    by = member("boss", is_staff=True)
    by.groups.add(Group.objects.get(name=ADMINISTRATORS))
    user, client = account("Ben"), Client()
    Authenticator.objects.create(user=user, type="totp", data={})
    client.force_login(by)
    asked = client.post(act(user, slug), {"reason": "Forgot it"})
    assert asked.url.startswith("/accounts/reauthenticate/")
    assert not AuditEntry.objects.exists()
    prove(client)
    client.post(act(user, slug), {"reason": "Forgot it"})
    assert AuditEntry.objects.get().action == slug


def test_a_look_at_a_link_signs_nobody_in_and_uses_nothing_up():
    user = account("Ben")
    link, preview = made_link(user), Client()
    for method in (preview.get, preview.head, preview.options):
        method(link)
    page = preview.get(link).content.decode()
    assert "Ben" in page
    assert '<button class="primary">Sign in</button>' in page
    assert not is_in(preview)
    assert SignInLink.objects.get().used_at is None


def test_a_link_signs_in_once_and_leads_to_a_new_password():
    user = member("ben")
    link, client = made_link(user), Client()
    assert client.post(link).url == "/you/password/"
    assert is_in(client)
    assert client.get("/you/password/").status_code == 200
    words = {"password1": "nine red trams", "password2": "nine red trams"}
    assert client.post("/you/password/", {**words, "password2": "nine red tram"}).status_code == 422
    assert client.post("/you/password/", words).url == "/you/"
    assert is_in(client)
    user.refresh_from_db()
    assert user.check_password("nine red trams")
    assert client.get("/you/password/").url == "/accounts/password/change/"
    late = Client()
    assert late.get(link).status_code == late.post(link).status_code == 410
    assert not is_in(late)


def test_the_new_password_is_asked_for_in_the_words_of_the_site():
    link, client = made_link(member("ben")), Client()
    client.post(link)
    labels = re.findall(
        r'<label for="id_password\d">(.*?)</label>', client.get("/you/password/").content.decode()
    )
    assert labels == ["New password", "Repeat new password"]


def test_nobody_chooses_a_password_so_without_a_link():
    client = Client()
    member("ben")
    sign_in(client, "ben")
    assert client.get("/you/password/").url == "/accounts/password/change/"
    words = {"password1": "nine red trams", "password2": "nine red trams"}
    assert client.post("/you/password/", words).url == "/accounts/password/change/"
    assert get_user_model().objects.get(username="ben").check_password(PASSWORD)


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_comes_in(emptied_log):
    token = made_link(account("Ben")).split("/")[2]
    assert sum(bool(user) for user in each_at_once(lambda _number: use_link(token), 8)) == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_browsers_at_once_one_is_signed_in_and_the_other_told_why(emptied_log):
    link, browsers = made_link(member("ben")), [Client(), Client()]
    statuses = each_at_once(lambda number: browsers[number].post(link).status_code, 2)
    assert sorted(statuses) == [302, 410]
    assert sorted(map(is_in, browsers)) == [False, True]


def _owner():
    return Staff(account("Owner", is_staff=True, is_superuser=True))


LOSSES = {
    "ban": lambda by: banned(_owner(), viewer(by.user)),
    "dismissal": lambda by: desk.appoint(_owner(), by.user.pk, "", "Enough"),
    "demotion": lambda by: desk.appoint(_owner(), by.user.pk, MODERATORS, "Enough"),
    "closed account": lambda by: get_user_model().objects.filter(pk=by.user.pk).update(is_active=False),
}


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
def test_a_link_does_not_outlive_the_power_of_who_made_it(loss):
    user, by = member("ben"), administrator()
    link, client = f"/sign-in/{rescue.make_sign_in_link(by, user.pk, 'For later')}/", Client()
    assert client.get(link).status_code == 200
    loss(by)
    assert client.get(link).status_code == client.post(link).status_code == 410
    assert not is_in(client)


def test_a_link_does_not_open_an_account_that_rose_to_the_rank_of_who_made_it():
    user, by = member("ben"), administrator()
    token = rescue.make_sign_in_link(by, user.pk, "For later")
    desk.appoint(_owner(), user.pk, ADMINISTRATORS, "Well done")
    assert use_link(token) is None


def test_a_link_ends_after_an_hour_by_a_new_one_by_a_new_password_and_with_the_account():
    user = member("ben")
    link = made_link(user)
    soon = timezone.now() + timedelta(minutes=59)
    assert soon < SignInLink.objects.get().until < soon + timedelta(minutes=2)
    SignInLink.objects.update(until=timezone.now())
    assert Client().post(link).status_code == 410
    old, new = made_link(user), made_link(user)
    assert (Client().get(old).status_code, Client().get(new).status_code) == (410, 200)
    client = Client()
    sign_in(client, "ben")
    words = {"oldpassword": PASSWORD, "password1": "nine red trams", "password2": "nine red trams"}
    assert client.post("/accounts/password/change/", words).status_code == 302
    assert Client().get(new).status_code == 410
    last = made_link(user)
    get_user_model().objects.filter(pk=user.pk).update(is_active=False)
    assert Client().post(last).status_code == 410


def test_a_second_factor_is_still_asked_for():
    user = account("Ben")
    Authenticator.objects.create(user=user, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    client = Client()
    assert client.post(made_link(user)).url == "/accounts/2fa/authenticate/"
    assert not is_in(client)


def test_a_second_factor_is_removed_with_a_reason_and_all_sessions():
    user, by = member("ben"), staff(ADMINISTRATORS)
    there = Client()
    sign_in(there, "ben")
    assert (
        "remove-second-factor" not in browser(by).get(f"/admin/auth/user/{user.pk}/change/").content.decode()
    )
    for kind in ("totp", "recovery_codes", "webauthn"):
        Authenticator.objects.create(user=user, type=kind, data={})
    assert "remove-second-factor" in browser(by).get(f"/admin/auth/user/{user.pk}/change/").content.decode()
    browser(by).post(act(user, "remove-second-factor"), {"reason": "Lost the phone"})
    assert not Authenticator.objects.exists()
    assert not is_in(there)
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.reason) == ("remove-second-factor", "Lost the phone")
    assert entry.before == {"factors": ["recovery_codes", "totp", "webauthn"]}
    assert "two-factor authentication" in browser(user).get("/you/notices/").content.decode()
    with pytest.raises(DeskError):
        rescue.remove_second_factor(Staff(by), user.pk, "Again")


def test_all_sessions_of_an_account_are_ended_from_the_desk():
    user, there = member("ben"), Client()
    sign_in(there, "ben")
    browser(staff(ADMINISTRATORS)).post(act(user, "sign-out"), {"reason": "Lost the phone"})
    assert not is_in(there)
    assert not UserSession.objects.filter(user=user).exists()
    assert AuditEntry.objects.get().before == {"sessions": 1}


@pytest.mark.parametrize("do", [rescue.make_sign_in_link, rescue.remove_second_factor, rescue.sign_out])
def test_who_may_not(do):
    user, boss = account("Ben"), account(is_staff=True, is_superuser=True)
    by = administrator()
    tries = [
        (moderator(), user),
        (by, by.user),
        (by, boss),
        (by, administrator().user),
        (Staff(user), account()),
    ]
    for who, whom in tries:
        with pytest.raises(DeskError):
            do(who, whom.pk, "Because")
    assert not AuditEntry.objects.exists()
    assert not SignInLink.objects.exists()


def test_what_other_apps_store_about_people_is_not_at_the_desk():
    names = {model._meta.label for model in admin.site._registry}
    assert all(not name.startswith(("account.", "mfa.", "usersessions.")) for name in names)
    client = browser(account(is_staff=True, is_superuser=True))
    for address in ("mfa/authenticator/", "account/emailaddress/", "usersessions/usersession/"):
        assert client.get(f"/admin/{address}").status_code == 404
