"""Accounts: names, the first one, what a guest brings along, signing in and out, the choice of language."""

import re
from urllib.parse import urlsplit

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client

from games.models import Guest, Seat
from games.rules import registry
from games.selectors.viewers import GUEST_KEY
from games.views.entry import accounts
from tests.tables import running
from tests.thorough import share
from tests.views.members import PASSWORD, account, sign_in, sign_up
from tests.views.opening import offered
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
TABLE = {"name": "Anna the guest", "seats": "2", "listed": "yes", "seed": ""}


@pytest.fixture(autouse=True)
def one_title(monkeypatch):
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.demo.ruleset"})


def test_the_first_account_is_the_administrator_and_no_other():
    assert sign_up(Client(), "first").status_code == 302
    assert sign_up(Client(), "second").status_code == 302
    first, second = get_user_model().objects.order_by("pk")
    assert (first.is_staff, first.is_superuser) == (True, True)
    assert (second.is_staff, second.is_superuser) == (False, False)


@pytest.mark.parametrize(
    ("path", "fields", "says"),
    [
        ("/accounts/login/", {"login": "anna", "password": "wrong"}, "Wrong username or password."),
        ("/accounts/signup/", {"username": "anna", "password1": "1", "password2": "1"}, "too short"),
    ],
)
def test_what_is_wrong_with_a_form_is_what_a_screen_reader_begins_with(path, fields, says):
    client = Client()
    assert "autofocus" not in client.get(path).content.decode()
    page = client.post(path, fields).content.decode()
    errors = re.search(r'<div class="alert" role="alert" tabindex="-1" autofocus>.*?</div>', page, re.DOTALL)
    assert says in errors[0]


def test_nobody_is_made_administrator_where_there_is_one():
    get_user_model().objects.create_superuser("root", password=PASSWORD)
    sign_up(Client(), "anna")
    assert not get_user_model().objects.get(username="anna").is_staff


def test_what_a_guest_plays_moves_into_the_new_account():
    client = Client()
    table = client.post("/new/demo/", TABLE | offered(client)).url
    sign_up(client, "anna")
    seat = Seat.objects.get()
    assert (seat.user.username, seat.guest, seat.name) == ("anna", None, "anna")
    assert Guest.objects.get().claimed_by == seat.user
    assert GUEST_KEY not in client.session
    assert "Your seat" in client.get(table).content.decode()


def test_signing_in_claims_the_guest_of_the_session_too():
    anna, client = account(), Client()
    client.post("/new/demo/", TABLE | offered(client))
    assert sign_in(client).status_code == 302
    assert Seat.objects.get().user == anna
    assert GUEST_KEY not in client.session


def test_a_guest_whose_games_cannot_be_claimed_now_is_not_lost(monkeypatch):
    """The session that alone knows of the guest ends with signing in, so that comes after it."""
    account()
    client = Client(raise_request_exception=False)
    table = client.post("/new/demo/", TABLE | offered(client)).url
    with monkeypatch.context() as patch:
        patch.setattr(accounts, "claim", lambda *_: 1 / 0)
        assert sign_in(client).status_code == 500
    assert "Your seat" in client.get(table).content.decode()
    assert sign_in(client).status_code == 302
    assert Seat.objects.get().user.username == "anna"


def test_who_brings_games_along_is_told_so_and_nobody_else():
    told = "The games you played as a guest now belong to your account."
    player, stranger = Client(), Client()
    player.post("/new/demo/", TABLE | offered(player))
    sign_up(player, "anna")
    sign_up(stranger, "ben")
    assert [told in client.get("/").content.decode() for client in (player, stranger)] == [True, False]


def test_a_claimed_seat_plays_on():
    game, (first, _) = running()
    client = browser_of(first)
    sign_up(client, "anna")
    answer = client.post(f"/games/{game.pk}/move/", {"move": "pick 3", "ply": "0", "key": "p0"})
    assert answer.status_code == 302
    game.refresh_from_db()
    assert game.ply == 1


def test_a_seat_beside_ones_own_is_not_claimed():
    game, (_, second) = running()
    game.seats.filter(index=0).update(user=account(), guest=None)
    sign_in(browser_of(second))
    assert list(game.seats.values_list("user__username", flat=True)) == ["anna", None]


def test_somebody_elses_failed_sign_in_claims_nothing():
    account()
    client = Client()
    client.post("/new/demo/", TABLE | offered(client))
    client.post("/accounts/login/", {"login": "anna", "password": "wrong"})
    assert Seat.objects.get().user is None
    assert GUEST_KEY in client.session


def test_signing_out_leaves_nothing_of_the_session():
    account()
    client = Client()
    client.post("/new/demo/", TABLE | offered(client))
    sign_in(client)
    assert client.post("/accounts/logout/").url == "/"
    assert dict(client.session) == {}
    assert "own-title" not in client.get("/").content.decode()


def test_becoming_a_guest_gives_the_session_a_new_key():
    client = Client()
    session = client.session
    session["invited"] = []
    session.save()
    client.cookies["sessionid"] = before = session.session_key
    client.post("/new/demo/", TABLE | offered(client))
    assert client.session.session_key != before


