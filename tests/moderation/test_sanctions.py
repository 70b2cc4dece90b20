"""A sanction holds from its first second to its last; who it is for learns of it and may appeal."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.models import Appeal, AuditEntry, Game, Notice, Sanction
from games.selectors.players.sanctions import Banned, Kind, require_allowed
from games.services.moderation import desk, penalties, reports
from games.services.moderation.appeals import CannotAppeal, appeal, decide
from games.services.moderation.penalties import acknowledge, lift
from games.services.play.door import Order, play_move
from games.services.rights.staff import ADMINISTRATORS, DeskError, Staff
from games.services.tables.claims import claim
from games.services.tables.seating import Plan, open_table, sit
from tests.moderation.people import (
    account,
    administrator,
    banned,
    browser,
    game_with,
    moderator,
    reported,
    staff,
    viewer,
)
from tests.tables import guest, running
from tests.views.opening import offered
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def soon():
    return timezone.now() + HOUR


def test_a_ban_refuses_the_next_move_and_leaves_the_game_as_it_was():
    game, viewers = running()
    banned(moderator(), viewers[0], until=soon())
    with pytest.raises(Banned):
        play_move(game.pk, viewers[0], Order("pick 3", 0, "p0"))
    assert Game.objects.get(pk=game.pk).ply == 0
    assert play_move(game.pk, viewers[1], Order("pick 3", 0, "p0")) == 1


def test_a_ban_refuses_seats_and_tables():
    who, host = guest("Anna"), guest("Ben")
    game = open_table(host, Plan("demo", 2, {}, listed=True))
    banned(moderator(), who, until=soon())
    with pytest.raises(Banned):
        open_table(who, Plan("demo", 2, {}))
    with pytest.raises(Banned):
        sit(game.pk, who, "")
    assert game.seats.count() == 1


@pytest.mark.parametrize(
    ("kind", "forbidden"),
    [
        (Kind.WARNING, set()),
        (Kind.CHAT, {Kind.CHAT}),
        (Kind.HOSTING, {Kind.HOSTING}),
        (Kind.SITE, {Kind.SITE}),
    ],
)
def test_each_sanction_forbids_what_it_says(kind, forbidden):
    who = guest("Anna")
    banned(moderator(), who, kind)
    refused = set()
    for asked in (Kind.CHAT, Kind.HOSTING, Kind.SITE):
        try:
            require_allowed(who, asked)
        except Banned:
            refused.add(asked)
    assert refused == forbidden


def test_a_sanction_ends_by_itself():
    who = guest("Anna")
    made = banned(moderator(), who, until=soon())
    Sanction.objects.filter(pk=made.pk).update(until=timezone.now())
    require_allowed(who, Kind.SITE)


def test_a_lifted_sanction_holds_no_more_and_is_lifted_once():
    who, by = guest("Anna"), moderator()
    made = banned(by, who)
    lift(by, made.pk, "A mistake")
    require_allowed(who, Kind.SITE)
    with pytest.raises(DeskError):
        lift(by, made.pk, "Once more")
    assert [notice.kind for notice in Notice.objects.order_by("pk")] == ["sanctioned", "sanction_lifted"]


def test_who_lifts_a_sanction_grants_the_appeal_that_waits():
    who, by = guest("Anna"), moderator()
    made = banned(by, who)
    filed = appeal(who, made.pk, "It was not me.")
    lift(by, made.pk, "A mistake")
    filed.refresh_from_db()
    assert (filed.state, filed.answer, filed.decided_by) == (Appeal.State.LIFTED, "A mistake", by.user)
    assert filed.decided_at
    with pytest.raises(DeskError):
        decide(administrator(), filed.pk, lift=False, answer="It stays.")


def test_a_ban_for_good_frees_the_seats():
    game, viewers = running(seats=3)
    banned(moderator(), viewers[1])
    assert [seat.left for seat in game.seats.all()] == [False, True, False]


def test_who_leaves_while_a_ban_waits_for_the_game_is_banned_all_the_same(monkeypatch):
    game, viewers = running(seats=3)
    wait = penalties._wait_for_moves

    def wait_for_who_leaves(person):
        games = wait(person)
        game.seats.filter(index=1).update(left=True)
        return games

    monkeypatch.setattr(penalties, "_wait_for_moves", wait_for_who_leaves)
    assert banned(moderator(), viewers[1]).pk
    assert [seat.left for seat in game.seats.all()] == [False, True, False]


def test_a_ban_for_a_time_keeps_the_seats():
    game, viewers = running(seats=3)
    banned(moderator(), viewers[1], until=soon())
    assert not game.seats.filter(left=True).exists()


def test_a_guest_who_is_banned_stays_so_with_an_account():
    who, user = guest("Anna"), account()
    banned(moderator(), who)
    claim(who.guest_id, user)
    with pytest.raises(Banned):
        require_allowed(viewer(user), Kind.SITE)


def test_a_ban_reaches_a_guest_who_has_just_become_an_account():
    """The page of the desk was drawn before they signed up."""
    who, user = guest("Anna"), account()
    claim(who.guest_id, user)
    sanction = banned(moderator(), who)
    assert (sanction.user_id, sanction.guest_id) == (user.pk, None)
    with pytest.raises(Banned):
        require_allowed(viewer(user), Kind.SITE)


def test_a_guest_who_has_just_become_one_of_the_staff_is_not_banned_by_an_equal():
    who = guest("Anna")
    claim(who.guest_id, moderator().user)
    with pytest.raises(DeskError):
        banned(moderator(), who)


# Who may impose


def test_nobody_sanctions_themselves():
    by = moderator()
    with pytest.raises(DeskError):
        banned(by, viewer(by.user))


def test_nobody_sanctions_a_superuser():
    root = account(is_superuser=True)
    for by in (moderator(), administrator(), Staff(account(is_staff=True, is_superuser=True))):
        with pytest.raises(DeskError):
            banned(by, viewer(root))
    assert not Sanction.objects.exists()


def test_nobody_sanctions_whom_they_play_with():
    by = moderator()
    game, viewers = game_with(by.user)
    with pytest.raises(DeskError):
        banned(by, viewers[1])
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    banned(by, viewers[1])


@pytest.mark.parametrize("user", [lambda: staff(None), account, lambda: account(is_active=False)])
def test_without_the_right_nothing_happens(user):
    with pytest.raises(DeskError):
        banned(Staff(user()), guest("Anna"))
    assert not Sanction.objects.exists()
    assert not AuditEntry.objects.exists()


def test_rights_without_being_staff_are_no_rights():
    user = staff(ADMINISTRATORS)
    user.is_staff = False
    user.save()
    with pytest.raises(DeskError):
        banned(Staff(user), guest("Anna"))


# The person's side


def test_every_page_says_that_one_is_banned_in_one_query():
    user = account()
    client = browser(user)
    address = reverse("games:rules", args=["point-city"])
    client.get(address)
    banned(moderator(), viewer(user), until=soon())
    text = client.get(address).content.decode()
    assert "You're banned from playing here." in text
    assert reverse("games:standing") in text
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    assert sum("games_sanction" in query["sql"] for query in asked) == 1


@pytest.mark.parametrize(("kind", "barred"), [(Kind.SITE, True), (Kind.CHAT, False)])
def test_a_table_tells_the_banned_of_no_lost_connection_that_might_return(kind, barred):
    user = account()
    game, _ = game_with(user)
    banned(moderator(), viewer(user), kind, until=soon())
    text = browser(user).get(reverse("games:table", args=[game.pk])).content.decode()
    assert ("data-barred" in text) is barred


def test_who_is_nobody_costs_no_query(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert (
            "standing-banner" not in client.get(reverse("games:rules", args=["point-city"])).content.decode()
        )


def test_the_standing_page_says_why_and_until_when():
    user = account()
    made = banned(Staff(staff(name="Quentin")), viewer(user), until=soon())
    text = browser(user).get(reverse("games:standing")).content.decode()
    assert "Insults, again and again" in text
    assert text.count("You're banned from playing here.") == 1
    assert f"sanction-{made.pk}" in text
    assert "Appeal" in text
    assert "quentin" not in text.lower()


def test_the_standing_of_others_is_nobodys_business():
    banned(moderator(), guest("Anna"), reason="Anna did it")
    assert "Anna did it" not in browser(account()).get(reverse("games:standing")).content.decode()


def test_a_stranger_has_no_standing(client):
    assert client.get(reverse("games:standing")).status_code == 302


def test_who_is_banned_is_told_so_where_they_wanted_to_play():
    who = guest("Anna")
    game = open_table(guest("Ben"), Plan("demo", 3, {}, listed=True))
    banned(moderator(), who, until=soon())
    client = browser_of(who)
    forms = [
        (reverse("games:new", args=["demo"]), {"seats": "2", "listed": "no", "seed": ""}),
        (reverse("games:sit", args=[game.pk]), {"seed": ""}),
    ]
    for address, data in forms:
        answer = client.post(address, data | offered(client))
        assert answer.status_code == 403, address
        assert "You're banned from playing here." in answer.content.decode()
        assert reverse("games:standing") in answer.content.decode()
        assert "no-store" in answer["Cache-Control"]


def test_a_refused_move_of_somebody_banned_leads_to_their_standing():
    game, viewers = running()
    banned(moderator(), viewers[0], until=soon())
    answer = browser_of(viewers[0]).post(
        reverse("games:move", args=[game.pk]), {"move": "pick 3", "ply": 0, "key": "p0"}
    )
    assert answer.status_code == 403
    assert "Reason and duration" in answer.content.decode()


def test_a_banned_account_can_still_log_in_and_look_around(client):
    user = account(password="a long password")
    banned(moderator(), viewer(user))
    answer = client.post("/accounts/login/", {"login": user.username, "password": "a long password"})
    assert answer.status_code == 302
    for address in ("/", reverse("games:rules", args=["point-city"]), reverse("games:standing")):
        assert client.get(address).status_code == 200


def test_a_warning_is_shown_until_it_was_read():
    user = account()
    made = banned(moderator(), viewer(user), Kind.WARNING)
    client = browser(user)
    assert "You've received a warning from the moderators." in client.get("/").content.decode()
    assert client.post(reverse("games:acknowledge"), {"sanction": made.pk}).status_code == 302
    assert "You've received a warning from the moderators." not in client.get("/").content.decode()
    assert (
        "You've received a warning from the moderators."
        in client.get(reverse("games:standing")).content.decode()
    )


@pytest.mark.parametrize("number", ["", "x", "0", "99999999999999999999"])
def test_only_ones_own_warning_can_be_read(number):
    made = banned(moderator(), guest("Anna"), Kind.WARNING)
    client = browser(account())
    assert client.post(reverse("games:acknowledge"), {"sanction": number}).status_code == 404
    assert client.post(reverse("games:acknowledge"), {"sanction": made.pk}).status_code == 404
    assert not acknowledge(guest("Ben"), made.pk)
    assert Sanction.objects.get().seen_at is None


# Appeals


def test_one_appeals_once_and_another_moderator_decides():
    user, first, second = account(), moderator(), moderator()
    made = banned(first, viewer(user))
    client = browser(user)
    form = {"sanction": made.pk, "words": "It was my brother."}
    assert client.post(reverse("games:appeal"), form).status_code == 302
    assert client.post(reverse("games:appeal"), form).status_code == 422
    found = Appeal.objects.get()
    with pytest.raises(DeskError):
        decide(first, found.pk, lift=False, answer="No")
    decide(second, found.pk, lift=True, answer="We believe you.")
    require_allowed(viewer(user), Kind.SITE)
    assert "We believe you." in client.get(reverse("games:standing")).content.decode()
    assert Notice.objects.filter(user=user, kind="appeal_decided").count() == 1
    with pytest.raises(DeskError):
        decide(second, found.pk, lift=False, answer="Or not")


def test_a_kept_sanction_still_holds():
    who = guest("Anna")
    made = banned(moderator(), who)
    found = appeal(who, made.pk, "Please")
    decide(moderator(), found.pk, lift=False, answer="No")
    with pytest.raises(Banned):
        require_allowed(who, Kind.SITE)


def test_a_moderator_alone_decides_about_their_own_sanctions():
    who, by = guest("Anna"), moderator()
    found = appeal(who, banned(by, who).pk, "Please")
    decide(by, found.pk, lift=True, answer="All right")
    assert Appeal.objects.get().state == Appeal.State.LIFTED


def test_nobody_appeals_for_others_or_against_what_is_over():
    who, by = guest("Anna"), moderator()
    made = banned(by, who)
    with pytest.raises(CannotAppeal):
        appeal(guest("Ben"), made.pk, "Free Anna")
    lift(by, made.pk, "A mistake")
    with pytest.raises(CannotAppeal):
        appeal(who, made.pk, "Too late")
    assert not Appeal.objects.exists()


def test_an_appeal_without_words_is_none():
    user = account()
    made = banned(moderator(), viewer(user))
    answer = browser(user).post(reverse("games:appeal"), {"sanction": made.pk, "words": " "})
    assert answer.status_code == 422
    assert not Appeal.objects.exists()


def test_a_refused_appeal_keeps_its_text_in_its_own_form_and_says_why():
    user, by = account(), moderator()
    first, second = banned(by, viewer(user), Kind.CHAT), banned(by, viewer(user), Kind.HOSTING)
    words = "I have never written that. " * 40
    answer = browser(user).post(reverse("games:appeal"), {"sanction": first.pk, "words": words})
    assert answer.status_code == 422
    meant, other = (
        re.search(f'id="sanction-{made.pk}".*?</article>', answer.content.decode(), re.S)[0]
        for made in (first, second)
    )
    assert '<details class="appeal-form" open>' in meant
    assert f'<a href="#words-{first.pk}">' in meant
    assert f'aria-describedby="words-{first.pk}_helptext words-{first.pk}_error"' in meant
    assert "Ensure this value has at most 1000 characters" in meant
    assert words.strip() in meant
    assert '<details class="appeal-form">' in other
    assert f'id="words-{second.pk}"' in other
    assert "I have never" not in other


@pytest.mark.parametrize(("longer", "status"), [("", 302), ("!", 422)])
def test_a_line_break_is_one_character_as_browsers_count(longer, status):
    user = account()
    made = banned(moderator(), viewer(user))
    words = "a\r\n" * 499 + "aa" + longer
    answer = browser(user).post(reverse("games:appeal"), {"sanction": made.pk, "words": words})
    assert answer.status_code == status
    assert [found.words for found in Appeal.objects.all()] == ["a\n" * 499 + "aa"] * (not longer)


# Notices


def test_every_notice_of_the_desk_can_be_read():
    by, user = moderator(), account("Anna")
    who = viewer(user)
    made = banned(by, who)
    decide(moderator(), appeal(who, made.pk, "Please").pk, lift=False, answer="No, Anna")
    lift(by, made.pk, "Enough")
    first, _ = game_with(user, seats=3)
    second, _ = game_with(user)
    desk.free_seat(by, first.pk, 0, "Gone for a week")
    desk.end_game(by, second.pk, "Broken")
    desk.rename(by, who, "Annabel", "Confusing")
    reports.close(by, reported(who, guest("Ben")).pk, "acted", "We talked to Ben")
    told = {
        notice.kind: render_to_string(f"notices/{notice.kind}.html", {"notice": notice, "sees_game": True})
        for notice in user.notices.all()
    }
    assert set(told) == {
        "sanctioned", "appeal_decided", "sanction_lifted", "staff_freed", "staff_ended", "renamed", "report_closed",
    }  # fmt: skip
    for kind, words in {
        "sanctioned": "You're banned from playing here.",
        "staff_freed": "Gone for a week",
        "staff_ended": str(second.pk),
        "renamed": "<bdi>Annabel</bdi>",
        "report_closed": "We talked to Ben",
    }.items():
        assert words in told[kind], kind
