"""What one connection may take of the server: size, time and number (daphne sets no such limits)."""

# First of all, because they choose Twisted's reactor.
import games.live.serving.loop  # noqa: F401  # isort: skip
from daphne.server import Server  # isort: skip

from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from twisted.internet import reactor
from twisted.internet.protocol import Protocol
from twisted.web import http

from games.live.rate_limit import FLOOD_FRAMES, FLOOD_SECONDS, MAX_FRAME, RateLimit
from games.live.rooms.room import FLOOD, TRY_LATER
from games.live.serving.addresses import of_connection, of_request
from games.live.serving.connections import Connection, Connections
from games.live.serving.deflate import COMPRESSED, WORTH, accept, deflated, encoded
from games.live.serving.files import most_connections

MAX_BODY = 544 * 1024
"""A record that this site has exported, with the form around it (views/play/records.py)."""
MAX_QUEUED_FRAMES = 32
MAX_UNSENT = 1024 * 1024
"""Bytes that wait for one page to read them; a table is sent with some thousand."""
MAX_REFUSALS = 16
REQUEST_SECONDS = 30
IDLE_SECONDS = 60
LINGER_SECONDS = 5
REFUSAL_SECONDS = 1
CLOSING_SECONDS = 10
"""So long a page may take to answer a close; who is cut off while still sending never reads why."""


def _refusal(status: bytes, text: bytes) -> bytes:
    head = b"HTTP/1.1 %b\r\nConnection: close\r\nContent-Type: text/plain\r\nRetry-After: 5\r\n" % status
    return head + b"Content-Length: %d\r\n\r\n%b" % (len(text), text)


_TOO_LARGE = _refusal(b"413 Content Too Large", b"The request is too large.\n")
_TOO_MANY = _refusal(b"503 Service Unavailable", b"Too many connections. Please try again in a moment.\n")


class BoundedRequest(WebRequest):
    """A request that counts its body, for bodies that do not say how long they are."""

    received = 0

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """Keep a piece of the body, or refuse all of it."""
        self.received += len(data)
        if self.received > MAX_BODY:
            self.channel.refuse(_TOO_LARGE)
        else:
            super().handleContentChunk(data)

    def process(self) -> Any:
        """Answer; behind a proxy, only so many requests of one address at once."""
        connections, place = self.channel.factory.connections, self.channel.place
        connections.work(place)
        if settings.TRUST_PROXY:
            headers = [(name, each[-1]) for name, each in self.requestHeaders.getAllRawHeaders()]
            if not connections.claim(place, of_request("", headers)):
                self.channel.refuse(_TOO_MANY)
                return None
        return super().process()


class BoundedChannel(http.HTTPChannel):
    """A connection whose requests must be small and arrive in time."""

    requestFactory = BoundedRequest  # noqa: N815
    refused = False
    place: Connection
    _deadline: Any = None

    def connectionMade(self) -> None:  # noqa: N802
        """Take the place that was given, for whatever protocol this connection will speak."""
        self.place.drop = self.forceAbortClient
        self.transport.place = self.place
        super().connectionMade()

    def requestDone(self, request: Any) -> None:  # noqa: N802
        """Wait for the next request, as one of those who can go."""
        if settings.TRUST_PROXY:
            self.factory.connections.release(self.place)
        self.factory.connections.rest(self.place)
        super().requestDone(request)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        """Count no more; an upgraded connection ends in ``BoundedSocket`` instead."""
        self.factory.connections.end(self.place)
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
            self.refuse(_TOO_LARGE)
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

    def refuse(self, answer: bytes) -> None:
        """Say no; then drop for a moment what still comes, so that the answer can be read."""
        if not self.refused:
            self.refused = True
            self.transport.write(answer)
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
        self.connections = Connections(most_connections, lambda: settings.CONNECTIONS_PER_ADDRESS)
        self.refusals = 0

    def buildProtocol(self, addr: Any) -> Protocol | None:  # noqa: N802
        """Return the protocol of a new connection, one that refuses it, or None to drop it."""
        place = Connection(of_connection(addr.host))
        if self.connections.admit(place):
            channel: BoundedChannel = http.HTTPFactory.buildProtocol(self, addr)
            channel.place = place
            return channel
        return Refusal(self) if self.refusals < MAX_REFUSALS else None


