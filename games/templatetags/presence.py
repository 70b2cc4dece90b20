"""Tags for who is there: a seat's sign, and how long somebody has been away."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django import template
from django.utils.timesince import timesince
from django.utils.translation import gettext, gettext_noop

from games.selectors.clocks.signs import Sign

register = template.Library()
START = datetime(2024, 1, 1)  # noqa: DTZ001
gettext_noop(", ")
"""Django sets it between hours and minutes; its own Chinese leaves the comma as it is."""


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
