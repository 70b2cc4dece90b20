"""Whether the site can work: for whatever watches over it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse

logger = logging.getLogger(__name__)
SECONDS = 3


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_migrations() -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise RuntimeError("Some migrations are not applied.")


async def _ask_channels() -> None:
    layer = get_channel_layer()
    name = await layer.new_channel()
    await layer.send(name, {"type": "health.check"})
    await layer.receive(name)


CHECKS: dict[str, Callable[[], Awaitable[None]]] = {
    "database": sync_to_async(_ask_database),
    "migrations": sync_to_async(_ask_migrations),
    "channels": _ask_channels,
}


async def _works(name: str) -> bool:
    try:
        async with asyncio.timeout(SECONDS):
            await CHECKS[name]()
    except Exception:
        logger.exception("The health check %s failed.", name)
        return False
    return True


async def healthz(_request: HttpRequest) -> JsonResponse:
    """Answer 200 if everything works, else 503; tell what failed but never why."""
    works = {name: await _works(name) for name in CHECKS}
    words = {name: "ok" if fine else "failed" for name, fine in works.items()}
    answer = JsonResponse(words, status=200 if all(works.values()) else 503)
    answer["Cache-Control"] = "no-store"
    return answer
