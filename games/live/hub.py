"""One hub per event loop: it knows who watches what and keeps them up to date."""

import asyncio
import logging
from datetime import datetime
from typing import Any
from uuid import UUID

from channels.layers import get_channel_layer
from django.conf import settings
from django.utils import timezone

from games.live import sockets
from games.live.groups import Groups
from games.live.rights import issue, unchanged
from games.live.rooms.latest import Latest
from games.live.rooms.room import NOT_YOURS, Room, Watcher
from games.live.threads import in_sweep_thread
from games.selectors.clocks.signs import RIPE
from games.services.background.faults import Faults

logger = logging.getLogger(__name__)
faults = Faults(logger)

SWEEP_INTERVAL = 2.0


def shared_layer() -> Any:
    """Return the channel layer that reaches other processes, if there is one."""
    return get_channel_layer() if settings.REDIS_URL else None


class Hub:
    """The watched games of one event loop."""

    def __init__(self, layer: Any = None, interval: float | None = None) -> None:
        self.rooms: dict[UUID, Room] = {}
        self._latest = Latest()
        self._left: set[int] = set()
        self._unchecked: set[Watcher] = set()
        """Who has joined since rights were last checked; theirs may have ended just before that."""
        self._asked_at = 0.0
        self._loop = asyncio.get_running_loop()
        self._interval = interval or SWEEP_INTERVAL
        self._groups = Groups(layer, self.hear) if layer else None
        jobs = [self._sweep_for_ever(), *([self._groups.run()] if self._groups else [])]
        self._tasks = [self._loop.create_task(job) for job in jobs]

    def join(self, watcher: Watcher) -> None:
        """Tell a watcher everything from now on: they hear first and look then, so nothing is missed."""
        room = self.rooms.get(watcher.game_id)
        if room is None:
            room = self.rooms[watcher.game_id] = Room(watcher.game_id)
            if self._groups:
                self._groups.join(watcher.game_id)
        room.watchers.add(watcher)
        self._unchecked.add(watcher)
        room.poke()

    def leave(self, watcher: Watcher) -> None:
        """Forget a watcher, and with the last one the game; who held a seat was there until now."""
        room = self.rooms[watcher.game_id]
        room.watchers.discard(watcher)
        self._unchecked.discard(watcher)
        self._left |= room.seats_of([watcher])
        if not room.watchers:
            del self.rooms[watcher.game_id]
            if self._groups:
                self._groups.leave(watcher.game_id)

    @property
    def watchers(self) -> list[Watcher]:
        """All the sockets of this loop."""
        return [watcher for room in self.rooms.values() for watcher in room.watchers]

    def hear(self, game_id: UUID) -> None:
        """Look at a game that may have changed."""
        if room := self.rooms.get(game_id):
            room.poke()

    def hear_from_thread(self, game_id: UUID) -> None:
        """Pass news on from any thread, without waiting."""
        try:
            self._loop.call_soon_threadsafe(self.hear, game_id)
        except RuntimeError:
            logger.debug("The loop has ended; nobody is left to tell")

    async def sweep(self) -> None:
        """Look at games whose news were lost, and close sockets whose rights are gone."""
        if not (self.rooms or self._left):
            return
        has_news = await in_sweep_thread(self._latest.look, list(self.rooms))
        for room in tuple(self.rooms.values()):
            if room.lags_behind(self._latest.facts.get(room.game_id)):
                if self._groups:
                    self._groups.renew(room.game_id)
                room.poke()
        await self._check_rights(self.watchers if has_news else list(self._unchecked))
        await self._note_signs()

    async def _note_signs(self) -> None:
        """Note that whoever holds a seat and watches its table is there, and who was a moment ago.

        The look after any write has to read everything, so signs that are soon due are written at once with
        those that are due.
        """
        now, left, self._left = timezone.now(), self._left, set()
        if due := left | self._stale_signs(now):
            await in_sweep_thread(self._latest.mark_seen, due | self._stale_signs(now, RIPE), now)

    def _stale_signs(self, now: datetime, share: float = 1) -> set[int]:
        stale: set[int] = set()
        for room in self.rooms.values():
            if facts := self._latest.facts.get(room.game_id):
                stale |= facts.stale_of((watcher.held.viewer for watcher in room.watchers), now, share)
        return stale

    async def _check_rights(self, watchers: list[Watcher]) -> None:
        """Close those sockets whose rights are gone; among them is everybody who has joined until now."""
        self._unchecked.clear()
        if not watchers:
            return
        good = await in_sweep_thread(unchanged, {watcher.held for watcher in watchers})
        for watcher in watchers:
            if watcher.held not in good:
                await self._renew_pass(watcher)

    async def _renew_pass(self, watcher: Watcher) -> None:
        fresh = await in_sweep_thread(issue, watcher.held.session_key)
        if fresh.same_person(watcher.held):
            watcher.held = fresh
        else:
            watcher.close(NOT_YOURS)

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(self._interval)
            try:
                await self._ask_silent(self._loop.time())
                await self.sweep()
            except Exception as error:
                self._latest.forget()
                faults.note("The sweep", error)
            else:
                faults.clear("The sweep")

    async def _ask_silent(self, now: float) -> None:
        if now - self._asked_at >= sockets.ASK_INTERVAL:
            self._asked_at = now
            await sockets.ask_silent(self.watchers, now)

    async def close(self, code: int) -> None:
        """Close every socket and stop."""
        for room in self.rooms.values():
            room.close(code)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub_of_loop(**options: Any) -> Hub:
    """Return the running loop's hub, made at first need."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        for ended in [other for other in _hubs if other.is_closed()]:
            del _hubs[ended]
        _hubs[loop] = Hub(**{"layer": shared_layer(), **options})
    return _hubs[loop]


def all_hubs() -> tuple[Hub, ...]:
    """Return the hubs of this process, from any thread."""
    return tuple(_hubs.values())
