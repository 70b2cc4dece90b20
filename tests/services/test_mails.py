"""Mails: one at a time, only about what waits, only to confirmed addresses, and easy to be rid of."""

import smtplib

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.models import Delivery, Game, Notice, Profile, Seat
from games.rules import registry
from games.services.clocks.reminders import remind
from games.services.delivery import mails, outbox
from games.services.delivery.outbox import DELAYS, send_due
from games.services.notices.calls import MAIL_DELAY, STILL_LOOKING, mail_time
from games.services.tables.leaving import leave
from games.services.upkeep.referee import tick
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
from tests.tables import running

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh():
    cache.clear()


@pytest.fixture
def pair():
    return account("anna"), account("ben")


def test_whoever_is_waited_for_gets_one_mail_with_every_game_that_waits(pair):
    anna, ben = pair
    games = [game_between(anna, ben) for _ in range(3)]
    send_all()
    assert len(mails_to(anna)) == len(mails_to(ben)) == 1
    message = mails_to(anna)[0]
    assert message.subject == "It's your turn in 3 games"
    for text in (message.body, message.alternatives[0].content):
        assert all(str(game.pk) in text for game in games)


def test_a_mail_about_one_game_names_it(pair):
    game = game_between(*pair)
    send_all()
    assert mails_to(pair[0])[0].subject == f"It's your turn in {registry.get(game.ruleset_slug).name}"


def test_a_mail_counts_all_games_and_lists_the_first(pair, monkeypatch):
    monkeypatch.setattr(mails, "MOST_GAMES", 2)
    for _ in range(3):
        game_between(*pair)
    send_all()
    message = mails_to(pair[0])[0]
    assert message.subject == "It's your turn in 3 games"
    assert "It's your turn in 3 games:" in message.body
    assert message.body.count("/games/") == 2


def test_only_one_mail_is_pending_however_many_games_wait(pair):
    for _ in range(4):
        game_between(*pair)
    assert [(call.user, call.game) for call in queue()] == [(pair[0], None), (pair[1], None)]


def test_the_mail_waits_ten_minutes_and_until_nobody_looks_any_more(pair):
    anna, ben = pair
    saw(ben, timezone.now())
    before = timezone.now()
    game_between(anna, ben)
    for call in queue():
        assert before + MAIL_DELAY <= call.due_at <= timezone.now() + MAIL_DELAY
    saw(ben, NOW - MINUTE)
    assert send_all() == 2
    assert (len(mails_to(anna)), len(mails_to(ben))) == (1, 0)
    (late,) = queue()
    assert (late.user, late.due_at, late.tries) == (ben, NOW - MINUTE + STILL_LOOKING, 0)


def test_nothing_is_sent_for_what_waits_no_longer(pair):
    anna, ben = pair
    game = game_between(anna, ben)
    pick(game, anna)
    send_all()
    assert (len(mails_to(anna)), len(mails_to(ben))) == (0, 1)
    assert not Delivery.objects.filter(user=anna).exists()


@pytest.mark.parametrize("change", [{"status": Game.Status.ABORTED}, {"pace": Game.Pace.LIVE}])
def test_nothing_is_sent_of_a_game_that_is_over_or_live(pair, change):
    Game.objects.filter(pk=game_between(*pair).pk).update(**change)
    send_all()
    assert mail.outbox == []


def test_nothing_is_sent_to_whoever_has_left(pair):
    anna, ben = pair
    leave(game_between(anna, ben, account("cleo")).pk, viewer(anna))
    send_all()
    assert (len(mails_to(anna)), len(mails_to(ben))) == (0, 1)


def test_live_games_lonely_games_and_guests_queue_nothing(pair):
    game = game_between(*pair, pace=Game.Pace.LIVE)
    Delivery.objects.all().delete()
    pick(game, pair[0])
    pick(game, pair[1])
    running("demo", 2)
    assert queue() == []


def test_no_second_mail_before_the_person_has_come(pair):
    anna, ben = pair
    game_between(anna, ben)
    send_all()
    game_between(anna, ben)
    assert queue() == []
    Profile.objects.filter(user=anna).update(mailed_at=NOW, seen_at=NOW + MINUTE)
    game_between(anna, ben)
    assert [call.user for call in queue()] == [anna]