class Refusal(Protocol):
    """Says 503 to a connection that there is no room for, and hangs up."""

    def __init__(self, factory: BoundedFactory) -> None:
        self.factory: Any = factory

    def connectionMade(self) -> None:  # noqa: N802
        """Say no, and leave a moment for it to be read; whatever comes is dropped."""
        self.factory.refusals += 1
        self.transport.write(_TOO_MANY)  # type: ignore[union-attr]
        self.transport.loseWriteConnection()  # type: ignore[union-attr]
        self._deadline = reactor.callLater(REFUSAL_SECONDS, self.transport.abortConnection)  # type: ignore[union-attr]

    def connectionLost(self, reason: Any) -> None:  # type: ignore[override]  # noqa: N802
        """Leave room for the next one to be refused."""
        self.factory.refusals -= 1
        if self._deadline.active():
            self._deadline.cancel()


class BoundedSocket(WebSocketProtocol):
    """A WebSocket that takes few frames and keeps fewer waiting, and closes with any code of the standard."""

    def connectionMade(self) -> None:  # noqa: N802
        """Count frames from the first one."""
        self._limit = RateLimit(FLOOD_FRAMES, FLOOD_SECONDS)
        super().connectionMade()

    def onFrameBegin(self) -> None:  # noqa: N802
        """Close a socket that floods, be it with pings or with pieces of a message."""
        if not self._limit.allows(reactor.seconds()):
            self.sendCloseFrame(code=FLOOD)
        super().onFrameBegin()

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        """Give up the place that ``BoundedChannel`` took."""
        self.factory.server_class.http_factory.connections.end(self.transport.place)
        super().connectionLost(reason)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        """Queue a frame; a page that floods is about to be closed, its frames are not kept."""
        if self.application_queue.qsize() < MAX_QUEUED_FRAMES:
            super().onMessage(payload, isBinary)

    def serverSend(self, content: Any, binary: bool = False) -> None:  # noqa: N802
        """Send what the application says; a text that many are sent is encoded once."""
        self.sendMessage(content if binary else encoded(content), binary)

    def sendMessage(self, payload: bytes, isBinary: bool = False, **_: Any) -> None:  # noqa: N802, N803
        """Send without Autobahn's limits, which are for what pages send and would hold for tables too."""
        if self.state != self.STATE_OPEN:
            return
        is_worth_it = self.websocket_extensions_in_use and len(payload) >= WORTH
        rsv, payload = (COMPRESSED, deflated(payload)) if is_worth_it else (0, payload)
        self.sendFrame(opcode=2 if isBinary else 1, payload=payload, rsv=rsv)

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802
        """Send now, not when all have been told: the first of many would wait for the last.

        Only what the system does not take at once is left to the loop, which asks the system when it will.
        """
        transport = self.transport
        unsent = len(transport.dataBuffer) + transport._tempDataLen
        if unsent > MAX_UNSENT:
            # Who reads nothing, but says that it is there, would be kept with all that it is told.
            transport.abortConnection()
            return
        is_free = transport.connected and not unsent
        sent = transport.writeSomeData(data) if is_free else 0
        if sent != len(data):
            # Of a connection that is lost the loop learns when it writes.
            transport.write(data[sent:] if isinstance(sent, int) else data)

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        """Close with codes such as 1001 too, which Autobahn keeps to itself."""
        self.sendCloseFrame(code=code or 1000)
        if code == TRY_LATER:
            # There is no room to wait for an answer.
            self.dropConnection(abort=False)


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
            closeHandshakeTimeout=CLOSING_SECONDS,
            allowNullOrigin=True,
            perMessageCompressionAccept=accept,
        )
