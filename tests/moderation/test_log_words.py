"""The staff's log in words: names of that time, links, before and after, times in the site's zone."""

import re
from datetime import UTC, datetime

import pytest
from django.contrib.auth import get_user_model
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone

from games.admin.changes import change_of, target_of
from games.models import AuditEntry, ChatLine, Game, Guest, Rating, RatingChange, Seat, SignUpInvitation
from games.rules import registry
from games.selectors.players.sanctions import Kind
from games.services.moderation import desk, looks, reports, rescue
from games.services.moderation.penalties import Penalty, impose
from games.services.rights import audit, sign_up
from games.services.rights.audit import digest, note
from games.services.rights.site_state import Doors, open_doors
from games.services.rights.staff import ADMINISTRATORS, MODERATORS, DeskError, Staff
from tests.moderation.conftest import unguarded
from tests.moderation.people import (
    account,
    administrator,
    banned,
    browser,
    moderator,
    reported,
    said,
    staff,
    viewer,
)
from tests.tables import fresh, guest, play, running

pytestmark = pytest.mark.django_db
User = get_user_model()
LOG = "/admin/games/auditentry/"


def log_text():
    return browser(staff(ADMINISTRATORS)).get(LOG).content.decode()


def words(html):
    """Return the words of a fragment."""
    return " ".join(re.sub(r"<[^>]+>", " ", str(html).replace("<br>", "; ")).split())


def last():
    return AuditEntry.objects.latest("pk")


# Names of that time


def test_an_entry_keeps_the_names_of_its_time():
    by, game = moderator(), running()[0]
    user, who = account("Ben"), guest("Gus")
    banned(by, viewer(user), Kind.CHAT)
    first = last()
    banned(by, who, Kind.CHAT)
    second = last()
    desk.end_game(by, game.pk, "x")
    third = last()
    names = [entry.target_name for entry in (first, second, third)]
    assert names == [f"{user.username} (Ben)", "Gus", f"{registry.get('demo').name}: Player 0, Player 1"]
    User.objects.filter(pk=user.pk).update(username="another")
    user.profile.name = "Another"
    user.profile.save()
    Guest.objects.update(name="Another")
    Seat.objects.update(name="Another")
    page = log_text()
    for text in ("(Ben)", ">Gus<", "Player 0, Player 1"):
        assert text in page
    assert f"user:{user.pk}" not in page


def test_lines_and_reports_have_names_too_and_what_is_gone_has_none():
    by = moderator()
    game, viewers = running()
    desk.hide_line(by, said(game, viewers[0], "Oh").pk, "x")
    assert last().target_name == "Player 0"
    reports.take(by, reported(guest("Anna"), guest("Ben")).pk)
    assert last().target_name == "Ben"
    for target in ("user:987654", "user:x", "game:x", "guest:", "site", "unknown:3"):
        assert note(by, "look", target).target_name == ""
    assert list(audit.problems(AuditEntry.objects.order_by("pk"))) == []


def old_entry(by, previous):
    """Write an entry as it was written before names were kept."""
    entry = AuditEntry(
        at=timezone.now(), actor_id=by.user.pk, actor_name=by.user.username, action="look", target="user:3",
        previous=previous,
    )  # fmt: skip
    entry.digest = digest(entry)
    AuditEntry.objects.bulk_create([entry])
    return AuditEntry.objects.get(digest=entry.digest)


def test_old_entries_keep_their_digests_and_the_chain_goes_on():
    by = moderator()
    old = old_entry(by, audit.FIRST)
    assert old.target_name is None
    new = note(by, "look", f"user:{by.user.pk}")
    assert new.previous == old.digest
    assert list(audit.problems(AuditEntry.objects.order_by("pk"))) == []
    assert words(target_of(old)) == "account 3"


def test_the_digest_of_an_old_entry_is_that_of_the_code_before():
    """The figure was computed by the code that knew no names."""
    entry = AuditEntry(
        at=datetime(2026, 11, 22, 12, 0, tzinfo=UTC), actor_id=7, actor_name="anna", action="look",
        target="user:3", reason="Why", before={"a": 1}, after={"b": [2]}, address="203.0.113.0/24",
        previous="0" * 64,
    )  # fmt: skip
    assert digest(entry) == "dee43d1179afd8e2a9c993ae2b85f909f5acf9642fe131f6c56d13fd92058580"


