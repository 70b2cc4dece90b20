"""The socket of a scripted browser; what it is made with is there for developers alone."""

from websockets.asyncio.client import ClientConnection


class CountingSocket(ClientConnection):
    """A socket that counts the bytes it is sent, as they are on the wire."""

    received = 0

    def data_received(self, data: bytes) -> None:
        """Count what comes."""
        self.received += len(data)
        super().data_received(data)
