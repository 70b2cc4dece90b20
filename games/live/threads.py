"""The only way live code reads the database: in a few threads of its own, off the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

Given = ParamSpec("Given")
Found = TypeVar("Found")

# Rendering holds the interpreter lock: more threads would only hold more connections.
_readers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")


async def in_thread(read: Callable[Given, Found], *args: Given.args, **values: Given.kwargs) -> Found:
    """Return what a blocking read returns."""

    def fresh() -> Found:
        close_old_connections()
        try:
            return read(*args, **values)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_readers, fresh)
