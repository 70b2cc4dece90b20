"""How often somebody may do a thing, counted where all processes see it."""

import logging
from contextlib import suppress
from math import ceil
from time import time

from django.core.cache import cache

from games.rules.protocol import RulesError
from games.rules.words import gettext_noop

logger = logging.getLogger(__name__)

OFF = "Rate limits are off while the cache fails: %r"
SPARE = 60
"""Seconds that a count outlives its time, so that it never ends between two looks at it."""


class TooMany(RulesError):
    """Somebody did a thing too often in a short time; after so many seconds it is possible again."""

    def __init__(self, seconds: int) -> None:
        """Say in how many minutes it is possible again."""
        reason = gettext_noop("You're doing that too often. Try again in %(minutes)d min.")
        super().__init__(reason, minutes=ceil(seconds / 60))
        self.seconds = seconds


def count_use(who: str, what: str, most: int, seconds: int) -> None:
    """Count one use; raise ``TooMany`` for more than so many in that time, which begins with the first."""
    now = int(time())
    try:
        used, ends = _count(f"limit:{what}:{who}", now, seconds)
    except Exception as error:
        # Redis may be away for a while; nobody is held up by that.
        logger.warning(OFF, error)
        return
    if used > most:
        raise TooMany(max(ends - now, 1))


def note(who: str, what: str, seconds: int) -> None:
    """Count one use that has been made already, whether there was room for it or not."""
    with suppress(TooMany):
        count_use(who, what, 0, seconds)


def require_room(who: str, what: str, most: int) -> None:
    """Raise ``TooMany`` if so many uses are counted already; count none."""
    key = f"limit:{what}:{who}"
    try:
        ends = cache.get(key)
        used = cache.get(f"{key}:{ends}", 0) if ends else 0
    except Exception as error:
        logger.warning(OFF, error)
        return
    if used >= most:
        raise TooMany(max((ends or 0) - int(time()), 1))


def give_back(who: str, what: str) -> None:
    """Count one use less."""
    key = f"limit:{what}:{who}"
    try:
        if (ends := cache.get(key)) and cache.get(f"{key}:{ends}", 0) > 0:
            cache.decr(f"{key}:{ends}")
    except Exception as error:
        logger.warning(OFF, error)


def _count(key: str, now: int, seconds: int) -> tuple[int, int]:
    """Return how many uses there were with this one, and when the time ends in which they count."""
    ends: int = cache.get_or_set(key, now + seconds, seconds)
    cache.add(f"{key}:{ends}", 0, seconds + SPARE)
    return cache.incr(f"{key}:{ends}"), ends
