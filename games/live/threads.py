"""The only way to the database from the event loop: threads that stay, and keep their connections."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

from games.live.turnstile import MOST

Given = ParamSpec("Given")
Found = TypeVar("Found")

# Rendering holds the interpreter lock: more threads would only hold more connections.
_readers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")
_pages = ThreadPoolExecutor(max_workers=MOST, thread_name_prefix="page")


async def in_thread(read: Callable[Given, Found], *args: Given.args, **values: Given.kwargs) -> Found:
    """Return what a blocking read for sockets returns."""
    return await asyncio.get_running_loop().run_in_executor(_readers, lambda: _fresh(read, *args, **values))


async def each_in_thread(
    read: Callable[Given, Iterable[Found]], *args: Given.args, **values: Given.kwargs
) -> AsyncIterator[Found]:
    """Yield what blocking reads for sockets yield one after the other, while they go on."""
    found: asyncio.Queue[tuple[Found, ...]] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read_all() -> None:
        for each in read(*args, **values):
            loop.call_soon_threadsafe(found.put_nowait, (each,))

    job = loop.run_in_executor(_readers, _fresh, read_all)
    job.add_done_callback(lambda _: found.put_nowait(()))
    while some := await found.get():
        yield some[0]
    await job


async def in_page_thread(answer: Callable[Given, Found], *args: Given.args) -> Found:
    """Return what answering a request returns; nobody who only watches ever waits for it."""
    return await asyncio.get_running_loop().run_in_executor(_pages, answer, *args)


async def in_move_thread(make: Callable[Given, Found], *args: Given.args) -> Found:
    """Return what making a move returns: it takes its turn among requests, as if it were posted."""
    return await asyncio.get_running_loop().run_in_executor(_pages, lambda: _fresh(make, *args))


def _fresh(work: Callable[Given, Found], *args: Given.args, **values: Given.kwargs) -> Found:
    """Work on a connection that is neither broken nor too old; a request has its own signals for that."""
    close_old_connections()
    try:
        return work(*args, **values)
    finally:
        close_old_connections()
