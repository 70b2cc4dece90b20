"""What one connection may take of the server: size, time and number (daphne sets no such limits)."""

# First of all, because it chooses Twisted's reactor.
from daphne.server import Server  # isort: skip

from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import reactor
from twisted.web import http

MAX_BODY = 128 * 1024
MAX_FRAME = 4096
MAX_QUEUED_FRAMES = 32
MAX_CONNECTIONS = 8192
REQUEST_SECONDS = 30
IDLE_SECONDS = 60
LINGER_SECONDS = 5

_TOO_LARGE = b"The request is too large.\n"
_REFUSAL = (
    b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Type: text/plain\r\n"
    b"Content-Length: %d\r\n\r\n%b" % (len(_TOO_LARGE), _TOO_LARGE)
)


class BoundedRequest(WebRequest):
    """A request that counts its body, for bodies that do not say how long they are."""

    received = 0

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """Keep a piece of the body, or refuse all of it."""
        self.received += len(data)
        if self.received > MAX_BODY:
            self.channel.refuse()
        else:
            super().handleContentChunk(data)


class BoundedChannel(http.HTTPChannel):
    """A connection whose requests must be small and arrive in time."""

    requestFactory = BoundedRequest  # noqa: N815
    refused = False
    _deadline: Any = None

    def connectionMade(self) -> None:  # noqa: N802
        """Count this connection."""
        self.factory.connections += 1
        super().connectionMade()

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        """Count no more; an upgraded connection ends in ``BoundedSocket`` instead."""
        self.factory.connections -= 1
        self._set_deadline(None)
        super().connectionLost(reason)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Read on; from its first byte a request has a deadline that no later byte moves."""
        if self._deadline is None:
            self._set_deadline(REQUEST_SECONDS)
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:  # noqa: N802
        """Refuse a body that says it is too long before any of it is kept."""
        if self.length is not None and self.length > MAX_BODY:
            self.refuse()
        else:
            super().allHeadersReceived()

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802
        """Read the body; what follows a refusal is dropped."""
        if not self.refused:
            super().rawDataReceived(data)

    def allContentReceived(self) -> None:  # noqa: N802
        """Hand the request on: it came in time."""
        if not self.refused:
            self._set_deadline(None)
            super().allContentReceived()

    def refuse(self) -> None:
        """Answer 413; then drop for a moment what still comes, so that the answer can be read."""
        if not self.refused:
            self.refused = True
            self.transport.write(_REFUSAL)
            self.transport.loseWriteConnection()
            self._set_deadline(LINGER_SECONDS)

    def _set_deadline(self, seconds: int | None) -> None:
        if self._deadline is not None and self._deadline.active():
            self._deadline.cancel()
        self._deadline = None if seconds is None else reactor.callLater(seconds, self.forceAbortClient)


class BoundedFactory(HTTPFactory):
    """Makes bounded connections, and not too many of them."""

    protocol = BoundedChannel

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self.timeOut = IDLE_SECONDS
        self.connections = 0

    def buildProtocol(self, addr: Any) -> BoundedChannel | None:  # noqa: N802
        """Return the protocol of a new connection, or None to drop it."""
        if self.connections >= MAX_CONNECTIONS:
            return None
        found: BoundedChannel = http.HTTPFactory.buildProtocol(self, addr)
        return found


class BoundedSocket(WebSocketProtocol):
    """A WebSocket that keeps few frames waiting and closes with any code of the standard."""

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        """Count no more the connection that ``BoundedChannel`` counted."""
        self.factory.server_class.http_factory.connections -= 1
        super().connectionLost(reason)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        """Queue a frame; a page that floods is about to be closed, its frames are not kept."""
        if self.application_queue.qsize() < MAX_QUEUED_FRAMES:
            super().onMessage(payload, isBinary)

    def sendMessage(self, payload: bytes, isBinary: bool = False, **_: Any) -> None:  # noqa: N802, N803
        """Send without Autobahn's limits, which are for what pages send and would hold for tables too."""
        if self.state == self.STATE_OPEN:
            self.sendFrame(opcode=2 if isBinary else 1, payload=payload)

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        """Close with codes such as 1001 too, which Autobahn keeps to itself."""
        self.sendCloseFrame(code=code or 1000)


class BoundedSocketFactory(WebSocketFactory):
    """Makes bounded sockets."""

    protocol = BoundedSocket

    def __init__(self, server: Server) -> None:
        super().__init__(server, server="")
        self.setProtocolOptions(
            maxFramePayloadSize=MAX_FRAME,
            maxMessagePayloadSize=MAX_FRAME,
            failByDrop=False,
            autoPingTimeout=server.ping_timeout,
            openHandshakeTimeout=server.websocket_handshake_timeout,
            allowNullOrigin=True,
        )
