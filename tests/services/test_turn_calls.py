"""Calls about turns: only where people wait, and when their plans and wishes let them come."""

import pytest
from django.utils import timezone

from games.models import Game, Seat
from games.services.clocks.reminders import remind
from games.services.delivery.outbox import send_due
from games.services.tables import bots
from games.services.tables.leaving import leave
from games.services.tables.seating import Plan
from games.services.upkeep.referee import tick
from tests import botting
from tests.calling import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    account,
    game_between,
    mails_to,
    make_due,
    pick,
    queue,
    saw,
    send_all,
    viewer,
)

pytestmark = pytest.mark.django_db
brainy = botting.brainy


@pytest.fixture
def pair():
    return account("anna"), account("ben")


@pytest.mark.usefixtures("brainy")
def test_no_mail_is_about_a_game_in_which_only_bots_wait(pair):
    """It would be the one mail until they come, and keep that of a game with people back."""
    anna, ben = pair
    bots.open_against_bots(viewer(anna), Plan("demo", 2, {}), [1])
    game, now = game_between(anna, ben), timezone.now()
    pick(game, anna)
    saw(anna, now - 6 * MINUTE)
    Seat.objects.update(seen_at=None)
    make_due(now)
    send_due(now)
    assert not mails_to(anna)
    pick(game, ben)
    assert [call.user for call in queue("mail")] == [anna]


@pytest.mark.usefixtures("brainy")
def test_a_mail_counts_no_game_in_which_only_bots_wait(pair):
    bots.open_against_bots(viewer(pair[0]), Plan("demo", 2, {}), [1])
    game_between(*pair)
    send_all()
    assert mails_to(pair[0])[0].subject == "It's your turn in Demo"


def test_whom_all_others_have_left_hears_of_no_turn(pair):
    anna, ben = pair
    game = game_between(anna, ben)
    leave(game.pk, viewer(ben))
    assert send_all() == 2
    assert not mails_to(anna)
    tick(timezone.now() + HOUR)
    pick(game, anna)
    tick(timezone.now() + HOUR)
    assert Seat.objects.get(game=game, user=anna).acts_since
    assert queue() == []


def test_a_clock_that_runs_out_is_told_of_where_nobody_else_is_left(pair):
    anna, ben = pair
    game = game_between(anna, ben, pace=Game.Pace.DAYS, base=2 * 86400)
    leave(game.pk, viewer(ben))
    Seat.objects.filter(user=anna).update(time_left=2 * DAY, clock_from=NOW + HOUR - 2 * DAY)
    remind(Game.objects.get(pk=game.pk), NOW)
    send_all()
    assert [message.subject for message in mails_to(anna)] == ["Your time in Demo runs out soon"]
