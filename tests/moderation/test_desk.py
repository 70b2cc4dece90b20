"""The desk in the admin: who gets in, lists without N+1, acts that ask first, looks that are noted."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils import timezone

from games.models import (
    Appeal,
    AuditEntry,
    ChatLine,
    Game,
    Guest,
    Report,
    Sanction,
    Seat,
)
from games.rules import registry
from games.selectors.players.sanctions import Kind
from games.services.rights.audit import note
from games.services.rights.staff import ADMINISTRATORS, RIGHTS, Staff, make_groups
from tests.moderation.people import (
    account,
    banned,
    browser,
    game_with,
    moderator,
    reported,
    said,
    staff,
    viewer,
)
from tests.security.test_headers import _INLINE
from tests.tables import guest, play, running

pytestmark = pytest.mark.django_db
User = get_user_model()

MODELS = [Report, Sanction, Appeal, Game, Seat, ChatLine, User, Guest]
LOG = AuditEntry


def listing(model):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def page(row):
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def act(row, slug):
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_act", args=[slug]) + f"?pk={row.pk}"


@pytest.fixture
def filled():
    """Sixty rows of everything that has a list."""
    by = moderator()
    games = [running()[0] for _ in range(60)]
    for number in range(60):
        user, who = account(f"P{number}"), guest(f"G{number}")
        report = reported(who, viewer(user), game=games[0])
        reported(guest("Other"), viewer(user))
        made = banned(by, viewer(user) if number % 2 else who, Kind.CHAT)
        Appeal.objects.create(sanction=made, words="Please " * 30, decided_by=by.user)
        said(games[number], viewer(user), "Hello")
        Report.objects.filter(pk=report.pk).update(taken_by=by.user, state="taken")


def test_lists_and_pages_of_rows_stay_cheap(filled, django_assert_max_num_queries):
    client = browser(staff(ADMINISTRATORS))
    for model in (*MODELS, LOG):
        with django_assert_max_num_queries(15):
            answer = client.get(listing(model))
        assert answer.status_code == 200, model
        assert answer.content.decode().count("<tr>") > 50, model
    user = Sanction.objects.exclude(user=None).first().user
    for _number in range(20):
        game, _ = game_with(user)
        reported(guest("More"), viewer(user), "spam")
    rows = [
        user,
        game,
        Report.objects.filter(folded_into=None).first(),
        Sanction.objects.first(),
        Appeal.objects.first(),
    ]
    for row in rows:
        with django_assert_max_num_queries(20):
            assert client.get(page(row)).status_code == 200


# Who gets in


def test_groups_have_exactly_their_rights():
    make_groups()
    for name, rights in RIGHTS.items():
        user = staff(name)
        assert {right.partition(".")[2] for right in user.get_all_permissions()} == set(rights)


@pytest.mark.parametrize(
    ("visitor", "lists", "log"),
    [
        (account, 302, 302),
        (lambda: staff(None), 403, 403),
        (staff, 200, 403),
        (lambda: staff(ADMINISTRATORS), 200, 200),
        (lambda: account(is_staff=True, is_superuser=True), 200, 200),
    ],
    ids=["player", "plain staff", "moderator", "administrator", "superuser"],
)
def test_who_sees_which_list(visitor, lists, log):
    client = browser(visitor())
    assert {client.get(listing(model)).status_code for model in MODELS} == {lists}
    assert client.get(listing(LOG)).status_code == log


@pytest.mark.parametrize(
    ("group", "offered"),
    [(None, None), ("Moderators", {"penalty", "rename"}), (ADMINISTRATORS, {"penalty", "rename", "appoint"})],
)
def test_who_may_do_what_to_an_account(group, offered):
    user = account("Ben")
    client = browser(staff(group))
    for slug in ("penalty", "rename", "appoint"):
        allowed = offered is not None and slug in offered
        assert client.get(act(user, slug)).status_code == (200 if allowed else 404), slug
        if offered is not None:
            assert (f"/act/{slug}/" in client.get(page(user)).content.decode()) == allowed


@pytest.mark.parametrize("group", [None, "Moderators", ADMINISTRATORS])
def test_a_change_of_role_begins_with_the_one_that_somebody_has(group):
    user = staff(group, "Ben") if group else account("Ben")
    text = browser(staff(ADMINISTRATORS)).get(act(user, "appoint")).content.decode()
    checked = re.findall(r'<input type="radio" name="group" value="([^"]*)"[^>]* checked>', text)
    assert checked == [group or ""]


@pytest.mark.parametrize("group", ["Moderators", ADMINISTRATORS])
def test_only_administrators_annul_ratings(group):
    game, _ = running()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, rated=True)
    assert browser(staff(group)).get(act(game, "annul")).status_code == (
        200 if group == ADMINISTRATORS else 404
    )


def test_nothing_is_changed_but_by_acts():
    boss = account(is_staff=True, is_superuser=True)
    client = browser(boss)
    for model in [*MODELS, LOG]:
        desk = admin.site._registry[model]
        assert (
            client.get(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_add")).status_code
            == 403
        )
        assert desk.has_delete_permission(None) is desk.has_change_permission(None) is False
    user = account("Ben")
    client.post(page(user), {"username": "x", "is_superuser": "on"})
    user.refresh_from_db()
    assert not user.is_superuser
    assert user.username != "x"
    text = client.get(page(user)).content.decode()
    assert user.password not in text


# Acts


def test_an_act_asks_first_and_a_look_at_the_question_does_nothing():
    user, client = account("Ben"), browser(staff())
    text = client.get(act(user, "penalty")).content.decode()
    assert "Ban from the site" in text
    assert "7 days" in text
    assert not Sanction.objects.exists()
    answer = client.post(act(user, "penalty"), {"kind": "site", "duration": "day"})
    assert answer.status_code == 422
    # What is wrong is said first, where a screen reader begins, and leads to its field.
    assert re.search('role="alert".*?<a href="#id_reason">', answer.content.decode(), re.DOTALL)
    assert not Sanction.objects.exists()


@pytest.mark.parametrize(
    ("duration", "length"),
    [
        ("hour", timedelta(hours=1)),
        ("day", timedelta(days=1)),
        ("week", timedelta(days=7)),
        ("month", timedelta(days=30)),
        ("ever", None),
    ],
)
def test_a_penalty_lasts_as_long_as_was_chosen(duration, length):
    user, client = account("Ben"), browser(staff())
    form = {"kind": "chat", "duration": duration, "reason": "Flooding"}
    assert client.post(act(user, "penalty"), form).status_code == 302
    made = Sanction.objects.get()
    if length is None:
        assert made.until is None
    else:
        assert abs(made.until - made.starts_at - length) < timedelta(minutes=1)
    assert AuditEntry.objects.get().address == "127.0.0.0/24"


def test_a_penalty_may_last_until_a_date_to_come():
    user, client = account("Ben"), browser(staff())
    form = {"kind": "chat", "duration": "date", "reason": "Flooding"}
    for wrong in ("", "2020-01-01T10:00", "soon"):
        assert client.post(act(user, "penalty"), {**form, "until": wrong}).status_code == 422
    assert client.post(act(user, "penalty"), {**form, "until": "2999-12-31T10:00"}).status_code == 302
    assert Sanction.objects.get().until.year == 2999


def test_a_warning_has_no_end():
    user, client = account("Ben"), browser(staff())
    client.post(act(user, "penalty"), {"kind": "warning", "duration": "hour", "reason": "Be kind"})
    assert Sanction.objects.get().until is None


def test_a_refused_act_says_why_and_the_others_are_done():
    by = staff()
    client, ben = browser(by), account("Ben")
    address = act(ben, "penalty") + f"&pk={by.pk}"
    answer = client.post(address, {"kind": "chat", "duration": "day", "reason": "x"}, follow=True)
    assert "t decide cases that involve you." in answer.content.decode()
    assert [made.user for made in Sanction.objects.all()] == [ben]


def test_from_a_list_one_goes_to_the_question_with_the_chosen_rows():
    client = browser(staff())
    rows = [reported(guest("Anna"), viewer(account(f"P{number}"))) for number in range(3)]
    chosen = {"action": "take", "_selected_action": [rows[0].pk, rows[2].pk], "index": 0}
    answer = client.post(listing(Report), chosen)
    assert answer.status_code == 302
    assert set(Report.objects.values_list("state", flat=True)) == {"open"}
    assert client.post(answer["Location"]).status_code == 302
    assert [row.state for row in Report.objects.order_by("pk")] == ["taken", "open", "taken"]


def test_the_queue_shows_the_evidence_and_is_closed_with_an_answer():
    by = staff()
    client, ben = browser(by), viewer(account("Ben"))
    report = reported(guest("Anna"), ben, words="He shouted at me.")
    reported(guest("Cleo"), ben, words="At me too.")
    assert client.get(listing(Report)).content.decode().count("/change/") >= 1
    text = client.get(page(report)).content.decode()
    assert "He shouted at me." in text
    assert "At me too." in text
    assert client.post(act(report, "close"), {"outcome": "acted", "answer": "Done"}).status_code == 302
    assert set(Report.objects.values_list("state", "outcome")) == {("closed", "acted")}
    assert "act/close" not in client.get(page(report)).content.decode()


def test_a_game_is_adjudicated_and_a_seat_freed_from_its_page():
    client = browser(staff())
    game, _ = running(seats=3)
    assert client.post(act(game, "free-seat"), {"seat": "1", "reason": "Gone"}).status_code == 302
    assert client.post(act(game, "free-seat"), {"seat": "1", "reason": "Gone"}).status_code == 422
    places = {"place-0": 1, "place-1": 3, "place-2": 2, "reason": "Gone"}
    assert client.post(act(game, "adjudicate"), places).status_code == 302
    assert [seat.place for seat in game.seats.all()] == [1, 3, 2]


def test_places_that_nobody_filled_in_end_no_game():
    client = browser(staff())
    game, _ = running()
    assert client.post(act(game, "adjudicate"), {"reason": "Gone"}).status_code == 422
    question = client.get(act(game, "adjudicate")).content.decode()
    assert "s rank" in question
    assert 'value="1"' not in question
    assert Game.objects.get(pk=game.pk).is_running


def test_ranks_that_are_none_and_those_of_an_earlier_moment_are_refused_where_they_were_written():
    client = browser(staff())
    game, _ = running()
    ranks = {"place-0": 2, "place-1": 2, "reason": "Gone for good"}
    refused = client.post(act(game, "adjudicate"), {"how": "own", **ranks})
    assert refused.status_code == 422
    text = refused.content.decode()
    assert text.count('class="errorlist"') == 1
    assert "1, 2, 2, 4." in text
    assert "Gone for good" in text
    earlier = client.post(act(game, "adjudicate"), {"how": "now-99", "reason": "Gone"})
    assert earlier.content.decode().count('class="errorlist"') == 1
    assert Game.objects.get(pk=game.pk).is_running


@pytest.mark.parametrize("query", ["", "?pk=0", "?pk=x", "?pk=99999999999999999999999"])
def test_an_act_on_nothing_is_not_there(query):
    client = browser(staff())
    assert client.get(reverse("admin:games_report_act", args=["take"]) + query).status_code == 404
    assert client.get(reverse("admin:games_game_act", args=["end"]) + query).status_code == 404
    assert client.get(reverse("admin:games_report_act", args=["none"])).status_code == 404


def test_a_persons_page_tells_their_history():
    user, client = account("Ben", email="ben@example.org"), browser(staff())
    game, _ = game_with(user)
    reported(guest("Anna"), viewer(user))
    banned(moderator(), viewer(user), Kind.CHAT, reason="Flooding the chat")
    text = client.get(page(user)).content.decode()
    for told in ("Ben", "Flooding the chat", "Insults, threats or hate", str(game.pk)):
        assert told in text
    assert user.email not in text
    who = guest("Gus")
    reported(guest("Anna"), who, "spam")
    assert "Advertising or spam" in client.get(page(Guest.objects.get(pk=who.guest_id))).content.decode()


@pytest.mark.parametrize("ended", [*(ending.name.lower() for ending in Game.Ending), "silly"])
def test_only_what_was_played_to_its_end_was_played(ended):
    client, games = browser(staff()), {}
    for name, row in {
        "played": {"status": "finished"},
        "left": {"status": "aborted", "ending": "left"},
        "expired": {"status": "aborted", "ending": "expired"},
        "agreed": {"status": "aborted", "ending": "agreed"},
        "staff": {"status": "finished", "ending": "staff"},
        "never begun": {"status": "aborted"},
        "running": {},
    }.items():
        games[name], _ = running()
        Game.objects.filter(pk=games[name].pk).update(**row)
    told = client.get(listing(Game), {"ended": ended}).content.decode()
    assert {name for name, game in games.items() if str(game.pk)[:8] in told} == (
        {*games} if ended == "silly" else {ended}
    )
    assert "Played" not in client.get(page(games["never begun"])).content.decode()
    assert "Played" in client.get(page(games["played"])).content.decode()


# Looking


def look(game):
    return reverse("admin:games_game_look", args=[game.pk])


def test_a_look_at_a_private_game_is_noted_and_one_at_a_listed_game_is_not():
    by = staff()
    client = browser(by)
    game, _ = running()
    assert client.get(look(game)).status_code == 200
    assert not AuditEntry.objects.exists()
    Game.objects.filter(pk=game.pk).update(listed=False)
    assert client.post(look(game), {"reason": "A complaint"}, follow=True).status_code == 200
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.target, entry.actor_id) == ("look", f"game:{game.pk}", by.pk)
    assert entry.reason == "A complaint"


@pytest.mark.parametrize("slug", ["demo", *registry.SLUGS])
def test_a_look_shows_what_an_observer_sees(slug):
    game, viewers = running(slug)
    if slug == "demo":
        play(game, viewers[0], "pick 4")
    client = browser(staff())
    text = client.get(look(game)).content.decode()
    assert "Your secret pick is" not in text
    assert "pick 4" not in text
    assert "<form" not in text.split("</header>", 1)[1].split("<main")[-1].split("</main>")[0]
    assert bytes(game.secret.server_seed).hex() not in text
    if slug == "demo":
        play(game, viewers[1], "pick 2")
        Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
        assert "pick 4" in client.get(look(game)).content.decode()


def test_nobody_looks_without_the_right():
    game, _ = running()
    Game.objects.filter(pk=game.pk).update(listed=False)
    for user, status in ((account(), 302), (staff(None), 404)):
        assert browser(user).get(look(game)).status_code == status
    assert browser(staff()).get(reverse("admin:games_game_look", args=[uuid4()])).status_code == 404
    assert browser(staff()).post(look(game)).status_code == 422
    assert browser(staff()).put(look(game)).status_code == 405
    assert not AuditEntry.objects.exists()


def test_the_start_page_counts_what_waits():
    by = staff()
    report = reported(guest("Anna"), viewer(account("Ben")))
    reported(guest("Cleo"), viewer(account("Dora")))
    Report.objects.filter(pk=report.pk).update(state="taken")
    text = browser(by).get(reverse("admin:index")).content.decode()
    assert "<b>1</b> open report" in text
    assert "<b>1</b> report in review" in text
    assert "<b>0</b> open appeals" in text
    assert "open report" not in browser(staff(None)).get(reverse("admin:index")).content.decode()


def test_no_page_of_the_desk_has_anything_inline():
    client = browser(staff(ADMINISTRATORS))
    user = account("Ben")
    game, _ = game_with(user)
    report = reported(guest("Anna"), viewer(user))
    note(Staff(user), "look", "game:1")
    made = banned(moderator(), viewer(user), until=timezone.now() + timedelta(days=1))
    pages = [
        "/admin/",
        look(game),
        act(user, "penalty"),
        act(game, "adjudicate"),
        *map(listing, [*MODELS, LOG]),
    ]
    for address in [*pages, *map(page, (user, game, report, made, AuditEntry.objects.first()))]:
        answer = client.get(address)
        assert answer.status_code == 200, address
        found = _INLINE.search(answer.content.decode())
        assert not found, (address, found)


@pytest.mark.database
@pytest.mark.parametrize("query", ["created_at__gte=%00", "q=%00", "q=a&q=b%00c"])
def test_a_list_asked_for_what_no_text_holds_is_refused(query):
    client = browser(staff(ADMINISTRATORS))
    assert client.get(f"{listing(Guest)}?{query}").status_code == 400
    assert client.get(f"{listing(Guest)}?q=%2500").status_code == 200


def test_an_act_that_no_longer_fits_is_refused(client):
    """As of a report whose person or message is gone since its page was drawn."""
    about_a_person = reported(guest("Ida"), guest("Eve"))
    client.force_login(moderator().user)
    answer = client.post(act(about_a_person, "hide-line"), {"reason": "Insults"}, follow=True)
    assert "This action no longer applies here." in answer.content.decode()
