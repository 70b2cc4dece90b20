"""Whom the site takes: guests or none, names that are taken, networks that a ban closes; and how guests are marked."""

import html
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.forms.staff.desk import PenaltyForm, penalty_said
from games.likeness import likeness
from games.models import AuditEntry, ClosedNetwork, Game, Guest, Profile, SiteState
from games.rules import registry
from games.selectors.players.sanctions import Kind
from games.selectors.viewers import Viewer
from games.services.moderation.penalties import Penalty, impose, lift
from games.services.tables.seating import Plan, open_table
from games.services.upkeep.farewell import erase
from games.services.upkeep.housekeeping import forget_guests
from tests.accounts import account as member
from tests.moderation.people import browser, moderator, reported, staff
from tests.tables import guest, running
from tests.views.members import account, sign_in, sign_up
from tests.views.opening import invite_of, offered, opened, text_of, url
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
TABLE = {"name": "Gus", "seats": "2", "listed": "yes", "seed": ""}
CREATE = '<a class="button" href="/accounts/signup/">Create an account</a>\n  </p>'
"""What a refusal offers; the menu of every page has the same button."""
HERE, NEXT_DOOR, ELSEWHERE = "203.0.113.7", "203.0.113.99", "198.51.100.1"


@pytest.fixture(autouse=True)
def only_the_demo(monkeypatch):
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.demo.ruleset"})


def shut_out_guests():
    SiteState.objects.create(pk=SiteState.ONLY, guests_welcome=False)


def sit_down(client, **fields):
    """Open a table as the page's form does, and return the answer."""
    return client.post("/new/demo/", {**TABLE, **fields, **offered(client)})


def play_as(name, address=ELSEWHERE):
    return sit_down(Client(REMOTE_ADDR=address), name=name)


# Guests off


@pytest.mark.parametrize("welcome", [True, False])
def test_the_start_page_promises_play_without_an_account_where_guests_may_play(welcome):
    if not welcome:
        shut_out_guests()
    page = text_of(Client().get("/"))
    assert ("No account needed, nothing to install." in page) is welcome
    assert ("An account is all you need." in page) is not welcome


def test_with_guests_off_nobody_becomes_one():
    game, _ = opened(listed=True)
    before = Guest.objects.count()
    shut_out_guests()
    for path in ("/new/demo/", "/new/demo/quick/", url("sit", game), invite_of(game)):
        client = Client()
        answer = client.post(path, {**TABLE, "pace": "", **offered(client)})
        assert answer.status_code == 403, path
        assert "You need an account to play here." in text_of(answer)
        assert 'href="/accounts/login/"' in text_of(answer)
    assert Guest.objects.count() == before
    for path in ("/new/demo/", url("sit", game), invite_of(game)):
        page = text_of(Client().get(path))
        assert "You need an account to play here." in page
        assert 'autocomplete="nickname"' not in page


@pytest.mark.parametrize("anybody", [True, False])
def test_an_account_is_offered_only_to_who_may_have_one(anybody):
    SiteState.objects.create(pk=SiteState.ONLY, guests_welcome=False, sign_up_open=anybody)
    answer = sit_down(Client())
    assert answer.status_code == 403
    assert (CREATE in answer.content.decode()) is anybody


@pytest.mark.parametrize("path", ["/", "/accounts/login/"])
@pytest.mark.parametrize("anybody", [True, False])
def test_where_accounts_are_by_invitation_pages_say_so_and_offer_none(path, anybody):
    SiteState.objects.create(pk=SiteState.ONLY, guests_welcome=False, sign_up_open=anybody)
    page = text_of(Client().get(path)).partition("<main")[2]
    assert path == "/" or ("Create an account" in page) is anybody
    assert ("New accounts are by invitation only." in page) is not anybody


def test_with_guests_off_those_there_are_finish_their_games_and_take_no_new_seats():
    game, (first, _) = running()
    client = browser_of(first)
    other, _ = opened(listed=True)
    shut_out_guests()
    move = {"move": "pick 3", "ply": "0", "key": "p0"}
    assert client.post(f"/games/{game.pk}/move/", move).status_code == 302
    assert client.post(url("sit", other), {"seed": ""}).status_code == 403
    assert sit_down(client).status_code == 403
    assert other.seats.count() == 1


def test_with_guests_off_accounts_play_on():
    account()
    client = Client()
    sign_in(client)
    shut_out_guests()
    assert sit_down(client).status_code == 302
    assert Game.objects.count() == 1


# Names


@pytest.mark.parametrize("name", ["Anna", "ANNA", "anna", "Аnnа", "A n n a", "Ánna", "Anna."])
def test_no_guest_bears_a_name_that_looks_like_an_accounts(name):
    member("login-name", "Anna")
    answer = play_as(name)
    assert answer.status_code == 422
    assert "belongs to an account" in text_of(answer)
    assert not Guest.objects.exists()


