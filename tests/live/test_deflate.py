"""Compressed frames: what a browser reads of them, how many bytes they take, and what nobody can do with them."""

import zlib

import pytest
from autobahn.websocket.compress import PerMessageDeflateOffer
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

from games.live.serving.deflate import accept, deflated
from tests.live.site import site
from tests.thorough import PATIENCE


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A served site that waits only for a second until who was sent away has answered."""
    with site(tmp_path_factory.mktemp("site"), 2, TEST_CLOSING_SECONDS="1") as found:
        yield found


@pytest.fixture
def table(served):
    return served.games[0]


def whole(socket):
    """Return the whole table that a page is sent whose ply is not that of the game."""
    return socket.recv(PATIENCE)


def answers(socket):
    """Tell whether a socket still answers pings, past the frames that come meanwhile."""
    socket.send("ping")
    while socket.recv(PATIENCE) != "pong":
        pass
    return True


def close_code(socket):
    with pytest.raises(ConnectionClosed):
        while True:
            socket.recv(PATIENCE)
    return socket.close_code


@pytest.mark.parametrize("text", ["a", "table " * 10_000, "\N{CITYSCAPE} Наші міста"])
def test_what_is_compressed_is_read_again(text):
    inflating = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    assert inflating.decompress(deflated(text.encode()) + b"\x00\x00\xff\xff").decode() == text


def test_every_page_is_sent_the_same_table_with_compression_and_without(served, table):
    game, _ = table
    # Who only watches: somebody at the table would be seen there a moment later.
    with served.socket(game) as small, served.socket(game, compression=None) as plain:
        assert [type(each).__name__ for each in small.protocol.extensions] == ["PerMessageDeflate"]
        assert plain.protocol.extensions == []
        assert whole(small) == whole(plain)


WINDOWS = {
    "any": {},
    "small answers": {"client_max_window_bits": 9},
    "a small window": {"server_max_window_bits": 10},
    "nothing kept": {"server_no_context_takeover": True, "client_no_context_takeover": True},
}


@pytest.mark.parametrize("wanted", WINDOWS.values(), ids=WINDOWS)
def test_a_page_that_wants_something_else_is_understood(served, table, wanted):
    """What cannot be given is not promised, and then nothing is compressed."""
    game, (anna, _) = table
    offer = ClientPerMessageDeflateFactory(**wanted)
    with served.socket(game, anna, compression=None, extensions=[offer]) as socket:
        assert bool(socket.protocol.extensions) is ("server_max_window_bits" not in wanted)
        assert "table-page" in whole(socket)
        socket.send("ping " * 100)
        assert answers(socket)


def test_a_bomb_closes_its_socket_and_nothing_else(served, table):
    game, (anna, _) = table
    with served.socket(game, anna) as socket, served.socket(game, anna) as other:
        whole(socket), whole(other)
        socket.send("0" * 10_000_000)
        assert close_code(socket) == 1009
        assert answers(other)


def test_what_cannot_be_inflated_closes_its_socket(served, table):
    game, (anna, _) = table
    with served.socket(game, anna) as socket:
        whole(socket)
        # A whole text that is compressed, of 40 bytes, under a mask of zeros.
        socket.socket.sendall(b"\xc1" + bytes([0x80 | 40, 0, 0, 0, 0]) + b"\xff" * 40)
        assert close_code(socket) == 1007
    assert served.request("GET", "/healthz")[0] == 200


def test_only_what_is_offered_is_accepted():
    assert accept([]) is accept(["permessage-foreign"]) is None
    assert accept([PerMessageDeflateOffer(request_max_window_bits=9)]) is None
    assert accept([PerMessageDeflateOffer(request_max_window_bits=9), PerMessageDeflateOffer()]) is not None