def test_a_digest_comes_at_seven(pair):
    profile = Profile(mails=Profile.Mails.DIGEST)
    assert mail_time(profile, NOW) == NOW.replace(day=8, hour=7)
    assert mail_time(profile, NOW.replace(hour=6)) == NOW.replace(hour=7)
    Profile.objects.filter(user=pair[0]).update(mails=Profile.Mails.DIGEST)
    game_between(*pair)
    assert (queue()[0].due_at.hour, queue()[0].due_at.minute) == (7, 0)
    assert queue()[0].due_at > timezone.now()


def test_a_vacation_is_quiet_until_its_end(pair):
    Profile.objects.filter(user=pair[0]).update(vacation_until=NOW)
    game_between(*pair)
    assert [call.due_at == NOW for call in queue()] == [True, False]


@pytest.mark.parametrize(
    "who", [{"mails": Profile.Mails.NONE}, {"confirmed": False}], ids=["unwanted", "unconfirmed"]
)
def test_no_mail_without_the_wish_or_a_confirmed_address(who):
    game_between(account("anna", **who), account("ben"))
    send_all()
    assert [message.to for message in mail.outbox] == [["ben@example.org"]]


def test_an_address_that_is_no_longer_confirmed_gets_nothing(pair):
    game_between(*pair)
    pair[0].emailaddress_set.update(verified=False)
    send_all()
    assert [message.to for message in mail.outbox] == [["ben@example.org"]]


def test_a_mail_is_in_the_persons_language(pair):
    Profile.objects.filter(user=pair[0]).update(language="pl")
    game_between(*pair)
    send_all()
    assert 'lang="pl"' in mails_to(pair[0])[0].alternatives[0].content
    assert 'lang="en"' in mails_to(pair[1])[0].alternatives[0].content


def test_a_mail_names_no_move_no_card_and_nobody(pair):
    anna, ben = pair
    game = game_between(anna, ben)
    Profile.objects.filter(user=ben).update(name="Ben\r\nBcc: all@example.org")
    Seat.objects.filter(user=ben).update(name="Ben\r\nBcc: all@example.org")
    pick(game, ben, "pick 5")
    send_all()
    sent = mails_to(anna)[0].message().as_string()
    assert "Bcc" not in sent
    assert "pick 5" not in sent


def test_a_mail_can_be_ended_with_one_click_without_logging_in(pair):
    anna, _ = pair
    game_between(*pair)
    send_all()
    headers = mails_to(anna)[0].message()
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = headers["List-Unsubscribe"].strip("<>").removeprefix("http://localhost:8000")
    assert address.startswith("/unsubscribe/")
    client = Client(enforce_csrf_checks=True)
    assert client.get(address).status_code == 200
    assert Profile.objects.get(user=anna).mails == Profile.Mails.TURN
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    chosen = Profile.objects.get(user=anna)
    assert (chosen.mails, chosen.reminders) == (Profile.Mails.NONE, False)


def test_a_forged_link_ends_nobodys_mails(pair):
    for token in ("1", "1:abc", "W10:1uA:x"):
        assert Client().post(f"/unsubscribe/{token}/").status_code == 404
    assert Profile.objects.get(user=pair[0]).mails == Profile.Mails.TURN


def test_a_mail_server_that_is_down_is_tried_five_times_ever_more_slowly(pair, monkeypatch):
    game_between(pair[0], account("carl", confirmed=False))

    def refuse(*args, **values):
        raise smtplib.SMTPServerDisconnected("gone")

    monkeypatch.setattr(mail.EmailMultiAlternatives, "send", refuse)
    now, waits = NOW, []
    make_due(now)
    while send_due(now):
        if not queue():
            break
        waits.append(queue()[0].due_at - now)
        now = queue()[0].due_at
    assert tuple(waits) == DELAYS == tuple(sorted(DELAYS))
    failed = Delivery.objects.get()
    assert (failed.state, failed.tries, failed.error) == ("failed", 5, "The mail server rejected it")
    assert Profile.objects.get(user=pair[0]).mailed_at is None


