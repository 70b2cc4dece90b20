"""The cache that processes share; while Redis is away each of them makes do with its own memory."""

import logging
from collections.abc import Callable
from functools import wraps
from time import monotonic
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as CannotConnect
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds that a request waits for Redis, once."""
PAUSE = 5.0
"""Seconds without Redis before a request tries it again."""
STAND_IN_ENTRIES = 10_000


class Outage:
    """What all threads' caches of one Redis know of its failing."""

    def __init__(self) -> None:
        self._is_on = False
        self._until = 0.0

    @property
    def is_fresh(self) -> bool:
        """True for a moment after Redis failed: others need not wait for it as well."""
        return monotonic() < self._until

    def begin(self, error: Exception) -> None:
        """Leave Redis alone for a moment; the log hears of it once."""
        self._until = monotonic() + PAUSE
        if not self._is_on:
            self._is_on = True
            logger.warning("Redis does not answer, so limits count in each process alone: %r", error)

    def end(self) -> None:
        """Note that Redis answered."""
        if self._is_on:
            self._is_on = False
            logger.warning("Redis answers again")


def _or_stand_in(name: str) -> Callable[..., Any]:
    """Return the method of that name, which turns to the stand-in where Redis fails."""
    shared = getattr(RedisCache, name)

    @wraps(shared)
    def method(self: "PatientCache", *args: Any, **values: Any) -> Any:
        if self.outage.is_fresh:
            return getattr(self.stand_in, name)(*args, **values)
        try:
            result = shared(self, *args, **values)
        except (RedisError, OSError) as error:
            self.outage.begin(error)
            return getattr(self.stand_in, name)(*args, **values)
        self.outage.end()
        return result

    return method


_outages: dict[str, Outage] = {}


class PatientCache(RedisCache):
    """Redis; where it fails or does not answer, limits go on being counted in this process alone."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        # Once more at once where the connection was lost; never where Redis keeps us waiting.
        again = Retry(NoBackoff(), 1, supported_errors=(CannotConnect,))
        options = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": again}
        super().__init__(server, {**params, "OPTIONS": {**options, **params.get("OPTIONS", {})}})
        # Django makes a cache for each thread.
        self.outage = _outages.setdefault(server, Outage())
        self.stand_in = LocMemCache(f"instead of {server}", {"MAX_ENTRIES": STAND_IN_ENTRIES})

    add = _or_stand_in("add")
    get = _or_stand_in("get")
    set = _or_stand_in("set")
    touch = _or_stand_in("touch")
    delete = _or_stand_in("delete")
    get_many = _or_stand_in("get_many")
    has_key = _or_stand_in("has_key")
    incr = _or_stand_in("incr")
    set_many = _or_stand_in("set_many")
    delete_many = _or_stand_in("delete_many")
    clear = _or_stand_in("clear")