SETTINGS = {"language": "en", "theme": "system", "motion": "system"}
OFFICIAL = [
    "Moderator", "Mоderаtor", "ADMINISTRATOR", "S.t.a.f.f", "System", "Site", "Owner", "Модератор",
    "Адміністратор", "Администратор", "Система", "Właściciel", "Administratorka", "管理員", "系統",
]  # fmt: skip


@pytest.mark.parametrize("name", OFFICIAL)
def test_neither_guests_nor_new_accounts_are_called_like_the_staff(name):
    member("somebody")
    answer = play_as(name)
    assert answer.status_code == 422
    assert "reserved for the staff" in text_of(answer)
    assert not Guest.objects.exists()
    answer = sign_up(Client(), name)
    assert "reserved for the staff" in text_of(answer)
    assert who_is_called(name) == 0


def who_is_called(name):
    return Profile.objects.filter(name=name).count()


def test_the_first_account_may_be_called_what_it_is():
    assert sign_up(Client(), "Admin").status_code == 302


@pytest.mark.parametrize("name", ["Moderator", "Моderator", "Bоss"])
def test_a_player_takes_no_name_of_the_staff_later_but_the_staff_and_old_names_keep_theirs(name):
    boss = account("boss")
    boss.is_staff = True
    boss.save()
    for user, taken in ((account("anna"), 422), (boss, 302)):
        client = Client()
        client.force_login(user)
        answer = client.post("/you/settings/", SETTINGS | {"name": name})
        assert (answer.status_code, who_is_called(name)) == (taken, int(taken == 302))
    Profile.objects.filter(user__username="anna").update(name=name)
    client = Client()
    client.force_login(Profile.objects.get(user__username="anna").user)
    assert client.post("/you/settings/", SETTINGS | {"name": name}).status_code == 302


@pytest.mark.parametrize("name", ["Login-Name", "1ogin name", "Queen"])
def test_neither_the_name_an_account_signs_in_with_nor_one_it_took_later(name):
    who = member("login-name", "Anna")
    client = Client()
    client.force_login(who_is(who))
    client.post("/you/settings/", {"name": "Queen", "language": "en", "theme": "system", "motion": "system"})
    assert play_as(name).status_code == 422
    assert play_as("Anna").status_code == 302


def who_is(viewer):
    from django.contrib.auth import get_user_model

    return get_user_model().objects.get(pk=viewer.user_id)


def test_a_guest_does_not_take_one_later_either():
    member("anna")
    client = browser_of(guest("Gus"))
    form = {"language": "en", "theme": "system", "motion": "system"}
    assert client.post("/you/settings/", {**form, "name": "Annа"}).status_code == 422
    assert client.post("/you/settings/", {**form, "name": "Hanna"}).status_code == 302
    assert Guest.objects.get().name == "Hanna"


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Bill", "BiII", True),
        ("Олена", "Oлeнa", True),
        ("modern", "modem", True),
        ("小卡", "小 卡", True),
        ("🦊", "🦊", True),
        ("🦊", "🐻", False),
        ("Anna", "Hanna", False),
        ("Іван", "Іванка", False),
    ],
)
def test_what_names_look_like(one, other, alike):
    assert (likeness(one) == likeness(other)) == alike


# Networks


def ban(person, days=7):
    form = PenaltyForm(
        None, {"kind": "site", "duration": "week", "network_days": str(days), "reason": "Spam"}
    )
    assert form.is_valid(), form.errors
    return impose(moderator(), person, penalty_said(form.cleaned_data))


def test_a_ban_may_take_nobody_new_from_the_same_network():
    client = Client(REMOTE_ADDR=HERE)
    sit_down(client)
    who = Guest.objects.get()
    assert who.network == "203.0.113.0"
    made = ban(Viewer(guest_id=who.pk, name=who.name))
    assert made.closed_networks.get().until - timezone.now() > timedelta(days=6)
    assert AuditEntry.objects.get().after["network_days"] == 7
    for address in (HERE, NEXT_DOOR):
        answer = play_as("Gus again", address)
        assert answer.status_code == 403
        assert "not accepting new guests or accounts from your network" in text_of(answer)
        assert CREATE not in answer.content.decode()
        assert sign_up(Client(REMOTE_ADDR=address), "gus").status_code == 403
    assert play_as("Somebody else").status_code == 302
    assert sign_up(Client(REMOTE_ADDR=ELSEWHERE), "gus").status_code == 302


@pytest.mark.parametrize("welcome", [True, False])
def test_who_is_not_signed_in_is_sent_to_play_as_a_guest_only_where_guests_may(welcome):
    SiteState.objects.create(pk=SiteState.ONLY, guests_welcome=welcome)
    page = html.unescape(text_of(Client().get("/you/")))
    assert "You're not signed in." in page
    assert ("play as a guest" in page) == welcome


def test_the_networks_of_an_account_are_those_it_was_signed_in_from():
    user = account()
    there = Client(REMOTE_ADDR="2001:db8:1:2::3")
    sign_in(there)
    there.get("/you/")
    ban(Viewer(user_id=user.pk))
    assert ClosedNetwork.objects.get().network == "2001:db8:1::"
    assert play_as("Anna B", "2001:db8:1:9::1").status_code == 403


