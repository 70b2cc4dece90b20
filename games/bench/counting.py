"""The socket of a scripted browser; what it is made with is there for developers alone."""

import time
from collections import deque
from typing import Any

from websockets.asyncio.client import ClientConnection


class CountingSocket(ClientConnection):
    """A socket that counts the bytes it is sent, as they are on the wire, and notes when they came."""

    received = 0
    arrived = 0.0
    """When what is read came, on this process's clock."""
    reads_after = 0.0
    """Seconds that what comes lies unread: to read a frame takes longer than to send it, so that many who
    read at once would be measured, not what they were sent."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._unread: deque[tuple[bytes, float]] = deque()

    def data_received(self, data: bytes) -> None:
        """Count what comes. It is read later: else the last of many would wait for that of all before it."""
        self.received += len(data)
        self._unread.append((data, time.perf_counter()))
        self.loop.call_later(self.reads_after, self._read)

    def _read(self) -> None:
        if self._unread:
            data, self.arrived = self._unread.popleft()
            super().data_received(data)

    def _read_all(self) -> None:
        while self._unread:
            self._read()

    def eof_received(self) -> None:
        """End after what came before has been read."""
        self._read_all()
        super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """End after what came before has been read, also if the server said no goodbye."""
        self._read_all()
        super().connection_lost(exc)
