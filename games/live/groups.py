"""News from other processes: one channel for this process, in one group for each watched game."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any
from uuid import UUID

logger = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds that a slow channel layer may take; what it loses, the sweeper finds."""

QUIET = 30.0
"""Seconds without a failure after which the next one is worth a line in the log."""


BOTS = "bots"
"""The group of those who play for bots: they hear of every game."""


def group_name(game_id: UUID) -> str:
    """Return the name of the game's group."""
    return f"game-{game_id}"


class Groups:
    """Memberships of this process in a channel layer, kept in step with what is watched."""

    def __init__(self, layer: Any, hear: Callable[[UUID], None]) -> None:
        self._layer = layer
        self._hear = hear
        self._wanted: set[UUID] = set()
        self._joined: set[UUID] = set()
        self._changed: asyncio.Queue[UUID] = asyncio.Queue()
        self._channel = ""
        self._failed_at = -QUIET

    def join(self, game_id: UUID) -> None:
        """Ask for news of a game; once they flow, the game is looked at again."""
        self._wanted.add(game_id)
        self._changed.put_nowait(game_id)

    def leave(self, game_id: UUID) -> None:
        """Ask for no more news of a game."""
        self._wanted.discard(game_id)
        self._changed.put_nowait(game_id)

    def renew(self, game_id: UUID) -> None:
        """Join once more: a lost message may mean a lost membership."""
        self._joined.discard(game_id)
        self._changed.put_nowait(game_id)

    async def run(self) -> None:
        """Join, leave and listen until cancelled."""
        self._channel = await self._layer.new_channel("hub")
        await asyncio.gather(self._settle(), self._listen())

    async def _settle(self) -> None:
        while True:
            game_id = await self._changed.get()
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._settle_one(game_id)
            except Exception as error:
                self._complain(error)

    async def _settle_one(self, game_id: UUID) -> None:
        if game_id in self._wanted and game_id not in self._joined:
            await self._layer.group_add(group_name(game_id), self._channel)
            self._joined.add(game_id)
            self._hear(game_id)
        elif game_id not in self._wanted and game_id in self._joined:
            self._joined.discard(game_id)
            await self._layer.group_discard(group_name(game_id), self._channel)

    async def _listen(self) -> None:
        while True:
            try:
                message = await self._layer.receive(self._channel)
                self._hear(UUID(message["game"]))
            except Exception as error:
                self._complain(error)
                await asyncio.sleep(PATIENCE)

    def _complain(self, error: Exception) -> None:
        """Log that the channel layer fails, unless it did so a moment ago."""
        now = asyncio.get_running_loop().time()
        if now - self._failed_at > QUIET:
            logger.warning("No news from the channel layer: %r", error)
        self._failed_at = now
