"""Waits for what must come, however slow the machine is."""

import asyncio
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from time import monotonic, sleep
from typing import TypeVar

from tests.thorough import PATIENCE

T = TypeVar("T")


def until(found: Callable[[], T], every: float = 0.01) -> T:
    """Return what is found once it is something; look again after so many seconds, and fail if it never is."""
    end = monotonic() + PATIENCE
    while not (value := found()):
        assert monotonic() < end, "What was waited for did not come."
        sleep(every)
    return value


async def eventually(holds: Callable[[], bool | Awaitable[bool]], every: float = 0.01) -> None:
    """Wait in a loop of asyncio until something holds; look again after so many seconds, and fail if it never does."""
    async with asyncio.timeout(PATIENCE):
        while not (await held if isawaitable(held := holds()) else held):
            await asyncio.sleep(every)
