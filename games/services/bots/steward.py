"""Plays for the bots: claims what waits for them, lets thinkers find moves, and makes these in due time.

It alone has rights here, and does not think; thinkers think, and have none. Whatever happens to either,
a move is made through the one door or not at all, and a claim that nobody answers runs out.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from heapq import heappop, heappush
from itertools import count
from queue import SimpleQueue
from threading import Condition, Event, Semaphore, Thread
from time import monotonic
from typing import Any

from django.db import Error as DatabaseFault
from django.db import close_old_connections
from django.utils import timezone

from games.bots.instinct import instinct
from games.fair import UNDO
from games.rules.protocol import NotSeated, RulesError, StaleMove
from games.services.background.faults import Faults
from games.services.bots.claims import LEASE, Task, claim, release
from games.services.bots.thinkers import Thinker
from games.services.play.door import play_bot
from games.services.play.refusals import TableError
from games.services.storage.news import ply_committed

logger = logging.getLogger(__name__)
faults = Faults(logger)

INTERVAL = 1.0
"""Seconds from one look for bots to the next, if no news come."""
SILENT = 3600.0
"""For so many seconds nothing more is said of a title whose bots fail."""
SOON, TRIES = timedelta(seconds=0.2), 5
"""After so long a move is made again that the database did not take, and how often."""


class Steward:
    """Any number of thinkers, and the threads that serve them."""

    def __init__(self, thinkers: int = 1, lease: timedelta = LEASE) -> None:
        """Take how many think at the same time."""
        self._lease = lease
        self._thinkers = [Thinker() for _ in range(thinkers)]
        self._free = Semaphore(thinkers)
        self._news, self._ending = Event(), Event()
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._held: list[tuple[datetime, int, Task, str, int]] = []
        self._numbers = count()
        self._holding = Condition()
        self._complained: dict[tuple[object, ...], float] = {}
        self._threads: list[Thread] = []

    def run(self, ending: Event) -> None:
        """Play for the bots until the event is set."""
        self.start()
        ending.wait()
        self.stop()

    def start(self) -> None:
        """Begin to play for the bots."""
        ply_committed.connect(self._hear)
        jobs: list[Callable[[], None]] = [self._look, self._make_moves]
        jobs += [lambda each=each: self._think(each) for each in self._thinkers]  # type: ignore[misc]
        self._threads = [Thread(target=_with_connection, args=[job], daemon=True) for job in jobs]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Play for them no more; what was thought about and not played is claimed by others later."""
        ply_committed.disconnect(self._hear)
        self._ending.set()
        self._news.set()
        for _ in self._thinkers:
            self._tasks.put(None)
        with self._holding:
            self._holding.notify_all()
        for thread in self._threads:
            thread.join()

    def wake(self) -> None:
        """Look at once whether a bot is to move."""
        self._news.set()

    def _hear(self, **_: Any) -> None:
        self.wake()

    def _look(self) -> None:
        """Claim what waits, as long as a thinker is free."""
        while not self._ending.is_set():
            self._news.clear()
            if not self._free.acquire(timeout=INTERVAL):
                continue
            tasks = self._claimed()
            # No other thread takes thinkers, so this one is there when the first task is handed out.
            self._free.release()
            if not tasks:
                self._news.wait(INTERVAL)
            for task in tasks:
                self._hand_out(task)

    def _hand_out(self, task: Task) -> None:
        """Give a task to the next thinker that is free, unless this ends."""
        while not self._ending.is_set():
            if self._free.acquire(timeout=INTERVAL):
                self._tasks.put(task)
                return

    def _claimed(self) -> list[Task]:
        try:
            close_old_connections()
            tasks = claim(timezone.now(), len(self._thinkers), self._lease)
        except Exception as error:
            faults.note("looking for bots", error)
            return []
        faults.clear("looking for bots")
        return tasks

    def _think(self, thinker: Thinker) -> None:
        """Answer one task after the other; what is not found in time is played by instinct."""
        with suppress(OSError):
            thinker.start()
        while (task := self._tasks.get()) is not None:
            answer = self._answer(thinker, task)
            notation = answer.get("notation")
            if not isinstance(notation, str) or notation == UNDO:
                self._complain(task, answer.get("error", f"it answers {notation!r}"))
                notation = _by_instinct(task)
            self._hold(task.show_at, task, notation)
        thinker.stop()

    def _hold(self, until: datetime, task: Task, notation: str, tries: int = 0) -> None:
        with self._holding:
            heappush(self._held, (until, next(self._numbers), task, notation, tries))
            self._holding.notify()

    def _answer(self, thinker: Thinker, task: Task) -> dict[str, Any]:
        """Return what a thinker says; whatever happens to it, it is free again for the next."""
        try:
            return thinker.ask(task.question, (task.until - timezone.now()).total_seconds())
        except Exception as error:
            return {"error": repr(error)}
        finally:
            self._free.release()

    def _complain(self, task: Task, what: object) -> None:
        """Log once in a while for each title that its bots had to do something simple, and why."""
        title = (task.question["slug"], task.question["version"])
        now = monotonic()
        if now >= self._complained.get(title, now):
            self._complained[title] = now + SILENT
            logger.error("A bot of %s/%s moves without thought: %s", *title, what)

    def _make_moves(self) -> None:
        """Make each move at its moment."""
        while (due := self._next_due()) is not None:
            task, notation, tries = due
            try:
                close_old_connections()
                self._make_move(task, notation)
            except DatabaseFault as error:
                faults.note("moving for bots", error)
                self._make_again(task, notation, tries + 1)
            except Exception as error:
                faults.note("moving for bots", error)
            else:
                faults.clear("moving for bots")

    def _make_again(self, task: Task, notation: str, tries: int) -> None:
        """Try a move again soon that the database did not take; at last leave it to the next claim."""
        if tries < TRIES:
            self._hold(timezone.now() + SOON, task, notation, tries)
            return
        with suppress(DatabaseFault):
            release(task)
        self.wake()

    def _next_due(self) -> tuple[Task, str, int] | None:
        """Wait for the next move that is due; None at the end."""
        with self._holding:
            while not self._ending.is_set():
                wait = (self._held[0][0] - timezone.now()).total_seconds() if self._held else None
                if wait is not None and wait <= 0:
                    return heappop(self._held)[2:]
                self._holding.wait(wait)
        return None

    def _make_move(self, task: Task, notation: str) -> None:
        try:
            play_bot(task.game_id, task.index, notation, task.ply)
        except (StaleMove, TableError, NotSeated) as reason:
            logger.info("Game %s went on before its bot %s moved: %s", task.game_id, task.index, reason)
            release(task)
            self.wake()
        except RulesError as refusal:
            self._complain(task, f"{notation!r} was refused: {refusal}")
            if notation != task.default:
                self._make_move(task, task.default)


def _by_instinct(task: Task) -> str:
    """Return the best move there is without a thinker."""
    try:
        return instinct(task.question)
    except Exception as error:
        faults.note("moving by instinct", error)
        return task.default


def _with_connection(job: Callable[[], None]) -> None:
    try:
        job()
    finally:
        close_old_connections()
