"""The outbox: what is due is claimed in a short transaction, sent outside of it, and kept as a log."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import translation

from games.models import Delivery
from games.rules.words import gettext_noop
from games.services.delivery import mails, pushes, webhooks
from games.services.notices.calls import STILL_LOOKING
from games.services.notices.undelivered import Undelivered, Unwanted

logger = logging.getLogger(__name__)

BATCH = 3
"""How many one takes at once: the later ones wait for the first, however many others have nothing to do."""
LEASE = timedelta(minutes=10)
"""How long a claimed message is left alone; who claimed it and crashed is replaced after that."""
DELAYS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
"""How long to wait before each further try; after the last the message counts as failed."""
SENDERS: dict[str, Callable[[Delivery], None]] = {
    Delivery.Channel.MAIL: mails.send,
    Delivery.Channel.PUSH: pushes.send,
    Delivery.Channel.WEBHOOK: webhooks.send,
}
FAULT = gettext_noop("Something went wrong on this site")


def send_due(now: datetime) -> int:
    """Send what is due, a few at a time; return how many were looked at."""
    return _send(now, Delivery.objects.all())


def send_all_but_mails(now: datetime) -> int:
    """Do the same and leave mails to others: they all wait for one server, which may hang."""
    return _send(now, Delivery.objects.exclude(channel=Delivery.Channel.MAIL))


def _send(now: datetime, among: QuerySet[Delivery]) -> int:
    claimed = _claim(now, among)
    for delivery in claimed:
        if not _postpone(delivery, now):
            deliver(delivery, now)
    return len(claimed)


def _claim(now: datetime, among: QuerySet[Delivery]) -> list[Delivery]:
    """Take some due messages for oneself for a while."""
    due = among.filter(state=Delivery.State.WAITING, due_at__lte=now)
    if not due.exists():
        return []
    with transaction.atomic():
        free = due.select_for_update(skip_locked=True).order_by("due_at")
        ids = list(free.values_list("pk", flat=True)[:BATCH])
        Delivery.objects.filter(pk__in=ids).update(due_at=now + LEASE, tries=F("tries") + 1)
    return list(Delivery.objects.filter(pk__in=ids).select_related("user__profile"))


def _postpone(delivery: Delivery, now: datetime) -> bool:
    """Leave somebody who is here in peace until they are gone; a clock does not wait for that."""
    seen = delivery.user.profile.seen_at
    if delivery.kind != Delivery.Kind.YOUR_TURN or not seen or seen + STILL_LOOKING <= now:
        return False
    Delivery.objects.filter(pk=delivery.pk).update(due_at=seen + STILL_LOOKING, tries=delivery.tries - 1)
    return True


def deliver(delivery: Delivery, now: datetime) -> Delivery.State | None:
    """Send one message and write down what became of it; nothing stays of one that nobody wants."""
    try:
        with translation.override(delivery.user.profile.language or settings.LANGUAGE_CODE):
            SENDERS[delivery.channel](delivery)
    except Unwanted:
        delivery.delete()
        return None
    except Undelivered as error:
        return _fail(delivery, error, now)
    except Exception:
        logger.exception("Cannot send delivery %s", delivery.pk)
        return _fail(delivery, Undelivered(FAULT), now)
    return _keep(delivery, state=Delivery.State.SENT, due_at=None, error="", at=now)


def _fail(delivery: Delivery, error: Undelivered, now: datetime) -> Delivery.State:
    """Plan the next try, or give up."""
    again = not error.final and delivery.tries <= len(DELAYS) and delivery.kind != Delivery.Kind.TEST
    state = Delivery.State.WAITING if again else Delivery.State.FAILED
    due_at = now + DELAYS[delivery.tries - 1] if again else None
    return _keep(delivery, state=state, due_at=due_at, error=error.reason, at=now)


def _keep(delivery: Delivery, **values: Any) -> Delivery.State:
    """Write to the log; the person may meanwhile be gone, and the log with them."""
    Delivery.objects.filter(pk=delivery.pk).update(**values)
    state: Delivery.State = values["state"]
    return state
