"""The only way to the database from the event loop: threads that stay, and keep their connections."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from django.db import close_old_connections

from games.live.turnstile import MOST

Params = ParamSpec("Params")
Found = TypeVar("Found")
_END: Any = object()

# Rendering holds the interpreter lock: more threads would only hold more connections.
_readers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")
# What the sweep knows of the database holds for one connection: it has one to itself.
_sweeper = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sweep")
_pages = ThreadPoolExecutor(max_workers=MOST, thread_name_prefix="page")


async def in_thread(read: Callable[Params, Found], *args: Params.args, **values: Params.kwargs) -> Found:
    """Return what a blocking read for sockets returns."""
    return await asyncio.get_running_loop().run_in_executor(_readers, lambda: _fresh(read, *args, **values))


async def in_sweep_thread(read: Callable[Params, Found], *args: Params.args) -> Found:
    """Return what a blocking read or write of the sweep returns."""
    return await asyncio.get_running_loop().run_in_executor(_sweeper, lambda: _fresh(read, *args))


async def each_in_thread(
    read: Callable[Params, Iterable[Found]], *args: Params.args, **values: Params.kwargs
) -> AsyncGenerator[Found, None]:
    """Yield what a blocking generator for sockets yields; it goes on while that is used.

    Each takes its turn among all reads. Nothing more is read once the generator is closed.
    """
    loop, reads, is_over = asyncio.get_running_loop(), iter(read(*args, **values)), threading.Event()
    queue: asyncio.Queue[tuple[Any, Exception | None]] = asyncio.Queue()

    def step() -> None:
        each, failure = _next(reads)
        loop.call_soon_threadsafe(queue.put_nowait, (each, failure))
        if each is not _END and not is_over.is_set():
            _readers.submit(step)

    _readers.submit(step)
    try:
        while (some := await queue.get())[0] is not _END:
            yield some[0]
    finally:
        is_over.set()
    if failure := some[1]:
        raise failure


def _next(reads: Iterator[Found]) -> tuple[Any, Exception | None]:
    try:
        return _fresh(next, reads, _END), None
    except Exception as error:
        return _END, error


async def in_page_thread(answer: Callable[Params, Found], *args: Params.args) -> Found:
    """Return what answering a request returns; nobody who only watches ever waits for it."""
    return await asyncio.get_running_loop().run_in_executor(_pages, answer, *args)


async def in_move_thread(make: Callable[Params, Found], *args: Params.args) -> Found:
    """Return what making a move returns: it takes its turn among requests, as if it were posted."""
    return await asyncio.get_running_loop().run_in_executor(_pages, lambda: _fresh(make, *args))


def _fresh(work: Callable[Params, Found], *args: Params.args, **values: Params.kwargs) -> Found:
    """Work on a connection that is neither broken nor too old; a request has its own signals for that."""
    close_old_connections()
    try:
        return work(*args, **values)
    finally:
        close_old_connections()
