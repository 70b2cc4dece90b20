"""Passes the news of a committed ply on: to this process's hub, and to other processes."""

import asyncio
import logging
import threading
from typing import Any
from uuid import UUID

from games.live.groups import BOTS, PATIENCE, group_name
from games.live.hub import all_hubs, shared_layer
from games.services.background.faults import Faults

faults = Faults(logging.getLogger(__name__))


def announce(sender: object, game_id: UUID, ply: int, **_: Any) -> None:
    """Tell everybody without waiting for anything; lost news cost two seconds, never a move."""
    for hub in all_hubs():
        hub.hear_from_thread(game_id)
    if shared_layer():
        _relay().post(game_id, ply)


class Relay:
    """A daemon thread that speaks to the channel layer, so that no request ever waits for it."""

    def __init__(self) -> None:
        self._latest: dict[UUID, int] = {}
        self._news = threading.Event()
        threading.Thread(target=self._run, name="relay", daemon=True).start()

    def post(self, game_id: UUID, ply: int) -> None:
        """Leave news to be sent; of one game only the newest are kept."""
        self._latest[game_id] = ply
        self._news.set()

    def _run(self) -> None:
        # One loop for good: the layer keeps its connections per loop.
        with asyncio.Runner() as runner:
            while self._news.wait():
                self._news.clear()
                while self._latest:
                    runner.run(self._send(*self._latest.popitem()))

    async def _send(self, game_id: UUID, ply: int) -> None:
        news = {"type": "news", "game": str(game_id), "ply": ply}
        try:
            async with asyncio.timeout(PATIENCE):
                await shared_layer().group_send(group_name(game_id), news)
                await shared_layer().group_send(BOTS, news)
        except Exception as error:
            faults.note("telling other processes of moves", error)
        else:
            faults.clear("telling other processes of moves")


_lock = threading.Lock()
_the_relay: Relay | None = None


def _relay() -> Relay:
    global _the_relay
    with _lock:
        _the_relay = _the_relay or Relay()
    return _the_relay
