"""Where one is signed in: the list, signing out everywhere else, and what a new password ends."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import connection
from django.http import parse_cookie
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cardcity_site.sessions import SessionStore, is_key
from games.live.rights import Pass, issue
from games.selectors.viewers import Viewer
from games.services.people.networks import neighbourhood
from games.services.upkeep.housekeeping import run
from tests.views.members import PASSWORD, account, member, sign_in

pytestmark = pytest.mark.django_db
SESSIONS = "/accounts/sessions/"
NEW = "nine red trams"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def is_in(client):
    return "Sign out" in client.get("/you/").content.decode()


def in_two_places():
    user, here = member()
    there = Client()
    sign_in(there, headers={"user-agent": FIREFOX})
    return user, here, there


def test_every_browser_is_listed_in_words():
    _, here, _ = in_two_places()
    page = here.get(SESSIONS).content.decode()
    assert "Firefox on Linux" in page
    assert page.count("This browser") == 1
    assert page.count("127.0.0.0") == 2
    assert "0\xa0minutes" not in page


def test_signing_out_everywhere_else_leaves_this_one():
    user, here, there = in_two_places()
    _, stranger = member("stranger")
    assert here.post(SESSIONS).url == SESSIONS
    assert [is_in(client) for client in (here, there, stranger)] == [True, False, True]
    assert UserSession.objects.filter(user=user).count() == 1


def test_strangers_see_no_sessions():
    assert Client().get(SESSIONS).url.startswith("/accounts/login/")


def test_many_sessions_take_no_more_questions_than_one():
    _, here, _ = in_two_places()
    for _ in range(8):
        sign_in(Client())
    with CaptureQueriesContext(connection) as asked:
        page = here.get(SESSIONS).content.decode()
    assert page.count("row-line") == 10
    assert len(asked) <= 7


def test_a_new_password_ends_all_other_sessions():
    user, here, there = in_two_places()
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert here.post("/accounts/password/change/", form).status_code == 302
    assert [is_in(client) for client in (here, there)] == [True, False]
    assert list(UserSession.objects.filter(user=user).values_list("session_key", flat=True)) == [
        here.session.session_key
    ]
    assert not Session.objects.filter(session_key=there.cookies["sessionid"].value).exists()


def test_a_password_reset_by_mail_ends_all_sessions():
    user, here, there = in_two_places()
    user.emailaddress_set.create(email="anna@example.org", verified=True, primary=True)
    lost = Client()
    lost.post("/accounts/password/reset/", {"email": "anna@example.org"})
    link = next(word for word in mail.outbox[0].body.split() if "/reset/key/" in word)
    form = lost.get(urlsplit(link).path, follow=True).redirect_chain[-1][0]
    lost.post(form, {"password1": NEW, "password2": NEW})
    assert [is_in(client) for client in (here, there, lost)] == [False, False, False]
    assert not UserSession.objects.exists()
    assert lost.login(username="anna", password=NEW)


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("203.0.113.77", "203.0.113.0"),
        ("::ffff:203.0.113.77", "203.0.113.0"),
        ("2001:db8:1:2:3::9", "2001:db8:1::"),
        ("127.0.0.1", "127.0.0.0"),
    ],
)
def test_only_the_network_of_an_address_is_stored(address, kept):
    account()
    sign_in(Client(REMOTE_ADDR=address))
    assert UserSession.objects.get().ip == neighbourhood(address) == kept


def test_expired_sessions_are_forgotten():
    user, here, there = in_two_places()
    Session.objects.filter(session_key=there.session.session_key).update(expire_date=timezone.now())
    run(timezone.now())
    assert [found.session_key for found in UserSession.objects.filter(user=user)] == [
        here.session.session_key
    ]
    assert Session.objects.count() == 1


def test_an_address_is_forgotten_after_a_month_while_the_session_lives():
    user, here, there = in_two_places()
    old = timezone.now() - timedelta(days=30, seconds=1)
    UserSession.objects.filter(session_key=there.session.session_key).update(last_seen_at=old)
    run(timezone.now())
    kept = dict(UserSession.objects.filter(user=user).values_list("session_key", "ip"))
    assert kept == {here.session.session_key: "127.0.0.0", there.session.session_key: "0.0.0.0"}
    page = here.get(SESSIONS).content.decode()
    assert "Firefox on Linux" in page
    assert page.count("from network") == 1
    assert "0.0.0.0" not in page.replace("127.0.0.0", "")


NO_KEYS = ["\\000aaaaaaa", "a" * 31, "a" * 33, "A" * 32, "é" * 32, "a" * 31 + "\\012"]
"""Quoted as in a cookie: what is no key, the first with the character that PostgreSQL refuses."""


@pytest.mark.parametrize("value", NO_KEYS)
def test_a_cookie_that_is_no_key_is_looked_up_by_no_page(value):
    with CaptureQueriesContext(connection) as asked:
        answer = Client().get("/", HTTP_COOKIE=f'sessionid="{value}"')
    assert answer.status_code == 200
    assert not [each["sql"] for each in asked if "django_session" in each["sql"]]


@pytest.mark.parametrize("value", NO_KEYS)
def test_a_cookie_that_is_no_key_is_looked_up_by_no_socket(value, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert issue(parse_cookie(f'sessionid="{value}"')["sessionid"]) == Pass(Viewer())


def test_a_key_that_the_site_made_is_one():
    session = SessionStore()
    session.create()
    assert is_key(session.session_key)
    assert SessionStore(session.session_key).session_key == session.session_key
