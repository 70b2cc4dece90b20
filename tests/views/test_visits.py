"""When guests were here, and from where: noted once a day, by pages that they ask for."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Guest
from games.selectors.viewers import GUEST_DAY_KEY
from tests.tables import guest
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