@pytest.mark.parametrize("name", ["somebody else", None, ""])
def test_a_name_that_was_changed_removed_or_added_is_found(name):
    by = moderator()
    old, new = old_entry(by, audit.FIRST), note(by, "look", f"user:{by.user.pk}")
    with unguarded():
        AuditEntry.objects.filter(pk=new.pk).update(target_name=name)
    assert list(audit.problems(AuditEntry.objects.order_by("pk"))) == [f"entry {new.pk} was changed"]
    with unguarded():
        AuditEntry.objects.filter(pk=new.pk).update(target_name=new.target_name)
        AuditEntry.objects.filter(pk=old.pk).update(target_name="somebody")
    assert list(audit.problems(AuditEntry.objects.order_by("pk"))) == [f"entry {old.pk} was changed"]


# Links, before and after


def test_what_it_is_about_and_who_acted_are_links():
    by, user = moderator(), account("Ben")
    game, viewers = running()
    banned(by, viewer(user), Kind.CHAT)
    desk.end_game(by, game.pk, "x")
    page = log_text()
    for name, key in (("auth_user", user.pk), ("auth_user", by.user.pk), ("games_game", game.pk)):
        assert f'href="{reverse(f"admin:{name}_change", args=[key])}"' in page
    entry = last()
    detail = browser(staff(ADMINISTRATORS)).get(f"{LOG}{entry.pk}/change/").content.decode()
    assert reverse("admin:games_game_change", args=[game.pk]) in detail
    assert entry.digest in detail
    assert len(viewers) == 2


@pytest.mark.parametrize(
    ("change", "said_so"),
    [
        (({"status": "running"}, {"status": "aborted"}), "state: Running → Aborted"),
        (({"status": "running"}, {"status": "finished", "places": [2, 1]}), "state: Running → Finished ; ranks: 2, 1"),
        (({}, {"until": None}), "until: permanent"),
        (({}, {"until": "2031-05-07T12:00:00+00:00"}), "until: 7 May 2031, 12:00 (UTC)"),
        (({"name": "Ben"}, {"name": "Benno"}), "name: Ben → Benno"),
        (({"hidden": False}, {"hidden": True}), "hidden: no → yes"),
        (({"groups": []}, {"groups": [MODERATORS]}), "role: – → Moderator"),
        (({}, {"outcome": "acted"}), "outcome: Action taken"),
        (({}, {"report": None, "status": "running", "chat": False}), "state: Running ; chat shown: no"),
        (({}, {"something": {"new": 1}}), "something: new: 1"),
        (({}, {}), "–"),
    ],
)  # fmt: skip
def test_before_and_after_are_told_in_words(change, said_so):
    assert words(change_of(note(moderator(), "look", "user:1", change=change))) == said_so


def test_what_people_wrote_stays_text():
    entry = note(moderator(), "rename", "user:1", change=({"name": "<b>x"}, {"name": "<script>"}))
    assert "<script>" not in change_of(entry)
    by = Staff(account("<i>Eve"))
    assert "<i>Eve" not in target_of(note(by, "look", f"user:{by.user.pk}"))


def test_every_act_shows_neither_braces_nor_bare_numbers():
    by, boss = moderator(), administrator()
    game, viewers = running()
    ben = viewer(account("Ben"))
    desk.rename(by, ben, "Benno", "x")
    desk.appoint(boss, account().pk, MODERATORS, "x")
    desk.free_seat(by, game.pk, 0, "x")
    banned(by, ben)
    impose(by, viewers[0], Penalty(Kind.SITE, "x", network_days=7))
    looks.search_chat(boss, "word", "x")
    open_doors(boss, Doors(guests_welcome=False, sign_up_open=False), "x")
    sign_up.invite(boss, sign_up.InvitationPlan(note="Tuesday"))
    sign_up.withdraw(boss, SignUpInvitation.objects.get().pk)
    rescue.sign_out(boss, account().pk, "x")
    text = log_text()
    rows = re.findall(r'<td class="field-(?:change|what)">(.*?)</td>', text)
    assert len(re.findall('<td class="field-change">', text)) == 10
    assert not any(mark in words(row) for row in rows for mark in "{}[]'_")
    assert "invitation:" not in text


def test_seats_are_counted_from_one_and_the_host_is_named():
    by, (game, viewers) = moderator(), running(seats=3)
    desk.free_seat(by, game.pk, 1, "Gone")
    assert "seat: 2" in words(log_text())
    page = browser(by.user).get(reverse("admin:games_game_change", args=[game.pk])).content.decode()
    seats = re.findall(r'<td class="field-number">\s*<p>(\d+)</p>', page)
    assert seats == ["1", "2", "3"]
    host = re.search(r'field-host.*?<div class="readonly">(.*?)</div>', page, re.S)[1]
    assert viewers[0].name in host


