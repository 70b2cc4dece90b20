"""What is sent leaves at once, in order, and no page that is slow or gone is in anybody's way."""

from socket import socketpair
from types import SimpleNamespace

import pytest
from twisted.internet.tcp import Connection

from games.live.serving.deflate import encoded
from games.live.serving.limits import MAX_UNSENT, BoundedSocket

LONG = b"x" * 900_000
"""More than the operating system takes at once."""


@pytest.fixture
def page(monkeypatch):
    """Return a socket whose frames are their payloads, the page at its other end, and who waits to write on."""
    monkeypatch.setattr(BoundedSocket, "sendFrame", lambda self, payload, **_: self.sendData(payload))
    writers, ending = set(), []
    reactor = SimpleNamespace(
        addWriter=writers.add,
        removeWriter=writers.discard,
        removeReader=lambda _: None,
        callLater=lambda _, end, *__: ending.append(end),
        ending=ending,
    )
    near, far = socketpair()
    with near, far:
        near.setblocking(False)
        far.setblocking(False)
        socket = BoundedSocket()
        socket.state, socket.websocket_extensions_in_use = socket.STATE_OPEN, []
        socket.transport = Connection(near, socket, reactor)
        socket.transport.connected = True
        yield socket, far, writers


def test_a_frame_leaves_before_the_loop_turns(page):
    socket, far, writers = page
    socket.sendMessage(b"first")
    assert far.recv(99) == b"first"
    socket.sendMessage(b"second")
    assert far.recv(99) == b"second"
    assert not writers


def test_a_slow_page_gets_the_rest_in_order_when_it_reads(page):
    socket, far, writers = page
    for payload in (LONG, b"second", b"third"):
        socket.sendMessage(payload)
    assert writers == {socket.transport}
    heard = b""
    while writers:
        heard += far.recv(len(LONG))
        socket.transport.doWrite()
    assert heard + far.recv(len(LONG)) == LONG + b"secondthird"


def test_a_page_that_reads_nothing_is_given_up(page):
    """It may go on saying that it is there; what it is told would be kept for ever."""
    socket, _, writers = page
    for _ in range(MAX_UNSENT // len(LONG) + 2):
        socket.sendMessage(LONG)
    assert socket.transport.reactor.ending == [socket.transport.connectionLost]
    assert not writers


def test_a_page_that_is_gone_is_left_to_the_loop(page):
    """Whoever tells many goes on to the next; the loop writes again, and ends the connection."""
    socket, far, writers = page
    far.close()
    socket.sendMessage(b"first")
    assert writers == {socket.transport}
    assert isinstance(socket.transport.doWrite(), Exception)


def test_nothing_is_sent_over_a_connection_that_has_ended(page):
    socket, _far, writers = page
    socket.transport.connected = False
    del socket.transport.socket
    socket.sendMessage(b"first")
    assert not writers


def test_what_the_loop_has_still_to_send_goes_first(page):
    """Such as the answer to the handshake."""
    socket, far, _writers = page
    socket.transport.write(b"handshake")
    socket.sendMessage(b"first")
    socket.transport.doWrite()
    assert far.recv(99) == b"handshakefirst"


def test_a_text_for_many_is_encoded_once(page):
    socket, far, _writers = page
    before = encoded.cache_info().misses
    for text in ("Київ за кожного", "Київ за " + "кожного"):
        socket.serverSend(text)
        assert far.recv(99).decode() == text
    assert encoded.cache_info().misses == before + 1
