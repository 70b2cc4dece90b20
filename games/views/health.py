"""Whether the site can work: for whatever watches over it."""

import asyncio
import logging
import shutil
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from games.selectors.clocks.missing import some_are_missed, some_wait_for_the_referee
from games.services.delivery.mail_state import FAILS, error_kind, mail_state
from games.services.rights.site_state import site_state
from games.services.upkeep.schema import require_own_version

logger = logging.getLogger(__name__)
SECONDS = 3
FREE_MEGABYTES = 100
"""What the disk of the data folder must have left: with less, a backup or a day of games may fill it."""
FREE_SHARE = 0.05
"""Of a small disk so much is enough."""

# Threads of their own: checks that hang keep others waiting, but never a page.
_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="health")
_disk_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="disk")


class DiskFull(Exception):
    """The disk of the data folder is as good as full."""


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _in_thread(ask: Callable[[], None]) -> Callable[[], Awaitable[None]]:
    def asked() -> None:
        try:
            ask()
        finally:
            connection.close()

    async def check() -> None:
        await asyncio.get_running_loop().run_in_executor(_threads, asked)

    return check


async def _ask_channels() -> None:
    # A channel beside the hub's: what the hub takes from Redis for this one it hands over. A channel of
    # another kind would wait for its turn to ask Redis, which an idle hub gives nobody.
    layer = get_channel_layer()
    name = await layer.new_channel("hub")
    await layer.send(name, {"type": "health.check"})
    await layer.receive(name)


def _require_room() -> None:
    disk = shutil.disk_usage(settings.DATA_DIR)
    if disk.free < min(FREE_MEGABYTES * 1_000_000, disk.total * FREE_SHARE):
        raise DiskFull(f"Only {disk.free // 1_000_000} MB are free in {settings.DATA_DIR}")


async def _ask_disk() -> None:
    # In a thread of its own: the others may be waiting for a database that hangs, as a disk may too.
    await asyncio.get_running_loop().run_in_executor(_disk_thread, _require_room)


CHECKS: dict[str, Callable[[], Awaitable[None]]] = {
    "database": _in_thread(_ask_database),
    "migrations": _in_thread(require_own_version),
    "channels": _ask_channels,
    "disk": _ask_disk,
}


async def _state(name: str) -> str:
    try:
        async with asyncio.timeout(SECONDS):
            await CHECKS[name]()
    except Exception as error:
        logger.error("The health check %s failed: %r", name, error)
        return "full" if isinstance(error, DiskFull) else "failed"
    return "ok"


def _mail() -> dict[str, str]:
    """Tell how the last mail did: the site works without, so it is no failure of the site."""
    words = {"mail": mail_state()}
    if words["mail"] == FAILS and (failed_at := site_state().mail_failed_at):
        words |= {"mail_error": error_kind(site_state().mail_error), "mail_failed_at": failed_at.isoformat()}
    return words


def _bots() -> dict[str, str]:
    """Tell whether bots move in time: games go on without them, but slowly."""
    return {"bots": "late" if some_are_missed(timezone.now()) else "ok"}


def _referee() -> dict[str, str]:
    """Tell whether the referee looks at games in time: without it no clock ends a turn."""
    return {"referee": "late" if some_wait_for_the_referee(timezone.now()) else "ok"}


TOLD: dict[str, Callable[[], dict[str, str]]] = {"mail": _mail, "bots": _bots, "referee": _referee}
"""What is told of things without which the site still works."""


def _letting_go(tell: Callable[[], dict[str, str]]) -> Callable[[], dict[str, str]]:
    def told() -> dict[str, str]:
        try:
            return tell()
        finally:
            # Its thread ends with the request, and nobody else would close what stays open between requests.
            if not connection.in_atomic_block:
                connection.close()

    return told


async def _told(name: str, tell: Callable[[], dict[str, str]]) -> dict[str, str]:
    """Return what is told of something without which the site still works."""
    try:
        async with asyncio.timeout(SECONDS):
            return await sync_to_async(_letting_go(tell))()
    except Exception:
        logger.exception("The health page can't tell how it is with: %s", name)
        return {name: "unknown"}


async def healthz(_request: HttpRequest) -> JsonResponse:
    """Answer 200 if everything works, else 503; tell what failed but never why."""
    words = dict(zip(CHECKS, await asyncio.gather(*map(_state, CHECKS)), strict=True))
    works = {*words.values()} == {"ok"}
    if words["database"] == words["migrations"] == "ok":
        for name, tell in TOLD.items():
            words |= await _told(name, tell)
    answer = JsonResponse(words, status=200 if works else 503)
    answer["Cache-Control"] = "no-store"
    return answer
