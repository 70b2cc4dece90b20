"""Bans for a time: nobody waits for whoever may not play, and a form that is sent twice bans once."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import AuditEntry, Game, Notice, Sanction, Seat
from games.services.moderation.penalties import lift
from games.services.tables.agreements import decide
from games.services.tables.quick_start import QuickStart, quick_start
from games.services.tables.seating import Plan, open_table, sit
from tests.moderation.people import account, banned, browser, game_with, moderator, staff, viewer
from tests.tables import DAYS, fresh, guest

pytestmark = pytest.mark.django_db
LONG_AGO = timedelta(minutes=10)


def next_week():
    return timezone.now() + timedelta(days=7)


def awaited(ben):
    """Return a private game that has waited for an account for a while, and the other player."""
    game, viewers = game_with(ben, 0)
    Game.objects.filter(pk=game.pk).update(listed=False)
    then = timezone.now() - LONG_AGO
    Seat.objects.filter(game=game).update(seen_at=then, acts_since=None)
    Seat.objects.filter(game=game, index=0).update(acts_since=then)
    return game, viewers[1]


@pytest.mark.parametrize("query", [{}, {"since": 0, "here": "hh"}])
def test_who_is_banned_gives_no_sign_of_life_by_looking(query):
    ben = account("Ben")
    game, anna = awaited(ben)
    banned(moderator(), viewer(ben), until=next_week())
    before = Seat.objects.get(game=game, index=0).seen_at
    page = browser(ben).get(reverse("games:table", args=[game.pk]), query, headers={"HX-Request": "true"})
    assert page.status_code in {200, 204}
    assert Seat.objects.get(game=game, index=0).seen_at == before
    decide(game.pk, anna, 0, "bot")
    assert Seat.objects.get(game=game, index=0).left


def test_who_may_play_gives_one():
    ben = account("Ben")
    game, _ = awaited(ben)
    before = Seat.objects.get(game=game, index=0).seen_at
    browser(ben).get(reverse("games:table", args=[game.pk]))
    assert Seat.objects.get(game=game, index=0).seen_at > before


def test_a_table_that_waits_goes_on_without_who_is_banned_for_a_time():
    host, ben = account("Host"), guest("Ben")
    game = open_table(viewer(host), Plan("demo", 3, {}, listed=True, pace=DAYS))
    sit(game.pk, ben, "")
    going, _ = game_with(host, 0)
    banned(moderator(), viewer(host), until=next_week())
    assert [seat.name for seat in fresh(game).seats.all()] == ["Ben"]
    assert fresh(game).host_index == game.seats.get().index
    assert not Seat.objects.get(game=going, index=0).left


def test_nobody_is_led_to_the_table_of_a_banned_host():
    host = account("Host")
    game = open_table(viewer(host), Plan("demo", 2, {}, listed=True, pace=DAYS))
    banned(moderator(), viewer(host), until=next_week())
    assert quick_start(guest("Anna"), QuickStart("demo")).pk != game.pk
    assert fresh(game).status == Game.Status.ABORTED


@pytest.mark.parametrize("duration", ["week", "ever"])
def test_a_form_that_is_sent_twice_bans_once(duration):
    ben, desk = account("Ben"), browser(staff())
    address = reverse("admin:auth_user_act", args=["penalty"]) + f"?pk={ben.pk}"
    form = {"kind": "site", "duration": duration, "network_days": "0", "reason": "Insults"}
    assert {desk.post(address, form).status_code for _ in range(2)} == {302}
    assert Sanction.objects.count() == Notice.objects.filter(kind="sanctioned").count() == 1
    assert AuditEntry.objects.filter(action="impose-site").count() == 1


def test_another_penalty_is_another():
    by, ben = moderator(), viewer(account("Ben"))
    first = banned(by, ben, until=next_week())
    banned(by, ben)
    banned(by, ben, until=next_week(), reason="Cheating")
    banned(moderator(), ben, until=next_week())
    lift(by, first.pk, "A mistake")
    banned(by, ben, until=next_week())
    assert Sanction.objects.count() == 5
    Sanction.objects.update(starts_at=timezone.now() - LONG_AGO)
    banned(by, ben)
    assert Sanction.objects.count() == 6
