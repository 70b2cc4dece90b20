"""When guests were here, and from where: noted once a day, by pages that they ask for."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from cardcity_site import middleware
from games.models import Guest
from games.selectors.viewers import GUEST_DAY_KEY
from games.services.company import presence
from tests.tables import fresh, guest, row, running
from tests.views.opening import url
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def long_gone():
    """The browser of a guest who was last here long ago."""
    browser = browser_of(guest("Gus"))
    Guest.objects.update(seen_at=timezone.now() - timedelta(days=40), network="198.51.100.0")
    session = browser.session
    del session[GUEST_DAY_KEY]
    session.save()
    return browser


def seen():
    found = Guest.objects.get()
    return timezone.now() - found.seen_at < timedelta(minutes=1), found.network


def test_a_page_is_a_visit(long_gone):
    long_gone.get("/", REMOTE_ADDR="203.0.113.7")
    assert seen() == (True, "203.0.113.0")


def test_a_page_that_asks_by_itself_is_none(long_gone):
    long_gone.get("/lobby/", headers={"HX-Request": "true"})
    assert seen() == (False, "198.51.100.0")


def test_the_second_visit_of_a_day_is_not_noted(long_gone):
    long_gone.get("/", REMOTE_ADDR="203.0.113.7")
    long_gone.get("/", REMOTE_ADDR="192.0.2.1")
    assert seen() == (True, "203.0.113.0")


def broken(*_):
    raise OperationalError("database is locked")


def test_a_page_is_answered_though_its_visit_cannot_be_noted(long_gone, monkeypatch, caplog):
    monkeypatch.setattr(middleware, "note_guest_visit", broken)
    assert long_gone.get("/").status_code == 200
    assert "Cannot note a visit: OperationalError" in caplog.text
    monkeypatch.undo()
    long_gone.get("/", REMOTE_ADDR="203.0.113.7")
    assert seen() == (True, "203.0.113.0")


def test_a_move_is_answered_though_neither_visit_nor_sign_can_be_noted(monkeypatch, caplog):
    game, (anna, _) = running()
    browser, unseen = browser_of(anna), timezone.now() - timedelta(hours=1)
    game.seats.update(seen_at=unseen)
    monkeypatch.setattr(middleware, "_note", broken)
    monkeypatch.setattr(presence, "mark_seen", broken)
    answer = browser.post(
        url("move", game), {"move": "pick 3", "ply": 0, "key": "k"}, headers={"HX-Request": "true"}
    )
    assert (answer.status_code, fresh(game).ply) == (200, 1)
    assert "Cannot note a visit" in caplog.text
    assert f"Cannot note who is at game {game.pk}" in caplog.text
    assert row(game, 0).seen_at == unseen
