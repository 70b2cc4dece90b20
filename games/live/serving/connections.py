"""The open connections of this process: how many there may be, and who goes when there are more."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count
from time import monotonic

from games.live.serving.addresses import NOBODY

logger = logging.getLogger(__name__)

QUIET = 30.0
"""Seconds after a line in the log about a refusal in which there is no other."""


@dataclass(eq=False, slots=True)
class Connection:
    """One connection, the address it counts for, and since when nothing is done for it."""

    address: str
    drop: Callable[[], object] = lambda: None
    idle_since: int | None = 0
    """The number of the moment; none while it has a request that is being answered, or a socket."""


class Connections:
    """All connections, as a whole and by address; the longest idle one makes room for a new one."""

    def __init__(self, most: Callable[[], int], each: Callable[[], int]) -> None:
        self._most, self._each = most, each
        self._moments = count()
        self._open: set[Connection] = set()
        self._idle: dict[Connection, None] = {}
        self._of: dict[str, set[Connection]] = {}
        self._said_at, self._unsaid = -QUIET, 0

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, new: Connection) -> bool:
        """Count a new connection, or refuse it if nobody can make room."""
        if not self._has_room_for(new.address):
            return False
        if len(self._open) >= self._most() and not self._drop_first(self._idle):
            return False
        self._open.add(new)
        self._count(new, new.address)
        self.rest(new)
        return True

    def work(self, busy: Connection) -> None:
        """Note that a connection has something to do."""
        busy.idle_since = None
        self._idle.pop(busy, None)

    def rest(self, idle: Connection) -> None:
        """Note that a connection has nothing more to do."""
        if idle in self._open:
            idle.idle_since = next(self._moments)
            self._idle.pop(idle, None)
            self._idle[idle] = None

    def claim(self, busy: Connection, address: str) -> bool:
        """Count a connection of the proxy for the address that its request comes from."""
        if not self._has_room_for(address):
            return False
        self._count(busy, address)
        return True

    def release(self, done: Connection) -> None:
        """Count a connection for nobody."""
        members = self._of.get(done.address, set())
        members.discard(done)
        if not members:
            self._of.pop(done.address, None)
        done.address = NOBODY

    def end(self, gone: Connection) -> None:
        """Forget a connection."""
        self._open.discard(gone)
        self._idle.pop(gone, None)
        self.release(gone)

    def _count(self, one: Connection, address: str) -> None:
        one.address = address
        if address:
            self._of.setdefault(address, set()).add(one)

    def _has_room_for(self, address: str) -> bool:
        members = self._of.get(address, set())
        if len(members) < self._each():
            return True
        idle = [one for one in members if one.idle_since is not None]
        if self._drop_first(sorted(idle, key=lambda one: one.idle_since or 0)):
            return True
        self._complain(address)
        return False

    def _drop_first(self, idle: Iterable[Connection]) -> bool:
        """Close the longest idle connection, if there is one."""
        longest = next(iter(idle), None)
        if longest is None:
            return False
        self.end(longest)
        longest.drop()
        return True

    def _complain(self, address: str) -> None:
        """Log a refusal, and those of the next half minute as a number only: an attack fills no disk."""
        now = monotonic()
        if now - self._said_at < QUIET:
            self._unsaid += 1
            return
        logger.warning(
            "%s has all the %s connections an address may have (CONNECTIONS_PER_ADDRESS); "
            "if it is a proxy, set TRUST_PROXY=1; %s more refusals since the last such line",
            address,
            self._each(),
            self._unsaid,
        )
        self._said_at, self._unsaid = now, 0
