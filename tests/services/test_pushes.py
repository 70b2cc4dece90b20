"""Web push: sealed for one browser, signed by the site, forgotten when the browser is gone; absent without its library."""

import base64
import json
import os
import stat
import sys
from datetime import timedelta
from threading import Barrier

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from py_vapid import Vapid02

from games.models import Delivery, PushSubscription
from games.services.delivery import outside, pushes
from games.services.delivery.subscriptions import forget_browser, subscribe_browser
from games.services.notices.undelivered import Undelivered
from games.services.people.sessions import forget_sessions
from tests.calling import account, game_between, send_all
from tests.thorough import PATIENCE
from tests.threads import each_at_once
from tests.views.members import PASSWORD, sign_in

pytestmark = pytest.mark.django_db
ENDPOINT = "https://push.example.org/send/abc"


def plain(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """A browser's half of a subscription."""

    def __init__(self, endpoint=ENDPOINT):
        self.endpoint, self.secret = endpoint, os.urandom(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.fields = {"endpoint": endpoint, "p256dh": plain(point), "auth": plain(self.secret)}

    def opened(self, body):
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret))


@pytest.fixture(autouse=True)
def key(settings, tmp_path):
    settings.VAPID_KEY, settings.VAPID_FILE = "", tmp_path / "vapid.key"


@pytest.fixture
def service(monkeypatch):
    """The push service: it notes what it gets and answers what it is told to, by endpoint."""
    got, answers = [], {}

    def post(url, body, headers):
        got.append((url, body, headers))
        answer = answers.get(url, 201)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(outside, "post", post)
    return got, answers


@pytest.fixture
def anna():
    return account("anna", mails="none")


@pytest.fixture
def ben():
    return account("ben", mails="none")


def subscribed(user, endpoint=ENDPOINT):
    browser = Browser(endpoint)
    subscribe_browser(user.pk, **browser.fields)
    return browser


def test_a_message_can_be_read_by_its_browser_alone(service, anna, ben):
    browser = subscribed(anna)
    game = game_between(anna, ben)
    send_all()
    ((url, body, headers),) = service[0]
    assert url == ENDPOINT
    assert browser.opened(body)["url"] == f"http://localhost:8000/games/{game.pk}/"
    assert browser.opened(body)["text"].startswith("It's your turn in")
    assert headers["Content-Encoding"] == "aes128gcm"
    with pytest.raises(Exception, match="Decryption"):
        Browser().opened(body)


def test_all_browsers_are_called_at_once(service, monkeypatch, anna, ben):
    """Each may take its whole time, and others' messages wait for these."""
    together = Barrier(2, timeout=PATIENCE)
    for name in ("one", "two"):
        subscribed(anna, f"https://push.example.org/{name}")
    game_between(anna, ben)
    monkeypatch.setattr(outside, "post", lambda *_: 201 + 0 * together.wait())
    send_all()
    assert Delivery.objects.get(user=anna).state == "sent"


def test_a_message_is_signed_for_the_push_service_by_the_key_browsers_know(service, anna, ben):
    subscribed(anna)
    game_between(anna, ben)
    send_all()
    authorization = service[0][0][2]["Authorization"]
    assert Vapid02.verify(authorization)
    token, known = authorization.removeprefix("vapid ").split(",")
    assert known == f"k={pushes.public_key()}"
    claims = token.removeprefix("t=").split(".")[1]
    assert json.loads(base64.urlsafe_b64decode(claims + "=="))["aud"] == "https://push.example.org"


@pytest.mark.parametrize(
    ("sender", "site", "contact"),
    [
        ("Club <cards@example.org>", "https://cards.example.org", "mailto:cards@example.org"),
        ("Club <noreply@localhost>", "https://cards.example.org", "https://cards.example.org"),
        ("Club <noreply@localhost>", "https://cards.example.org:8443/club", "https://cards.example.org"),
        ("Club <noreply@localhost>", "http://192.168.1.20:8000", "mailto:noreply@localhost"),
        ("Club <noreply@localhost>", "https://localhost", "mailto:noreply@localhost"),
    ],
)
def test_a_push_service_learns_whom_it_may_write_to(service, anna, ben, settings, sender, site, contact):
    settings.DEFAULT_FROM_EMAIL, settings.SITE_URL = sender, site
    subscribed(anna)
    game_between(anna, ben)
    send_all()
    token = service[0][0][2]["Authorization"].removeprefix("vapid t=").split(",")[0]
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    assert claims["sub"] == contact


def test_the_key_is_made_once_for_the_owner_only(settings):
    first = pushes.public_key()
    pushes._kept_key.cache_clear()
    assert pushes.public_key() == first
    assert stat.S_IMODE(settings.VAPID_FILE.stat().st_mode) == 0o600
    settings.VAPID_KEY = plain((7).to_bytes(32, "big"))
    assert pushes.public_key() != first


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(service, anna, ben, status):
    subscribed(anna)
    service[1][ENDPOINT] = status
    game_between(anna, ben)
    send_all()
    assert not PushSubscription.objects.exists()
    assert Delivery.objects.get().state == "failed"


def test_one_browser_that_takes_it_is_enough(service, anna, ben):
    subscribed(anna)
    subscribed(anna, "https://push.example.org/send/other")
    service[1][ENDPOINT] = 410
    game_between(anna, ben)
    send_all()
    assert Delivery.objects.get().state == "sent"
    assert PushSubscription.objects.count() == 1


