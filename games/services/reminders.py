"""Reminds people of a day game before its clock runs out."""

from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import DateTimeField, ExpressionWrapper, F, QuerySet

from games.models import Delivery, Game, Seat
from games.services.calls import Channel, Kind, call, channels, reachable
from games.services.notices import notices_of, tell
from games.services.people import Viewer
from games.services.tables import locked_game

LAST_DAY = timedelta(hours=24)
INTERVAL = 60
"""How many seconds to rest between two looks at all running clocks."""
BATCH = 50


def remind(now: datetime) -> int:
    """Tell everybody whose time gets short, once a turn; return how many were told."""
    if not cache.add("games.remind", True, INTERVAL):
        return 0
    short = [seat for seat in _last_day(now) if _is_short(seat, now) and not _is_told(seat)]
    return sum(_remind(seat, now) for seat in short[:BATCH])


def _last_day(now: datetime) -> QuerySet[Seat]:
    """Return the seats of day games that have a day left at most."""
    ends = ExpressionWrapper(F("clock_from") + F("time_left"), DateTimeField())
    running = reachable(Seat.objects.filter(game__status=Game.Status.RUNNING, game__paused_at=None))
    timed = running.filter(game__pace=Game.Pace.DAYS, clock_from__isnull=False, time_left__isnull=False)
    return timed.annotate(ends=ends).filter(ends__gt=now, ends__lte=now + LAST_DAY).order_by("ends")


def _is_short(seat: Seat, now: datetime) -> bool:
    """Tell whether less than a quarter of the time is left."""
    assert seat.time_left is not None
    return seat.ends - now < seat.time_left / 4


def _is_told(seat: Seat) -> bool:
    told = notices_of(_holder(seat)).filter(kind=Kind.CLOCK_REMINDER, game_id=seat.game_id)
    return told.filter(data__ply=seat.turn).exists()


def _holder(seat: Seat) -> Viewer:
    return Viewer(user_id=seat.user_id, guest_id=None if seat.user_id else seat.guest_id)


def _remind(seat: Seat, now: datetime) -> bool:
    with transaction.atomic():
        game = locked_game(seat.game_id)
        same = game.seats.filter(pk=seat.pk, clock_from=seat.clock_from, left=False)
        if not game.is_running or not same.exists() or _is_told(seat):
            return False
        tell(_holder(seat), Kind.CLOCK_REMINDER, game, ply=seat.turn)
        if seat.user_id and seat.user.profile.reminders:
            ways = [*channels(seat), *([Channel.MAIL] if seat.has_mail else ())]
            calls = [call(seat, channel, Kind.CLOCK_REMINDER, now) for channel in ways]
            Delivery.objects.bulk_create(calls, ignore_conflicts=True)
    return True
