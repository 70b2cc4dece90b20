"""Reminds people of a day game before its clock runs out."""

from datetime import datetime, timedelta

from games.models import Delivery, Game, Seat
from games.selectors.clocks.arithmetic import clock_of
from games.selectors.players.reach import notices_of
from games.selectors.viewers import holder_of
from games.services.notices.calls import Channel, Kind, call, channels, reachable
from games.services.notices.inbox import tell

LAST_DAY = timedelta(hours=24)


def remind(game: Game, now: datetime) -> int:
    """Tell everybody whose time gets short in a locked game, once a turn; return how many were told."""
    if not game.is_running or game.pace != Game.Pace.DAYS or game.paused_at:
        return 0
    running = game.seats.filter(left=False, clock_from__isnull=False, time_left__isnull=False)
    short = [seat.pk for seat in running if _is_short(seat, now)]
    late = reachable(game.seats.filter(pk__in=short)) if short else ()
    return sum(_remind(game, seat, now) for seat in late)


def _is_short(seat: Seat, now: datetime) -> bool:
    """Tell whether less than a day and less than a quarter of the time is left."""
    clock = clock_of(seat)
    left = clock.left_at(now)
    return timedelta() < left <= LAST_DAY and left < clock.left / 4


def _remind(game: Game, seat: Seat, now: datetime) -> bool:
    person = holder_of(seat)
    reminders = notices_of(person).filter(kind=Kind.CLOCK_REMINDER, game_id=game.pk, data__ply=seat.turn)
    if reminders.exists():
        return False
    tell(person, Kind.CLOCK_REMINDER, game, ply=seat.turn)
    if seat.user_id and seat.user.profile.reminders:
        ways = [*channels(seat), *([Channel.MAIL] if seat.has_mail else ())]
        calls = [call(seat, channel, Kind.CLOCK_REMINDER, now) for channel in ways]
        Delivery.objects.bulk_create(calls, ignore_conflicts=True)
    return True
