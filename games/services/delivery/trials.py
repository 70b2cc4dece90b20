"""Messages sent at once, to try whether they arrive."""

from threading import Lock

from django.utils import timezone

from games.models import Delivery
from games.rules.words import gettext_noop
from games.selectors.viewers import Viewer
from games.services.delivery.outbox import deliver
from games.services.people.limits import count_use

TRIABLE = {Delivery.Channel.PUSH, Delivery.Channel.WEBHOOK}
MOST, SECONDS = 5, 60
_TRIAL = Lock()
"""Whose address answers slowly keeps one thread waiting that answers requests, and not all of them."""
BUSY = gettext_noop("Another test message is being sent. Try again in a moment.")
NOT_SET_UP = gettext_noop("These notifications aren't set up")


def try_out(viewer: Viewer, channel: str) -> str:
    """Send a test message and return why it did not arrive, or nothing.

    ``TooMany`` if tried too often.
    """
    if channel not in TRIABLE:
        return NOT_SET_UP
    if not _TRIAL.acquire(blocking=False):
        return BUSY
    try:
        count_use(viewer.actor, "try_out", MOST, SECONDS)
        return _try(viewer, channel)
    finally:
        _TRIAL.release()


def _try(viewer: Viewer, channel: str) -> str:
    trial = Delivery.objects.create(user_id=viewer.user_id, channel=channel, kind=Delivery.Kind.TEST, tries=1)
    if deliver(trial, timezone.now()) is None:
        return NOT_SET_UP
    trial.refresh_from_db()
    return trial.error
