"""What is done every half minute beside attending to games: each job is harmless to repeat."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Q

from games.models import ClosedNetwork, Game, Guest, Sanction, Seat
from games.models.moderation import holds_at
from games.services.background.faults import Faults
from games.services.moderation.desk_calls import call_again
from games.services.moderation.reports import put_back_lost
from games.services.notices.inbox import forget_old
from games.services.people.sessions import forget_addresses, forget_sessions
from games.services.storage.offers import forget_offer_keys
from games.services.upkeep.farewell import forget_accounts

faults = Faults(logging.getLogger(__name__))

GUEST_LIFE = timedelta(days=30)
BATCH = 100


def run(now: datetime) -> None:
    """Do every job; one that fails stops no other."""
    for job in JOBS:
        try:
            job(now)
        except Exception as error:
            faults.note(job.__name__, error)
        else:
            faults.clear(job.__name__)


def forget_guests(now: datetime) -> int:
    """Delete guests who have neither come nor played for long; their seats keep their names.

    A guest who became an account stays as long as it does: logs name the guest, and only this row says who
    that is. A guest under a ban stays as well.
    """
    before = now - GUEST_LIFE
    Guest.objects.filter(seen_at__lt=before, claimed_by__isnull=False).exclude(network="").update(network="")
    going = Q(game__status__in=[Game.Status.OPEN, Game.Status.RUNNING]) | Q(game__moved_at__gte=before)
    playing = Seat.objects.filter(going, guest__isnull=False).values("guest_id")
    penalties = Sanction.objects.filter(holds_at(now), guest__isnull=False)
    barred = penalties.exclude(kind=Sanction.Kind.WARNING).values("guest_id")
    unused = Guest.objects.filter(seen_at__lt=before, claimed_by=None).exclude(pk__in=playing)
    unused = unused.exclude(pk__in=barred)
    ids = list(unused.values_list("pk", flat=True)[:BATCH])
    # A ban that is over, or was lifted, goes with them, and so does what it closed.
    ClosedNetwork.objects.filter(sanction__guest__in=ids).delete()
    # Who sits down meanwhile breaks the deletion, not the seat: the database holds the reference.
    return Guest.objects.filter(pk__in=ids).delete()[0] if ids else 0


JOBS: tuple[Callable[[datetime], object], ...] = (
    forget_guests,
    forget_accounts,
    forget_sessions,
    forget_addresses,
    forget_old,
    forget_offer_keys,
    put_back_lost,
    call_again,
)
