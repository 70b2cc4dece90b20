"""Browsers for tests: a Django client that is a guest with a seat, or nobody."""

from django.test import Client
from django.utils import timezone

from games.selectors.viewers import GUEST_DAY_KEY, GUEST_KEY
from tests.tables import running


def browser_of(viewer):
    """Return a client whose session is that guest's."""
    client = Client()
    session = client.session
    session[GUEST_KEY], session[GUEST_DAY_KEY] = str(viewer.guest_id), str(timezone.now().date())
    session.save()
    client.cookies["sessionid"] = session.session_key
    return client


def table_with_browsers(seats=2, slug="demo", **options):
    """Return a started game and one client for each seat."""
    game, viewers = running(slug, seats, **options)
    return game, [browser_of(viewer) for viewer in viewers]
