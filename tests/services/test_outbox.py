"""The outbox: two referees send once, and whoever is slow keeps only the postman waiting."""

from itertools import count
from threading import Event, Thread
from threading import enumerate as enumerate_threads

import pytest
from django.core.cache import cache

from games.models import Delivery, Notice
from games.services.delivery import outbox
from games.services.notices.inbox import LIFE, forget_old
from games.services.upkeep import referee
from tests.calling import DAY, NOW, account, game_between, make_due
from tests.thorough import PATIENCE
from tests.threads import each_at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh():
    cache.clear()


def test_two_referees_send_each_message_once(monkeypatch):
    game_between(account("anna"), account("ben"))
    make_due()
    sent = []
    monkeypatch.setattr(outbox, "deliver", lambda delivery, now: sent.append(delivery.user_id))

    each_at_once(lambda _: outbox.send_due(NOW), 4)
    assert len(sent) == len(set(sent)) == 2


def test_nothing_is_written_while_nothing_is_due(django_assert_num_queries):
    game_between(account("anna"), account("ben"))
    with django_assert_num_queries(1):
        outbox.send_due(NOW - 36500 * DAY)


def test_the_referee_goes_on_while_a_mail_server_is_slow(monkeypatch):
    ending, stuck, release, ticked = Event(), Event(), Event(), Event()

    def slow(now):
        stuck.set()
        release.wait(PATIENCE)

    def tick(now):
        if stuck.is_set():
            ticked.set()

    monkeypatch.setattr(referee, "INTERVAL", 0.01)
    monkeypatch.setattr(referee, "send_due", slow)
    monkeypatch.setattr(referee, "tick", tick)
    watching = Thread(target=referee.watch, args=[ending])
    watching.start()
    assert ticked.wait(PATIENCE)
    ending.set()
    release.set()
    watching.join(PATIENCE)
    assert not watching.is_alive()


def test_whose_address_is_slow_holds_up_nobody_elses_messages(monkeypatch):
    ending, release, sent, calls = Event(), Event(), Event(), count()

    def send(now):
        if next(calls):
            sent.set()
        else:
            release.wait(PATIENCE)

    monkeypatch.setattr(referee, "POSTMEN", (0.01, 0.01))
    monkeypatch.setattr(referee, "send_due", send)
    monkeypatch.setattr(referee, "tick", lambda now: None)
    watching = Thread(target=referee.watch, args=[ending])
    watching.start()
    assert sent.wait(PATIENCE)
    ending.set()
    release.set()
    watching.join(PATIENCE)
    assert not watching.is_alive()


def test_a_mail_server_that_hangs_holds_up_no_push(monkeypatch):
    """However many mails wait: each keeps a postman until the server's time is over."""
    anna, ending, hang, called = account("anna"), Event(), Event(), Event()
    for channel, number in (("mail", 5 * outbox.BATCH), ("push", 1)):
        Delivery.objects.bulk_create(
            Delivery(user=anna, channel=channel, kind="test", due_at=NOW - 36500 * DAY) for _ in range(number)
        )
    monkeypatch.setitem(outbox.SENDERS, "mail", lambda _: hang.wait(PATIENCE))
    monkeypatch.setitem(outbox.SENDERS, "push", lambda _: called.set())
    monkeypatch.setattr(referee, "POSTMEN", (0.01, 0.01))
    monkeypatch.setattr(referee, "tick", lambda now: None)
    watching = Thread(target=referee.watch, args=[ending])
    watching.start()
    found = called.wait(PATIENCE / 4)
    ending.set()
    hang.set()
    for thread in enumerate_threads():
        if thread.name in ("postman", "messenger", watching.name):
            thread.join(PATIENCE)
    assert found


def test_who_leaves_mails_alone_takes_the_rest():
    anna = account("anna")
    for channel in ("mail", "push", "webhook"):
        Delivery.objects.create(user=anna, channel=channel, kind="test", due_at=NOW)
    assert outbox.send_all_but_mails(NOW) == 2
    assert Delivery.objects.get(due_at=NOW).channel == "mail"


def test_housekeeping_has_an_interval_of_its_own_and_a_thread(monkeypatch):
    ending, kept, ticked = Event(), Event(), Event()
    monkeypatch.setattr(referee, "INTERVAL", PATIENCE)
    monkeypatch.setattr(referee, "KEEPING_INTERVAL", 0.01)
    monkeypatch.setattr(referee, "send_due", lambda now: None)
    monkeypatch.setattr(referee, "tick", lambda now: ticked.set())
    monkeypatch.setattr(referee.housekeeping, "run", lambda now: kept.set())
    watching = Thread(target=referee.watch, args=[ending])
    watching.start()
    assert kept.wait(PATIENCE)
    assert not ticked.is_set()
    ending.set()
    watching.join(PATIENCE)
    assert not watching.is_alive()


def test_what_was_said_long_ago_is_forgotten_and_what_still_waits_is_not():
    anna = account("anna")
    for state in Delivery.State:
        for age in (LIFE - DAY, LIFE + DAY):
            kept = Delivery.objects.create(user=anna, channel="mail", kind="test", state=state)
            Delivery.objects.filter(pk=kept.pk).update(at=NOW - age)
    for age in (LIFE - DAY, LIFE + DAY):
        told = Notice.objects.create(user=anna, kind="rematch")
        Notice.objects.filter(pk=told.pk).update(at=NOW - age)
    assert forget_old(NOW) == 3
    assert Notice.objects.get().at == NOW - LIFE + DAY
    assert Delivery.objects.filter(state="waiting").count() == 2