UNKNOWN = "network, so this has no effect"


def test_the_question_for_a_ban_says_so_where_no_network_is_known():
    sit_down(Client(REMOTE_ADDR=HERE))
    who, user = Guest.objects.get(), account()
    client = browser(staff())
    report = reported(guest("Anna"), Viewer(guest_id=who.pk, name=who.name))
    pages = [("games_guest", who), ("games_report", report)]
    for about, row in pages:
        assert UNKNOWN not in html.unescape(text_of(client.get(penalty(about, row))))
    Guest.objects.update(network="")
    for about, row in [*pages, ("auth_user", user)]:
        assert UNKNOWN in html.unescape(text_of(client.get(penalty(about, row))))


def penalty(about, row):
    return reverse(f"admin:{about}_act", args=["penalty"]) + f"?pk={row.pk}"


def test_who_is_there_already_plays_on():
    neighbour = Client(REMOTE_ADDR=NEXT_DOOR)
    sit_down(neighbour, name="Nell")
    account()
    sit_down(Client(REMOTE_ADDR=HERE))
    banned = Guest.objects.get(name="Gus")
    ban(Viewer(guest_id=banned.pk))
    assert sit_down(neighbour, name="").status_code == 302
    assert sign_in(Client(REMOTE_ADDR=HERE)).status_code == 302


def test_a_network_opens_when_its_days_are_over_or_the_ban_is_lifted():
    sit_down(Client(REMOTE_ADDR=HERE))
    who = Viewer(guest_id=Guest.objects.get().pk)
    made = ban(who)
    lift(moderator(), made.pk, "It was somebody else")
    assert play_as("New", HERE).status_code == 302
    ban(who)
    assert play_as("Newer", HERE).status_code == 403
    ClosedNetwork.objects.update(until=timezone.now())
    assert play_as("Newer", HERE).status_code == 302


@pytest.mark.parametrize(("is_lifted", "status"), [(False, 403), (True, 302)])
def test_a_ban_is_not_ended_by_deleting_the_account(is_lifted, status):
    user = account()
    sign_in(Client(REMOTE_ADDR=HERE))
    made = ban(Viewer(user_id=user.pk), days=30)
    if is_lifted:
        lift(moderator(), made.pk, "It was somebody else")
    erase(user)
    assert play_as("New", HERE).status_code == status
    ban_ends = timezone.now() + timedelta(days=7)
    assert not ClosedNetwork.objects.filter(until__gt=ban_ends).exists()


def test_a_network_stays_open_once_the_ban_was_lifted_and_the_guest_is_forgotten():
    sit_down(Client(REMOTE_ADDR=HERE))
    made = ban(Viewer(guest_id=Guest.objects.get().pk), days=30)
    lift(moderator(), made.pk, "It was somebody else")
    Game.objects.update(status=Game.Status.ABORTED, moved_at=None)
    Guest.objects.update(seen_at=timezone.now() - timedelta(days=31))
    forget_guests(timezone.now())
    assert not Guest.objects.exists()
    assert play_as("New", HERE).status_code == 302


def test_other_penalties_close_no_network():
    sit_down(Client(REMOTE_ADDR=HERE))
    who = Viewer(guest_id=Guest.objects.get().pk)
    form = PenaltyForm(None, {"kind": "chat", "duration": "week", "network_days": "7", "reason": "Spam"})
    assert form.is_valid()
    impose(moderator(), who, penalty_said(form.cleaned_data))
    impose(moderator(), who, Penalty(Kind.SITE, "Spam"))
    assert not ClosedNetwork.objects.exists()


# The mark


MARK = 'class="guest-mark">guest<'


def test_guests_are_marked_wherever_names_stand_and_accounts_are_not():
    anna = member("anna")
    game = open_table(anna, Plan("demo", 3, {}, listed=True))
    lists = ("/", "/lobby/", url("table", game), url("sit", game), url("people_at_table", game))
    assert all(MARK not in text_of(Client().get(path)) for path in lists)
    client = Client()
    client.post(url("sit", game), {"name": "Gus", "seed": ""})
    assert all(text_of(Client().get(path)).count(MARK) == 1 for path in lists)


def test_a_guest_is_marked_at_a_running_table_and_in_its_talk():
    game, viewers = running()
    client = browser_of(viewers[0])
    before = text_of(client.get(url("table", game))).count(MARK)
    assert before == 2
    page = text_of(client.get(url("table", game)))
    once = page.split('name="once"', 1)[1].split('value="', 1)[1].split('"', 1)[0]
    answer = client.post(url("talk", game), {"phrase": "hello", "once": once})
    assert answer.status_code == 302
    assert text_of(client.get(url("table", game))).count(MARK) == 3


def test_who_has_left_the_site_is_no_guest():
    game, _ = running()
    game.seats.filter(index=0).update(guest=None, name="Player 7F3A")
    assert text_of(Client().get(url("table", game))).count(MARK) == 1