@pytest.mark.parametrize("trouble", [500, Undelivered(outside.UNREACHABLE)])
def test_a_push_service_in_trouble_is_tried_again(service, anna, ben, trouble):
    subscribed(anna)
    service[1][ENDPOINT] = trouble
    game_between(anna, ben)
    send_all()
    assert Delivery.objects.get().state == "waiting"
    assert PushSubscription.objects.count() == 1


def test_keys_that_are_none_are_forgotten(service, anna, ben):
    subscribe_browser(anna.pk, ENDPOINT, "A" * 87, "A" * 22)
    game_between(anna, ben)
    send_all()
    assert not PushSubscription.objects.exists()


def test_a_browser_belongs_to_who_used_it_last_and_nobody_has_too_many(anna, ben):
    subscribed(anna)
    subscribed(ben)
    assert PushSubscription.objects.get().user == ben
    for number in range(pushes.MOST_BROWSERS + 2):
        subscribed(anna, f"{ENDPOINT}{number}")
    assert PushSubscription.objects.filter(user=anna).count() == pushes.MOST_BROWSERS
    forget_browser(anna.pk, ENDPOINT)
    assert PushSubscription.objects.filter(user=ben).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_browser_may_be_subscribed_by_several_tabs_at_once(anna):
    for _ in range(5):
        rows = each_at_once(lambda _: subscribe_browser(anna.pk, **Browser().fields), 4)
        assert PushSubscription.objects.get().pk == max(rows)


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def test_pages_offer_it_and_take_a_browser_for_it(anna):
    client = signed_in(anna)
    assert f'data-key="{pushes.public_key()}"' in client.get("/you/notices/settings/").content.decode()
    worker = client.get("/service-worker.js")
    assert (worker.status_code, worker["Content-Type"]) == (200, "text/javascript")
    assert client.post("/you/notices/push/", Browser().fields).status_code == 204
    assert PushSubscription.objects.get().user == anna
    assert client.post("/you/notices/push/forget/", {"endpoint": ENDPOINT}).status_code == 204
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("endpoint", ["a\0b", "", "x" * 501])
def test_what_cannot_be_an_endpoint_is_looked_for_nowhere(anna, endpoint):
    client = signed_in(anna)
    client.get("/you/notices/settings/")
    with CaptureQueriesContext(connection) as asked:
        assert client.post("/you/notices/push/forget/", {"endpoint": endpoint}).status_code == 204
    assert not [each["sql"] for each in asked if "pushsubscription" in each["sql"]]


@pytest.mark.parametrize("leave", ["sign out", "everywhere else", "new password", "expire"])
def test_a_browser_that_is_signed_out_hears_no_more(anna, leave):
    anna.set_password(PASSWORD)
    anna.save()
    here, there = Client(), Client()
    for number, client in enumerate((here, there)):
        sign_in(client, anna.username)
        assert client.post("/you/notices/push/", Browser(f"{ENDPOINT}{number}").fields).status_code == 204
    if leave == "sign out":
        there.post("/accounts/logout/")
    elif leave == "everywhere else":
        here.post("/accounts/sessions/")
    elif leave == "new password":
        words = {"oldpassword": PASSWORD, "password1": "nine red trams", "password2": "nine red trams"}
        assert here.post("/accounts/password/change/", words).status_code == 302
    else:
        Session.objects.filter(pk=there.session.session_key).update(expire_date=timezone.now())
        forget_sessions(timezone.now() + timedelta(seconds=1))
    assert PushSubscription.objects.get().endpoint == f"{ENDPOINT}0"


def test_a_former_session_of_a_browser_takes_nothing_of_a_later_one_along(anna):
    anna.set_password(PASSWORD)
    anna.save()
    former, later = Client(), Client()
    for client in (former, later):
        sign_in(client, anna.username)
        client.post("/you/notices/push/", Browser().fields)
    Session.objects.filter(pk=former.session.session_key).update(expire_date=timezone.now())
    forget_sessions(timezone.now() + timedelta(seconds=1))
    assert PushSubscription.objects.count() == 1


@pytest.mark.parametrize(
    "endpoint", ["http://push.example.org/", "https://10.0.0.1/", "https://push.example.org:25/"]
)
def test_only_secure_public_endpoints_are_taken(anna, endpoint):
    assert signed_in(anna).post("/you/notices/push/", Browser(endpoint).fields).status_code == 400
    assert not PushSubscription.objects.exists()


def test_without_the_library_there_is_no_trace_of_it_and_the_rest_works(service, anna, ben, monkeypatch):
    subscribed(anna)
    monkeypatch.setitem(sys.modules, "pywebpush", None)
    client = signed_in(anna)
    page = client.get("/you/notices/settings/")
    assert page.status_code == 200
    assert "push" not in page.content.decode()
    assert client.get("/service-worker.js").status_code == 404
    assert client.post("/you/notices/push/", Browser().fields).status_code == 404
    game_between(anna, ben)
    send_all()
    assert service[0] == []
    assert not Delivery.objects.exists()


def test_no_browser_is_forgotten_for_a_key_of_ours_that_is_none(service, anna, ben, settings):
    subscribed(anna)
    settings.VAPID_KEY = "no key"
    game_between(anna, ben)
    send_all()
    assert PushSubscription.objects.exists()
    assert Delivery.objects.get().state == "waiting"
