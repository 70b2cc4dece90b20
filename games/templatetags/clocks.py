"""Tags for time and presence: clocks and paces in words, the server's time, who is there and who is away."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import TIME_STRINGS, timesince
from django.utils.translation import gettext, gettext_noop, ngettext_lazy

from games.selectors.clocks.arithmetic import ZERO, time_control_of
from games.selectors.clocks.signs import Sign
from games.selectors.tables.clocks import ClockRow, pace_words

# Ours is taken instead of Django's own: 分 in Chinese is also a point.
ngettext_lazy("%(num)d minute", "%(num)d minutes", "num")
gettext_noop(", ")
"""Django sets it between hours and minutes; its own Chinese leaves the comma as it is."""
register = template.Library()
register.filter(pace_words)
register.filter(time_control_of)
DAY = timedelta(days=1)
START = datetime(2024, 1, 1)  # noqa: DTZ001


@register.filter
def left_at(row: ClockRow, now: datetime | None) -> str:
    """Return what a clock shows; without a moment, nothing for one that runs: the page ticks it itself."""
    left = _left(row, now)
    return "" if left is None else in_words(max(left, ZERO))


@register.simple_tag
def is_low(row: ClockRow, now: datetime | None, low: int) -> bool:
    """Tell whether a clock shows that little time is left."""
    left = _left(row, now)
    return left is not None and left <= timedelta(seconds=low)


def _left(row: ClockRow, now: datetime | None) -> timedelta | None:
    if row.left or (row.ends and now is None):
        return None
    return row.clock.left_at(now) if row.ends and now else row.clock.left


def in_words(left: timedelta) -> str:
    """Return a span of time: ``4:07``, ``2:04:07`` or, beyond a day, "2 days, 3 hours"."""
    if left >= DAY:
        days, hours = left.days, left.seconds // 3600
        return f"{TIME_STRINGS['day'] % {'num': days}}, {TIME_STRINGS['hour'] % {'num': hours}}"
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@register.filter
def moment(when: datetime) -> str:
    """Return a moment as browsers read it."""
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@register.filter
def span(left: timedelta) -> str:
    """Return a span of time as browsers read it."""
    return f"PT{max(int(left.total_seconds()), 0)}S"


@register.simple_tag
def server_now() -> str:
    """Return the server's time, to the millisecond, as browsers read it."""
    return timezone.now().isoformat(timespec="milliseconds")


@register.filter
def of_seat(signs: Iterable[Sign], index: int) -> Sign:
    """Return the sign of a seat."""
    return next((sign for sign in signs if sign.index == index), Sign(index))


@register.filter
def away(minutes: int) -> str:
    """Return for how long somebody has been away: "away for over 5 minutes"."""
    return gettext("away for over %(time)s") % {"time": lasted(minutes)}


@register.filter
def lasted(minutes: int) -> str:
    """Return so many minutes in words: "2 hours"."""
    return timesince(START, START + timedelta(minutes=minutes), depth=1)