@pytest.mark.parametrize(
    "username", ["x" * 21, "me@example.org", "a\u202eb", "a b", "<b>", "\u3164", "a\u200bb", ""]
)
def test_user_names_keep_to_the_rules_of_names(username):
    answer = sign_up(Client(), username)
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize("username", ["anna", "Zoë", "Василиса", "小卡", "x" * 20])
def test_user_names_may_be_in_any_script(username):
    assert sign_up(Client(), username).status_code == 302
    assert get_user_model().objects.get().username == username


@pytest.mark.parametrize("password", ["short", "password123", "anna-anna-anna", "1234567890"])
def test_weak_passwords_are_refused(password):
    sign_up(Client(), "anna-anna-anna", password1=password, password2=password)
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize(
    "address", ["login", "signup", "logout", "password/reset", "password/reset/done", "inactive"]
)
def test_account_pages_look_like_the_site(address):
    text = Client().get(f"/accounts/{address}/", follow=True).content.decode()
    assert 'class="site-head"' in text
    assert "css/site" in text
    assert "<script>" not in text
    assert " style=" not in text


@pytest.mark.parametrize("address", ["password/change", "email", "logout"])
def test_pages_of_ones_own_account_look_like_the_site(address):
    client = Client()
    client.force_login(account())
    text = client.get(f"/accounts/{address}/", follow=True).content.decode()
    assert 'class="site-head"' in text


def test_a_forgotten_password_is_mended_by_mail():
    account(email="anna@example.org")
    client = Client()
    asked = client.post("/accounts/password/reset/", {"email": "anna@example.org"}, follow=True)
    assert "Send another email" in asked.content.decode()
    link = next(word for word in mail.outbox[0].body.split() if "/accounts/password/reset/key/" in word)
    form = client.get(urlsplit(link).path, follow=True)
    words = {"password1": "nine red trams", "password2": "nine red trams"}
    done = client.post(form.redirect_chain[-1][0], words, follow=True)
    assert 'class="button primary" href="/accounts/login/"' in done.content.decode()
    assert client.login(username="anna", password="nine red trams")


def test_the_desk_is_entered_by_the_same_door():
    answer = Client().get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/login/")


@pytest.mark.parametrize("language", ["uk", "ru", "pl", "zh-hant", "en"])
def test_the_language_is_a_form_and_stays(language):
    client = Client()
    answer = client.post("/i18n/setlang/", {"language": language, "next": "/"})
    assert answer.url == "/"
    for page in ("/", "/accounts/login/"):
        assert f'<html lang="{language}"' in client.get(page).content.decode()


def redirect_payloads():
    hosts = [
        "evil.example",
        "evil.example:80",
        "testserver.evil.example",
        "testserver@evil.example",
        "10.0.0.1",
    ]
    shapes = [
        "//{}", "///{}", "////{}", "http://{}", "https://{}", "http:///{}", "https:{}", "http:{}", "//{}/%2e%2e",
        "/\\{}", "\\\\{}", "\\/{}", "/\t/{}", "\t//{}", " //{}", "//\t{}", "http://\t{}", "ht\ntp://{}", "//{}\\@testserver",
        "http:\\\\{}", "http:/\\{}", "ftp://{}", "//{}#testserver", "//{}?testserver", "http://testserver@{}",
        "http://testserver:x@{}", "https://testserver.{}", "//%09{}", "/%09/{}", "%2f%2f{}", "\x00//{}", "\u2028//{}",
        "／／{}", "http://[::1]@{}", "http://{}\\.testserver", "\x01http://{}", "//\\{}",
    ]  # fmt: skip
    scripts = ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)", "data:text/html,x",
        "vbscript:x", "javascript://testserver/%0aalert(1)", "\x01javascript:alert(1)"]  # fmt: skip
    urls = [shape.format(host) for shape in shapes for host in hosts]
    return urls + [f"{url}/path" for url in urls[:40]] + scripts


def leads_away(location):
    """Tell whether a browser would leave the site: it strips blanks and reads backslashes as slashes."""
    read = "".join(char for char in location if char > " ").replace("\\", "/")
    target = urlsplit(read)
    return bool(
        target.scheme not in ("", "http", "https")
        or read.startswith("//")
        or target.netloc not in ("", "testserver")
    )


def test_no_next_leads_away():
    payloads = redirect_payloads()
    assert len(payloads) > 200
    client = Client()
    client.force_login(account())
    for payload in share(payloads, 70):
        answers = [
            client.post("/i18n/setlang/", {"language": "en", "next": payload}),
            client.get("/accounts/login/", {"next": payload}),
            client.get("/accounts/signup/", {"next": payload}),
        ]
        for answer in answers:
            assert answer.status_code < 500
            assert not leads_away(answer.get("Location", "/")), payload


def test_the_check_for_leaving_would_notice():
    assert leads_away("//evil.example")
    assert leads_away("/\\evil.example")
    assert leads_away("https://evil.example/x")
    assert leads_away("javascript:alert(1)")
    assert not leads_away("/games/")