def test_what_goes_wrong_for_one_stops_nobody_else(pair, monkeypatch):
    game_between(*pair)
    send = mail.EmailMultiAlternatives.send

    def stumble(message, *args):
        if message.to == [pair[0].email]:
            raise RuntimeError("a bug")
        return send(message, *args)

    monkeypatch.setattr(mail.EmailMultiAlternatives, "send", stumble)
    send_all()
    assert [message.to for message in mail.outbox] == [[pair[1].email]]
    assert [(call.user, call.error) for call in queue()] == [(pair[0], outbox.FAULT)]


def test_a_batch_is_small_and_a_claimed_message_is_left_alone(pair, monkeypatch):
    anna, _ = pair
    Delivery.objects.bulk_create(
        Delivery(user=anna, channel="webhook", kind="test", due_at=NOW) for _ in range(outbox.BATCH + 2)
    )
    monkeypatch.setattr(outbox, "deliver", lambda delivery, now: None)
    assert [send_due(NOW) for _ in range(3)] == [outbox.BATCH, 2, 0]
    assert send_due(NOW + outbox.LEASE) == outbox.BATCH


def day_game(*users, left):
    """Return a game with two days to move, of which so much is left at ``NOW``."""
    game = game_between(*users, pace=Game.Pace.DAYS, base=2 * 24 * 3600)
    Delivery.objects.all().delete()
    game.seats.update(time_left=2 * DAY, clock_from=NOW + left - 2 * DAY)
    return game


def remind_all(now):
    """Return how many were told when the referee looked at each game."""
    return sum(remind(game, now) for game in Game.objects.all())


def reminders():
    return [(notice.user, notice.data) for notice in Notice.objects.filter(kind="clock_reminder")]


def test_a_reminder_comes_once_a_turn_before_the_clock_runs_out(pair):
    anna, ben = pair
    game = day_game(anna, ben, left=13 * HOUR)
    assert remind_all(NOW) == 0
    assert remind_all(NOW + 2 * HOUR) == 2
    assert remind_all(NOW + 3 * HOUR) == 0
    assert sorted(reminders(), key=lambda told: told[0].pk) == [(anna, {"ply": 0}), (ben, {"ply": 0})]
    pick(game, anna)
    send_all()
    assert [message.to for message in mail.outbox if "runs out" in message.subject] == [[ben.email]]


def test_the_next_turn_has_a_reminder_of_its_own(pair):
    game = day_game(*pair, left=1 * HOUR)
    remind_all(NOW)
    for user in pair:
        pick(game, user)
    game.seats.update(time_left=2 * DAY, clock_from=NOW - 2 * DAY + HOUR)
    assert remind_all(NOW) == 2


@pytest.mark.parametrize(
    "change",
    [{"paused_at": NOW}, {"status": Game.Status.ABORTED}, {"pace": Game.Pace.LIVE}],
    ids=["paused", "over", "live"],
)
def test_no_reminder_where_no_days_run_out(pair, change):
    game = day_game(*pair, left=HOUR)
    Game.objects.filter(pk=game.pk).update(**change)
    assert remind_all(NOW) == 0


def test_no_reminder_after_the_end_and_none_by_mail_to_whoever_wants_none(pair):
    day_game(*pair, left=-MINUTE)
    assert remind_all(NOW) == 0
    Profile.objects.update(reminders=False)
    day_game(*pair, left=HOUR)
    assert remind_all(NOW) == 2
    assert queue() == []


def test_a_guest_is_reminded_in_the_page():
    game, (anna, _ben) = running("demo", 2)
    Game.objects.filter(pk=game.pk).update(pace=Game.Pace.DAYS, base_seconds=2 * 24 * 3600)
    game.seats.filter(guest_id=anna.guest_id).update(time_left=2 * DAY, clock_from=NOW + HOUR - 2 * DAY)
    assert remind_all(NOW) == 1
    assert Notice.objects.get().guest_id == anna.guest_id


def test_a_reminder_goes_also_to_whoever_is_here(pair):
    day_game(*pair, left=HOUR)
    saw(pair[0], NOW)
    remind_all(NOW)
    send_all()
    assert len(mails_to(pair[0])) == 1


def test_the_referee_reminds_when_it_looks_at_the_clocks(pair):
    game = day_game(*pair, left=HOUR)
    for moment in (NOW, NOW + MINUTE):
        Game.objects.filter(pk=game.pk).update(wake_at=moment)
        assert tick(moment) == 1
        assert len(reminders()) == 2
