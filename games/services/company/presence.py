"""Signs of life of the people at a table as all processes know them; who is gone, and who is told."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import PLAYED_BY_PEOPLE, Game, Seat
from games.selectors.clocks.arithmetic import AWAY
from games.selectors.clocks.signs import AT_TABLE, has_presence, is_stale
from games.selectors.players.sanctions import is_barred
from games.selectors.viewers import holder_of
from games.services.company.arrivals import hears, tell_of_return
from games.services.company.meanwhile import kept_seats


def note_sign(game: Game, mine: Seat | None) -> None:
    """Note for the others at a table that somebody looks at it, also without a socket.

    Whoever is banned only looks on: the others are not to wait for moves that cannot come.
    """
    now = timezone.now()
    is_due = mine and has_presence(game) and is_stale(mine.seen_at, now, game.pace)
    if mine and is_due and not is_barred(holder_of(mine)):
        mark_seen([mine.pk], now)
        mine.seen_at = now


def mark_seen(seat_ids: Collection[int], now: datetime) -> list[int]:
    """Note that whoever holds these seats is there; return those that were written.

    Rows that a move holds at the moment are left for the next time: waiting for several of them
    while the move waits for others would end in a deadlock.
    """
    tell_of_return(seat_ids, now)
    seat_ids = [*seat_ids, *kept_seats(seat_ids)]
    known = Seat.objects.filter(pk__in=seat_ids, game__status__in=AT_TABLE, game__seat_count__gt=1)
    with transaction.atomic():
        free = known.select_for_update(skip_locked=True, of=("self",))
        seen = list(free.values_list("pk", flat=True))
        if seen:
            Seat.objects.filter(pk__in=seen).update(seen_at=now)
    return seen


def forgive_stop(now: datetime) -> int:
    """Move signs forward by the time since anybody's last: the site stood still, so nobody could give one.

    So whoever was there then does not count as silent at a table without clocks; clocks forgive a stop
    by themselves.
    """
    last = Seat.objects.filter(game__status__in=AT_TABLE).aggregate(last=Max("seen_at"))["last"]
    if last is None or last >= now:
        return 0
    waiting = Seat.objects.filter(game__status=Game.Status.RUNNING, game__pace=Game.Pace.NONE)
    return waiting.filter(seen_at__gt=last - AWAY).update(seen_at=F("seen_at") + (now - last))


def without_company(now: datetime) -> QuerySet[Seat]:
    """Return the people of an outer query's table who are gone and will not be told of others.

    Nobody counts as told with a live clock, which runs at once, nor who asked to be told but can no longer
    be reached. Where moves take days, it is enough to hear of one's turns.
    """
    here = Q(seen_at__gt=now - AWAY)
    reached = hears() & (Q(wants_news=True) & ~Q(game__pace=Game.Pace.LIVE) | Q(game__pace=Game.Pace.DAYS))
    people = Seat.objects.filter(PLAYED_BY_PEOPLE, game=OuterRef("pk"))
    return people.exclude(here | reached)


def all_there(now: datetime) -> Q:
    """Return the filter for tables at which nobody is gone."""
    return ~Exists(without_company(now))
