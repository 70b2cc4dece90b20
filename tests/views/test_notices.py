"""Notices in the page: the bell, the list, how else to hear, and what was sent."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.models import Delivery, Notice, Profile
from games.services.delivery import outside
from games.services.notices.inbox import tell
from tests.calling import HOUR, MINUTE, account, game_between, saw, viewer
from tests.tables import guest, running
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
HOOK = "https://hooks.example.org/abc"


@pytest.fixture(autouse=True)
def fresh():
    cache.clear()


@pytest.fixture
def anna():
    return account("anna")


@pytest.fixture
def client(anna):
    browser = Client()
    browser.force_login(anna)
    return browser


def html(answer):
    return answer.content.decode()


def badge(page):
    found = re.search(r'class="bell-count num"[^>]*>(\S+)</span>', page)
    return found and found[1]


def remind_of(who, game, **data):
    return tell(who, "clock_reminder", game, **data)


@pytest.mark.parametrize("count", [0, 1, 7, 120])
def test_the_bell_counts_what_is_unread_on_every_page(client, anna, count):
    game = game_between(anna, account("ben"))
    for _ in range(count):
        remind_of(viewer(anna), game)
    for address in ("/", f"/games/{game.pk}/", "/you/notices/", "/accounts/email/", "/nowhere/"):
        page = html(client.get(address))
        assert 'class="bell"' in page, address
        assert badge(page) == {0: None, 120: "99+"}.get(count, str(count))


def test_whoever_cannot_be_told_anything_has_no_bell_and_costs_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        page = html(Client().get("/nowhere/"))
    assert 'class="bell"' not in page


def test_the_bell_costs_one_query(client, anna, django_assert_num_queries):
    saw(anna, timezone.now())
    with django_assert_num_queries(5):
        # The session, the account with its profile, the count, the games that wait and the sanctions.
        client.get("/nowhere/")


def test_a_list_of_hundreds_takes_few_queries(client, anna, django_assert_max_num_queries):
    game = game_between(anna, account("ben"))
    for _ in range(200):
        remind_of(viewer(anna), game)
    with django_assert_max_num_queries(11):
        page = html(client.get("/you/notices/"))
    assert page.count('class="panel notice') == 30
    assert "?page=2" in page
    assert html(client.get("/you/notices/?page=7")).count('class="panel notice') == 20
    assert client.get("/you/notices/?page=nonsense").status_code == 200


def test_notices_come_newest_first_and_kinds_without_words_are_left_out(client, anna):
    first, second = (game_between(anna, account(name)) for name in ("ben", "carl"))
    remind_of(viewer(anna), first)
    tell(viewer(anna), "nobody_wrote_this", first)
    remind_of(viewer(anna), second)
    page = html(client.get("/you/notices/"))
    assert page.count('class="panel notice') == 2
    assert page.index(str(second.pk)) < page.index(str(first.pk))


def test_reading_all_leaves_what_came_after_the_page_was_drawn(client, anna):
    game = game_between(anna, account("ben"))
    seen = [remind_of(viewer(anna), game) for _ in range(3)][-1]
    page = html(client.get("/you/notices/"))
    assert f'name="upto" value="{seen.pk}"' in page
    remind_of(viewer(anna), game)
    assert client.post("/you/notices/read/", {"upto": seen.pk}).headers["Location"] == "/you/notices/"
    page = html(client.get("/you/notices/"))
    assert (badge(page), page.count("notice unread")) == ("1", 1)


def test_reading_all_on_a_later_page_reads_the_pages_before_it_too(client, anna):
    game = game_between(anna, account("ben"))
    for _ in range(40):
        newest = remind_of(viewer(anna), game)
    page = html(client.get("/you/notices/?page=2"))
    upto = re.search('name="upto" value="([0-9]+)"', page)[1]
    later = remind_of(viewer(anna), game)
    client.post("/you/notices/read/", {"upto": upto})
    assert int(upto) == newest.pk
    assert Notice.objects.get(read_at=None) == later


@pytest.mark.parametrize("upto", ["", "all", "-1", "9" * 40, "²"])
def test_reading_nonsense_reads_nothing(client, anna, upto):
    remind_of(viewer(anna), game_between(anna, account("ben")))
    assert client.post("/you/notices/read/", {"upto": upto}).status_code == 302
    assert Notice.objects.filter(read_at=None).count() == 1


def test_looking_changes_nothing_and_nobody_reads_for_somebody_else(client, anna):
    ben = account("ben")
    told = remind_of(viewer(ben), game_between(anna, ben))
    client.get("/you/notices/")
    client.post("/you/notices/read/", {"upto": told.pk})
    assert Notice.objects.get().read_at is None
    assert str(told.game_id) not in html(client.get("/you/notices/"))


def test_a_guest_has_notices_too():
    game, (ida, jan) = running("demo", 2)
    told = remind_of(ida, game)
    mine, other = browser_of(ida), browser_of(jan)
    assert badge(html(mine.get("/you/notices/"))) == "1"
    assert "notice unread" not in html(other.get("/you/notices/"))
    mine.post("/you/notices/read/", {"upto": told.pk})
    assert badge(html(mine.get("/"))) is None


@pytest.mark.parametrize("address", ["/you/notices/settings/", "/you/deliveries/"])
def test_only_accounts_have_settings_and_a_log(address):
    for browser in (Client(), browser_of(guest("Ida"))):
        assert browser.get(address).headers["Location"] == f"/accounts/login/?next={address}"


def test_settings_are_kept_and_drop_what_is_no_longer_wanted(client, anna):
    game_between(anna, account("ben"))
    assert Delivery.objects.filter(user=anna, channel="mail").count() == 1
    chosen = {"mails": "none", "webhook": HOOK}
    assert client.post("/you/notices/settings/", chosen).status_code == 302
    profile = Profile.objects.get(user=anna)
    assert (profile.mails, profile.reminders, profile.webhook) == ("none", False, HOOK)
    assert not Delivery.objects.filter(user=anna).exists()
    page = html(client.get("/you/notices/settings/"))
    assert HOOK in page
    assert 'value="webhook"' in page


@pytest.mark.parametrize(
    "webhook",
    ["http://127.0.0.1/", "https://[::1]/", "https://example.org:8000/", "ftp://example.org/", "x" * 600],
)
def test_a_webhook_in_a_private_place_is_not_kept(client, anna, webhook):
    answer = client.post("/you/notices/settings/", {"mails": "turn", "webhook": webhook})
    assert answer.status_code == 422
    assert "errorlist" in html(answer)
    assert Profile.objects.get(user=anna).webhook == ""


def test_the_page_says_where_mails_go_or_that_they_cannot(client):
    assert "anna@example.org" in html(client.get("/you/notices/settings/"))
    other = Client()
    other.force_login(account("ben", confirmed=False))
    page = html(other.get("/you/notices/settings/"))
    assert "ben@example.org" not in page
    assert '/accounts/email/"' in page


def test_the_test_button_says_what_happened(client, anna, monkeypatch):
    Profile.objects.filter(user=anna).update(webhook=HOOK)
    monkeypatch.setattr(outside, "post", lambda *args: 200)
    sent = client.post("/you/notices/test/", {"channel": "webhook"}, follow=True)
    assert "Test message sent." in html(sent)
    monkeypatch.setattr(outside, "post", lambda *args: 404)
    assert "arrive: HTTP 404" in html(client.post("/you/notices/test/", {"channel": "webhook"}, follow=True))
    for _ in range(4):
        last = client.post("/you/notices/test/", {"channel": "webhook"}, follow=True)
    assert "too often" in html(last)
    assert Delivery.objects.count() == 5


@pytest.mark.parametrize("channel", ["mail", "", "pigeon", "webhook", "push"])
def test_there_is_nothing_to_try_that_is_not_set_up(client, channel):
    answer = client.post("/you/notices/test/", {"channel": channel}, follow=True)
    assert "These notifications aren&#x27;t set up" in html(answer)
    assert not Delivery.objects.exists()


def test_the_log_shows_the_last_fifty_of_ones_own(client, anna, django_assert_max_num_queries):
    ben = account("ben")
    game = game_between(anna, ben)
    Delivery.objects.all().delete()
    Delivery.objects.create(user=ben, channel="mail", kind="test", state="failed", error="only for Ben")
    for state in ("sent", "failed", "waiting"):
        Delivery.objects.create(
            user=anna,
            channel="webhook",
            kind="your_turn",
            game=game,
            state=state,
            turn=len(state),
            error="HTTP 500" * (state == "failed"),
            due_at=timezone.now() + HOUR,
        )
    page = html(client.get("/you/deliveries/"))
    assert all(word in page for word in (">Sent<", ">Not delivered<", ">Waiting<", "HTTP 500", str(game.pk)))
    assert "only for Ben" not in page
    Delivery.objects.bulk_create(
        Delivery(user=anna, channel="push", kind="test", state="sent") for _ in range(60)
    )
    with django_assert_max_num_queries(6):
        assert html(client.get("/you/deliveries/")).count('class="panel delivery') == 50


def test_a_visit_is_remembered_to_the_minute(client, anna):
    assert Profile.objects.get(user=anna).seen_at is None
    client.get("/")
    first = Profile.objects.get(user=anna).seen_at
    assert first is not None
    client.get("/")
    assert Profile.objects.get(user=anna).seen_at == first
    saw(anna, first - 2 * MINUTE)
    client.post("/you/notices/read/", {})
    assert Profile.objects.get(user=anna).seen_at >= first


def test_a_page_that_asks_by_itself_is_no_visit(client, anna):
    game = game_between(anna, account("ben"))
    long_ago = timezone.now() - timedelta(days=2)
    saw(anna, long_ago)
    client.get(f"/games/{game.pk}/?since=0", headers={"HX-Request": "true"})
    client.get("/", headers={"Accept": "*/*"})
    assert Profile.objects.get(user=anna).seen_at == long_ago
    client.post(f"/games/{game.pk}/move/", {}, headers={"HX-Request": "true"})
    assert Profile.objects.get(user=anna).seen_at > long_ago
