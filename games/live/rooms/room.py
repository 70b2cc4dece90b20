"""The watchers of one game, told one after the other what they have not seen."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from games.live.rights import Pass
from games.live.rooms.scene import Audience, Scene, scenes, step, whole
from games.live.rooms.talk import Talk, listen, talk_frame
from games.live.threads import each_in_thread, in_thread
from games.parts import Known, Part
from games.selectors.tables.facts import Facts
from games.selectors.talk import Heard

logger = logging.getLogger(__name__)

GOING_AWAY, FLOOD, TOO_BIG, BROKEN, TRY_LATER = 1001, 1008, 1009, 1011, 1013
OUTDATED, NOT_YOURS = 4205, 4403


@dataclass(eq=False, slots=True)
class Watcher:
    """One socket: whose it is and what its page shows."""

    game_id: UUID
    held: Pass
    language: str
    send: Callable[[str], Awaitable[None]]
    claim: int | None = None
    """The ply the page was drawn at, as the page itself says."""
    talk_claim: str = ""
    """The version of the talk the page shows; a page without talk has none."""
    code: str | None = None
    """Who is there according to the page, in the letters of ``Facts.code``; an older page does not say."""
    audience: Audience | None = None
    ply: int = 0
    tree: Part | None = None
    heard: Heard | None = None
    address: str = ""
    """Whom the socket counts for."""
    visited_at: datetime | None = None
    """When a move was last noted as a visit."""
    answers: bool = False
    """Whether the page answers when it is asked for a sign; an older page only gives signs by itself."""
    spoke_at: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    asked_at: float = 0
    closing: "asyncio.Future[int]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    async def tell(self, frame: str) -> None:
        """Send a frame; a socket that takes none is closed."""
        try:
            await self.send(frame)
        except Exception:
            logger.exception("Cannot tell a watcher of game %s", self.game_id)
            self.close(BROKEN)

    def close(self, code: int) -> None:
        """Ask for the socket to be closed; the first reason counts."""
        if not self.closing.done():
            self.closing.set_result(code)


class Room:
    """The watchers of one game. News only make it look again, one look at a time."""

    def __init__(self, game_id: UUID) -> None:
        self.game_id = game_id
        self.watchers: set[Watcher] = set()
        self.scene: Scene | None = None
        self.talk: Talk | None = None
        self._stale = False
        self._agreed: Facts | None = None
        """The facts that what is shown was last compared with, if it agreed."""
        self._task: asyncio.Task[None] | None = None
        self._frames: dict[tuple[int, int, int], str] = {}
        self._known: Known = {}

    @property
    def is_waiting(self) -> bool:
        """True while somebody has not been told anything yet."""
        return any(watcher.tree is None for watcher in self.watchers)

    def lags_behind(self, facts: Facts | None) -> bool:
        """Tell whether a look would find something new, or failed the last time."""
        # Most of many idle tables are as they were at the last sweep, and nothing of them is looked at.
        if facts is not None and facts is self._agreed:
            return False
        self._agreed = None
        if self.scene is None or self.is_waiting or self.scene.facts != facts:
            return True
        if self._listeners and (self.talk is None or self.talk.facts.talk_no != facts.talk_no):
            return True
        self._agreed = facts
        return False

    @property
    def _listeners(self) -> list[Watcher]:
        return [watcher for watcher in self.watchers if watcher.talk_claim]

    def seats_of(self, watchers: Iterable[Watcher]) -> set[int]:
        """Return the keys of the seats that these watchers hold, as far as is known."""
        facts = self.scene.facts if self.scene else None
        here = {facts.seat_of(watcher.held.viewer) for watcher in watchers} if facts else set()
        return {seat.pk for seat in facts.seats if seat.index in here} if facts else set()

    def poke(self) -> None:
        """Look soon; news that arrive meanwhile are covered by one more look."""
        self._stale, self._agreed = True, None
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._catch_up())

    async def _catch_up(self) -> None:
        try:
            while self._stale and self.watchers:
                self._stale = False
                await self._look()
        except Exception:
            # Some may have been told and others not: the sweeper pokes a room that shows nothing.
            self.scene = self._agreed = None
            logger.exception("Cannot show game %s to its watchers", self.game_id)
        finally:
            self._task = None
            self._forget()

    def _forget(self) -> None:
        """Forget what was made for one look: it would keep trees that nobody is shown any more."""
        self._frames.clear()
        self._known.clear()

    async def _look(self) -> None:
        people = {(watcher.held.viewer, watcher.language) for watcher in self.watchers}
        self._forget()
        scene: Scene | None = None
        waiting: dict[Audience, list[Watcher]] = {}
        async with aclosing(each_in_thread(scenes, self.game_id, people, self.scene)) as drawn:
            async for each in drawn:
                if scene is None:
                    waiting = self._by_audience(each)
                # What a page was told is known here, too. Nobody waits for what only others see.
                self.scene = scene = each
                for audience in waiting.keys() & scene.trees.keys():
                    await self._tell_all(waiting.pop(audience), audience, scene)
        if scene is None:
            self.close(NOT_YOURS)
            return
        await self._listen(scene.facts)

    def _by_audience(self, scene: Scene) -> dict[Audience, list[Watcher]]:
        grouped = defaultdict(list)
        for watcher in self.watchers:
            grouped[scene.audience(watcher.held.viewer, watcher.language)].append(watcher)
        return grouped

    async def _tell_all(self, watchers: Iterable[Watcher], audience: Audience, scene: Scene) -> None:
        for watcher in watchers:
            # Some may have hung up while others' tables were drawn.
            if watcher in self.watchers:
                await self._tell(watcher, audience, scene)

    async def _listen(self, facts: Facts) -> None:
        """Pass on what was said to the pages that show it."""
        people = {(watcher.held.viewer, watcher.language) for watcher in self._listeners}
        if people and not (self.talk and self.talk.holds(facts, people)):
            self.talk = await in_thread(listen, facts, people)
        for watcher in self._listeners:
            heard = self.talk and self.talk.heard_by(watcher.held.viewer, watcher.language)
            if heard and not watcher.closing.done():
                frame = talk_frame(watcher.heard, heard, watcher.talk_claim)
                watcher.heard = heard
                if frame:
                    await watcher.tell(frame)

    def close(self, code: int) -> None:
        """Close every socket."""
        for watcher in self.watchers:
            watcher.close(code)

    async def _tell(self, watcher: Watcher, audience: Audience, scene: Scene) -> None:
        if not scene.facts.may_watch(watcher.held.viewer):
            watcher.close(NOT_YOURS)
            return
        if watcher.closing.done():
            return
        tree = scene.trees[audience]
        frame = self._frame(watcher, audience, tree, scene)
        if frame or watcher.tree is None:
            # A page that is sent nothing stays at its ply: the next frame has to start there.
            watcher.ply = scene.ply
        watcher.audience, watcher.tree = audience, tree
        if frame:
            await watcher.tell(frame)

    def _frame(self, watcher: Watcher, audience: Audience, tree: Part, scene: Scene) -> str:
        """Return what leads from what the page shows to the tree, made once for all who need it."""
        if watcher.tree is None and scene.facts.are_shown_by(watcher.claim, watcher.code):
            return ""
        old = watcher.tree if watcher.audience == audience else None
        key = (id(old), watcher.ply, id(tree))
        if key not in self._frames:
            led = step(watcher.ply, old, scene.ply, tree, self._known) if old else whole(scene.ply, tree)
            self._frames[key] = led
        return self._frames[key]