def test_the_desk_calls_accounts_accounts():
    page = browser(staff(ADMINISTRATORS)).get(reverse("admin:index")).content.decode()
    assert "Accounts" in page
    assert "Authentication" not in page


# Times


def test_times_at_the_desk_name_their_zone():
    user = account("Ben")
    banned(moderator(), viewer(user), Kind.CHAT)
    reported(guest("Anna"), viewer(user))
    client = browser(staff(ADMINISTRATORS))
    for address in (
        LOG,
        "/admin/games/report/",
        "/admin/auth/user/",
        reverse("admin:auth_user_change", args=[user.pk]),
    ):
        assert "(UTC)" in client.get(address).content.decode(), address
    assert "All times are in UTC" in client.get("/admin/").content.decode()


def test_times_at_the_desk_are_those_of_the_zone():
    with override_settings(TIME_ZONE="Asia/Tokyo"):
        entry = note(
            moderator(), "impose-chat", "user:1", change=({}, {"until": "2031-05-07T12:00:00+00:00"})
        )
        assert words(change_of(entry)) == "until: 7 May 2031, 21:00 (Asia/Tokyo)"
        game, viewers = running()
        line = said(game, viewers[0], "Hello")
        ChatLine.objects.filter(pk=line.pk).update(at=datetime(2031, 5, 7, 20, 30, tzinfo=UTC))
        page = browser(staff()).get(reverse("admin:games_game_look", args=[game.pk])).content.decode()
        assert "8 May 2031, 05:30" in page
        assert "Asia/Tokyo" in page


def test_players_pages_that_say_utc_mean_it():
    ben = account("Ben")
    with override_settings(TIME_ZONE="Asia/Tokyo"):
        banned(moderator(), viewer(ben), Kind.CHAT, until=datetime(2031, 5, 7, 20, 30, tzinfo=UTC))
        page = browser(ben).get("/you/standing/").content.decode()
    assert "Until 7 May 2031, 20:30 (UTC)." in page


# Done already


def rated_game():
    """Return a finished rated game that changed somebody's rating."""
    game, _viewers = running()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, rated=True)
    user = account("Rated")
    Rating.objects.create(user=user, slug="demo", mu=25, sigma=8, score=1, games=1)
    RatingChange.objects.create(game=game, user=user, place=1, mu=25, sigma=8, gain=1)
    return fresh(game)


def annul(client, game):
    address = reverse("admin:games_game_act", args=["annul"]) + f"?pk={game.pk}"
    return client.post(address, {"reason": "Two seats, one person"}, follow=True).content.decode()


def test_annulling_twice_says_so():
    client, game = browser(staff(ADMINISTRATORS)), rated_game()
    assert "Done: " in annul(client, game)
    again = annul(client, game)
    assert "Done: " not in again
    assert "have already been reverted" in again
    assert AuditEntry.objects.filter(action="annul-ratings").count() == 1


def test_annulling_nothing_says_so():
    game, _viewers = running()
    with pytest.raises(DeskError, match="change any ratings"):
        desk.annul_ratings(administrator(), game.pk, "x")


# As it stands now


def question(game):
    return reverse("admin:games_game_act", args=["adjudicate"]) + f"?pk={game.pk}"


@pytest.mark.parametrize("slug", ["demo", *registry.SLUGS])
def test_a_game_is_adjudicated_as_it_stands_now(slug):
    client = browser(staff())
    game, viewers = running(slug)
    if slug == "demo":
        play(game, viewers[0], "pick 3")
        play(game, viewers[1], "pick 4")
    stands = desk.standing_of(fresh(game))
    page = client.get(question(game)).content.decode()
    assert "Current standings" in page
    value = f"now-{fresh(game).ply}"
    assert f'value="{value}"' in page
    assert client.post(question(game), {"how": value, "reason": "Gone"}).status_code == 302
    assert fresh(game).ending == Game.Ending.STAFF
    seats = [(seat.place, seat.points) for seat in fresh(game).seats.all()]
    assert seats == [(end.place, end.points) for end in stands]


def test_how_it_stood_before_another_move_is_not_taken():
    client = browser(staff())
    game, viewers = running()
    value = f"now-{game.ply}"
    play(game, viewers[0], "pick 3")
    answer = client.post(question(game), {"how": value, "reason": "Gone"})
    assert answer.status_code == 422
    assert "The game has moved on" in answer.content.decode()
    assert fresh(game).is_running
