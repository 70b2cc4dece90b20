"""Calls about turns: only where people wait, and when their plans and wishes let them come."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Delivery, Game, Profile, Seat
from games.services.clocks import vacations
from games.services.clocks.reminders import remind
from games.services.delivery import outside, subscriptions
from games.services.delivery.outbox import send_due
from games.services.notices.calls import DIGEST_HOUR, MAIL_DELAY, STILL_LOOKING, mail_time
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
HOOK = "https://hooks.example.org/abc"


@pytest.fixture
def pair():
    return account("anna"), account("ben")


@pytest.fixture
def said(monkeypatch):
    """Keep what webhooks would be sent."""
    made = []
    monkeypatch.setattr(outside, "post", lambda *message: made.append(message) or 204)
    return made


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


@pytest.mark.parametrize(("left", "sent"), [(HOUR, 1), (timedelta(), 0), (None, 0)])
def test_nobody_is_told_that_time_runs_out_which_is_over_or_stands(pair, said, left, sent):
    anna, ben = pair
    Profile.objects.filter(user=anna).update(webhook=HOOK, mails="none")
    game = game_between(anna, ben, pace=Game.Pace.DAYS, base=2 * 86400)
    Delivery.objects.all().delete()
    for channel in ("mail", "webhook"):
        Delivery.objects.create(
            user=anna, channel=channel, kind="clock_reminder", game=game, turn=0, due_at=NOW
        )
    clock = {"clock_from": None} if left is None else {"clock_from": timezone.now(), "time_left": left}
    Seat.objects.filter(user=anna).update(**clock)
    send_due(NOW)
    assert (len(mails_to(anna)), len(said)) == (sent, sent)
    assert Delivery.objects.count() == 2 * sent


def waiting_calls(user):
    """Return one call of each channel that waits until far in the future, for somebody who is away."""
    kinds = (("mail", "your_turn"), ("push", "your_turn"), ("webhook", "report_waiting"))
    return [
        Delivery.objects.create(user=user, channel=channel, kind=kind, due_at=NOW) for channel, kind in kinds
    ]


def due(calls):
    return [Delivery.objects.get(pk=call.pk).due_at for call in calls]


def test_an_early_end_of_a_vacation_lets_come_what_waited_for_it(pair):
    anna, _ = pair
    now = timezone.now()
    vacations.begin(anna.pk, 20, now)
    calls = waiting_calls(anna)
    vacations.end(anna.pk, now + DAY)
    assert due(calls) == [now + DAY + wait for wait in (MAIL_DELAY, STILL_LOOKING, STILL_LOOKING)]


def test_after_an_early_end_of_a_vacation_turns_are_mailed_as_ever(pair):
    """A mail that kept its date would keep all later ones back until then."""
    anna, ben = pair
    now = timezone.now()
    vacations.begin(anna.pk, 20, now)
    first = game_between(anna, ben)
    assert queue("mail")[0].due_at == now + 20 * DAY
    vacations.end(anna.pk, now + DAY)
    pick(first, anna)
    second = game_between(anna, ben)
    send_due(now + DAY + MAIL_DELAY)
    (message,) = mails_to(anna)
    assert str(second.pk) in message.body


def test_who_comes_back_early_has_the_digest_at_its_hour(pair):
    anna, _ = pair
    Profile.objects.filter(user=anna).update(mails=Profile.Mails.DIGEST)
    vacations.begin(anna.pk, 20, timezone.now())
    mail, *_ = waiting_calls(anna)
    now = timezone.now()
    vacations.end(anna.pk, now)
    assert due([mail]) == [mail_time(Profile(mails="digest"), now)]


def test_what_waits_when_a_vacation_begins_waits_until_its_end(pair):
    anna, ben = pair
    calls, bens = waiting_calls(anna), waiting_calls(ben)
    reminder = Delivery.objects.create(user=anna, channel="mail", kind="clock_reminder", due_at=NOW)
    now = timezone.now()
    until = vacations.begin(anna.pk, 5, now).vacation_until
    assert due(calls) == [until] * 3
    later = vacations.begin(anna.pk, 5, now, until.isoformat()).vacation_until
    assert due(calls) == [later] * 3
    assert due([*bens, reminder]) == [NOW] * 4


def choose(user, mails):
    subscriptions.choose(user.pk, mails=mails, reminders=True, webhook="")


def test_another_choice_of_mails_counts_for_the_one_that_waits(pair):
    anna, ben = pair
    Profile.objects.filter(user=anna).update(mails="digest")
    game_between(anna, ben)
    ((mail, *_), before) = queue("mail"), timezone.now()
    choose(anna, "turn")
    assert before + MAIL_DELAY <= due([mail])[0] <= timezone.now() + MAIL_DELAY
    Delivery.objects.filter(pk=mail.pk).update(due_at=NOW)
    choose(anna, "turn")
    assert due([mail]) == [NOW]
    choose(anna, "digest")
    assert due([mail])[0].hour == DIGEST_HOUR


def test_another_choice_of_mails_ends_no_vacation(pair):
    anna, _ = pair
    until = vacations.begin(anna.pk, 5, timezone.now()).vacation_until
    mail, push, _ = waiting_calls(anna)
    choose(anna, "digest")
    assert due([mail, push]) == [until, NOW]


def game_and_movers():
    """Return a game of two in which one moves after the other, of whom the second is reached by webhook alone."""
    game = game_between(*(account(name, mails="none") for name in ("anna", "ben")), slug="machi_koro_2")
    first, second = (game.seats.get(acts_since__isnull=waits).user for waits in (False, True))
    Profile.objects.filter(user=second).update(webhook=HOOK)
    return game, first, second


def after(hours):
    return timezone.now() + hours * HOUR


def test_who_came_and_found_the_turn_taken_back_is_called_again(said):
    game, anna, ben = game_and_movers()
    for count in (1, 2):
        pick(game, anna, "pass")
        send_all(after(2 * count))
        assert len(said) == count
        pick(game, anna, "undo")
        saw(ben, after(2 * count + 1))
    assert Delivery.objects.filter(user=ben, state="sent").count() == 2


def test_moves_that_are_taken_back_and_made_again_call_nobody_twice(said):
    game, anna, _ = game_and_movers()
    for hours in (1, 2, 3):
        pick(game, anna, "pass")
        send_all(after(hours))
        pick(game, anna, "undo")
    assert len(said) == 1


def test_a_turn_that_is_taken_back_is_not_called_out(said):
    game, anna, _ = game_and_movers()
    pick(game, anna, "pass")
    pick(game, anna, "undo")
    send_all(after(1))
    assert said == []
    pick(game, anna, "pass")
    send_all(after(2))
    assert len(said) == 1
