"""The socket of a scripted browser; what it is made with is there for developers alone."""

import time

from websockets.asyncio.client import ClientConnection


class CountingSocket(ClientConnection):
    """A socket that counts the bytes it is sent, as they are on the wire, and notes when they came."""

    received = 0
    arrived = 0.0
    """When something came last, on this process's clock."""

    def data_received(self, data: bytes) -> None:
        """Count what comes. It is read later: else the last of many would wait for that of all before it."""
        self.received += len(data)
        self.arrived = time.perf_counter()
        self.loop.call_soon(super().data_received, data)

    def eof_received(self) -> None:
        """End after what came before has been read."""
        self.loop.call_soon(super().eof_received)
