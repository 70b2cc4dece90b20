"""The bots' process as a child of the site: it hears of moves and tells of its own, and ends with it."""

import asyncio
import logging
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from time import monotonic
from typing import Any, TextIO
from uuid import UUID

from django.conf import settings

from games.live.groups import BOTS
from games.live.hub import all_hubs, shared_layer
from games.services.storage.news import ply_committed

logger = logging.getLogger(__name__)

RESTART_SECONDS, MOST_SECONDS = 1.0, 60.0
SHORT_SECONDS = 10.0
"""A process that exits with an error so soon cannot run at all, and would fill the log each second."""
LAST_SECONDS = 3.0
REJOIN_SECONDS = 3600.0
"""The layer forgets who joined a group a day ago."""
WAKE = b"\n"


class BotsChild(threading.Thread):
    """Keeps ``manage.py bots`` running beside the site, which needs no Redis for it."""

    def __init__(self, ending: threading.Event) -> None:
        """Run it until the event is set."""
        super().__init__(name="bots", daemon=True)
        self._ending = ending
        self._process: subprocess.Popen[bytes] | None = None
        self._news = threading.Event()
        threading.Thread(target=self._wake_for_ever, name="bots' alarm", daemon=True).start()
        ply_committed.connect(self._hear)
        self.start()

    def run(self) -> None:
        """Start the process, pass on what it tells, and start it again whenever it has ended."""
        wait = RESTART_SECONDS
        while not self._ending.is_set():
            began = monotonic()
            try:
                status = self._run_process()
                end = f"ended with {status}"
            except OSError as error:
                # No memory, no file handle: that may pass.
                status, end = 1, f"could not be started ({error})"
            has_failed = status > 0 and monotonic() - began < SHORT_SECONDS
            wait = min(2 * wait, MOST_SECONDS) if has_failed else RESTART_SECONDS
            if not self._ending.is_set():
                logger.error("The bots' process %s; it is started again in %.0f s", end, wait)
            self._ending.wait(wait)

    def _run_process(self) -> int:
        """Return the exit status of a process, once it has ended."""
        process = self._process = self._new_process()
        assert process.stdout
        _tell_hubs(line.decode() for line in process.stdout)
        return process.wait()

    def _new_process(self) -> "subprocess.Popen[bytes]":
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "bots", "--child"]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603

    def _hear(self, **_: Any) -> None:
        self._news.set()

    def _wake_for_ever(self) -> None:
        """Tell the process of moves, in a thread of its own: no request waits for a full pipe."""
        while self._news.wait():
            self._news.clear()
            process = self._process
            try:
                if process and process.stdin:
                    process.stdin.write(WAKE)
                    process.stdin.flush()
            except OSError:
                logger.debug("The bots' process is gone; it looks for itself when it is back")

    def join(self, timeout: float | None = LAST_SECONDS) -> None:
        """End the process; what hangs is killed."""
        ply_committed.disconnect(self._hear)
        if process := self._process:
            process.terminate()
            try:
                process.wait(timeout)
            except subprocess.TimeoutExpired:
                process.kill()
        super().join(timeout)


def _tell_hubs(lines: Iterable[str]) -> None:
    """Let those who watch a game see a move that another process has committed."""
    for line in lines:
        try:
            game_id = UUID(line.partition(" ")[0])
        except ValueError:
            logger.warning("The bots' process said %r, which names no game", line)
            continue
        for hub in all_hubs():
            hub.hear_from_thread(game_id)


def tell_parent(out: TextIO) -> Callable[..., None]:
    """Return a listener that says each committed ply in a line."""

    def tell(game_id: UUID, ply: int, **_: Any) -> None:
        out.write(f"{game_id} {ply}\n")
        out.flush()

    return tell


def listen_to_parent(lines: Iterable[str], wake: Callable[[], None], ending: threading.Event) -> None:
    """Wake with each line, and end when whoever started this process has ended."""
    for _ in lines:
        wake()
    ending.set()


async def listen_to_layer(wake: Callable[[], None]) -> None:
    """Wake with the news that other processes send through the channel layer, if there is one."""
    layer = shared_layer()
    if layer is None:
        return
    channel = await layer.new_channel("bots")
    while True:
        await layer.group_add(BOTS, channel)
        with suppress(TimeoutError):
            async with asyncio.timeout(REJOIN_SECONDS):
                await _wake_with_each(layer, channel, wake)


async def _wake_with_each(layer: Any, channel: str, wake: Callable[[], None]) -> None:
    while True:
        await layer.receive(channel)
        wake()
