"""Tags for clocks: what is left in words, a pace in words, the server's time."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import TIME_STRINGS

from games.models import Game
from games.selectors.clocks import ClockRow, pace_words
from games.services.clocks import ZERO, Pace, pace_of

register = template.Library()
DAY = timedelta(days=1)


@register.filter
def words(pace: Pace) -> str:
    """Return a pace in words."""
    return pace_words(pace)


@register.filter
def pace(game: Game) -> Pace:
    """Return the pace of a game."""
    return pace_of(game)


@register.filter
def left_at(row: ClockRow, now: datetime | None) -> str:
    """Return what a clock shows; without a moment, nothing for one that runs: the page ticks it itself."""
    if row.ends and now is None:
        return ""
    return "" if row.left else in_words(max(row.clock.left_at(now or timezone.now()), ZERO))


@register.filter
def is_low_at(row: ClockRow, now: datetime | None) -> bool:
    """Tell whether a clock shows little time left."""
    return bool(left_at(row, now)) and row.clock.left_at(now or timezone.now()) <= timedelta(seconds=row.low)


def in_words(left: timedelta) -> str:
    """Return a span of time: ``4:07``, ``2:04:07`` or, beyond a day, "2 days, 3 hours"."""
    if left >= DAY:
        days, hours = left.days, left.seconds // 3600
        return f"{TIME_STRINGS['day'] % {'num': days}}, {TIME_STRINGS['hour'] % {'num': hours}}"
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@register.filter
def milliseconds(moment: datetime) -> int:
    """Return a moment as browsers count it."""
    return int(moment.timestamp() * 1000)


@register.simple_tag
def server_now() -> int:
    """Return the server's time as browsers count it."""
    return milliseconds(timezone.now())
