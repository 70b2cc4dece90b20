"""Lets in only so many requests at a time: each takes a thread and a connection to the database."""

import asyncio
from typing import Any

MOST = 4
"""More would not be faster: rendering holds the interpreter lock, and whoever has SQLite's only right to
write keeps it longer the more threads take turns. Of PostgreSQL's pool of twelve some are for others."""
FREE = {"/healthz"}
"""What must be answered however many wait, and takes no thread of a request."""


class Turnstile:
    """Runs the inner application for a few requests at once; the others wait without a thread."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self._places = asyncio.Semaphore(MOST)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the inner application when it is this request's turn."""
        if scope["path"] in FREE:
            await self.inner(scope, receive, send)
            return
        async with self._places:
            await self.inner(scope, receive, send)
