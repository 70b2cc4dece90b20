"""How many sockets there may be, for a session, an address and in all; silent ones go first.

Pages are asked whether they are still there, many at once: waking the server for each of them costs ten times
as much as the answer.
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator

from django.conf import settings

from games.live.rooms.room import TRY_LATER, Watcher
from games.live.serving.files import most_connections

PER_SESSION = 20
SHARE = 0.8
"""The part of all connections that sockets may take: pages find room whatever sockets do."""
SILENT_SECONDS = 90
"""A page answers when it is asked; an older one pings every 25 s, in the background every minute."""
ASK_SECONDS, ASK_INTERVAL = 48, 5
"""After how long a page is asked, and how often it is looked for such pages: many are due at once then, and
none is silent for the minute after which proxies, nginx among them, hang up."""
AT_ONCE = 50
"""How many are asked before others have their turn."""


def make_room(new: Watcher, watchers: Collection[Watcher], now: float) -> bool:
    """Tell whether there is room for one more, after closing sockets that have long been silent."""
    others = [one for one in watchers if not one.closing.done()]
    going: list[Watcher] = []
    for crowd, most in _crowds(new, others):
        excess = len(crowd) + 1 - most
        if excess <= 0:
            # Of thousands who come back at once, each would look through all the others.
            continue
        silent = sorted(
            (one for one in crowd if now - one.spoke_at > SILENT_SECONDS), key=lambda one: one.spoke_at
        )
        if len(silent) < excess:
            return False
        going += silent[:excess]
    for one in going:
        one.close(TRY_LATER)
    return True


def _crowds(new: Watcher, others: list[Watcher]) -> Iterator[tuple[list[Watcher], int]]:
    key, address = new.held.session_key, new.address
    if key:
        yield [one for one in others if one.held.session_key == key], PER_SESSION
    if address:
        most = int(settings.CONNECTIONS_PER_ADDRESS * SHARE)
        yield [one for one in others if one.address == address], most
    yield others, int(most_connections() * SHARE)


async def ask_silent(watchers: Iterable[Watcher], now: float) -> None:
    """Ask pages that have not spoken for a while for a sign, each once in that time."""
    silent = [one for one in watchers if one.answers and now - max(one.spoke_at, one.asked_at) >= ASK_SECONDS]
    for number, watcher in enumerate(silent, 1):
        watcher.asked_at = now
        await watcher.tell("ping")
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
