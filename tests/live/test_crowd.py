"""The served site with 256 file handles, and a crowd before it."""

import contextlib
import os
import resource
import socket
import struct
import time

import pytest
from websockets.exceptions import ConnectionClosed

from tests.live.site import site
from tests.thorough import PATIENCE, of_the_day

FILES = 256
IDLE = 1000


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with site(
        tmp_path_factory.mktemp("crowd"), 4, TEST_FILES=str(FILES), CONNECTIONS_PER_ADDRESS="100"
    ) as found:
        yield found


@pytest.fixture(scope="module")
def proxied(tmp_path_factory):
    known = {"TEST_FILES": str(FILES), "CONNECTIONS_PER_ADDRESS": "20", "TRUST_PROXY": "1"}
    with site(tmp_path_factory.mktemp("proxied"), 1, **known) as found:
        yield found


def raw(served, data=b""):
    """Return a connection that says so much and then nothing."""
    made = socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)
    made.sendall(data)
    return made


def page(served, address=""):
    """Return the status of the start page, asked for from an address."""
    headers = {"X-Forwarded-For": address} if address else {}
    return served.request("GET", "/", headers=headers, timeout=PATIENCE)[0]


def table(served, cookie="", address=""):
    """Return a raw socket of a table, and what it was told first: the status, or the code it was closed with."""
    host = f"127.0.0.1:{served.port}"
    lines = [
        f"GET /ws/games/{served.games[0][0]}/ HTTP/1.1",
        f"Host: {host}",
        f"Origin: http://{host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        *([f"Cookie: sessionid={cookie}"] if cookie else []),
        *([f"X-Forwarded-For: {address}"] if address else []),
    ]
    made = raw(served, ("\r\n".join(lines) + "\r\n\r\n").encode())
    reader = made.makefile("rb")
    status = int(reader.readline().split()[1])
    while status == 101 and reader.readline().strip():
        pass
    frame = reader.read(2) if status == 101 else b""
    return made, struct.unpack("!H", reader.read(2))[0] if frame[:1] == b"\x88" else status


def handles(served):
    return len(os.listdir(f"/proc/{served.process.pid}/fd"))


IDLERS = [b"", b"GET / HTTP/1.1\r\nX-Slow: ", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"]


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("kind", of_the_day(range(3)), ids=["silent", "slow", "served"].__getitem__)
def test_the_site_answers_others_behind_a_thousand_idle_connections(served, kind):
    game, (anna, ben) = served.games[kind]
    with contextlib.ExitStack() as crowd:
        for _ in range(IDLE):
            crowd.enter_context(raw(served, IDLERS[kind]))
        assert {page(served) for _ in range(20)} == {200}
        with served.socket(game, ben) as watching:
            assert watching.recv(timeout=PATIENCE).startswith("0\n")
            assert served.move(game, anna, "pick 3", 0, timeout=PATIENCE) == 200
            assert watching.recv(timeout=PATIENCE).startswith("1 0\n")
        assert handles(served) < FILES
    assert not [line for line in served.said if "Traceback" in line]


def test_a_session_has_twenty_sockets_and_is_told_to_try_later(served):
    _, (anna, ben) = served.games[0]
    with contextlib.ExitStack() as crowd:
        told = []
        for _ in range(40):
            made, first = table(served, anna)
            crowd.enter_context(made)
            told.append(first)
        assert told == [101] * 20 + [1013] * 20
        made, first = table(served, ben)
        assert first == 101
        made.close()


def test_sockets_never_take_the_room_of_pages(proxied):
    """From as many addresses as there are sockets, and without any session."""
    with contextlib.ExitStack() as crowd:
        told = []
        for number in range(150):
            made, first = table(proxied, address=f"10.0.{number}.1")
            crowd.enter_context(made)
            told.append(first)
        assert told.count(101) == int(0.8 * (FILES - 128))
        assert set(told[:10]) == {101}
        assert told[-1] == 1013
        assert {page(proxied, "10.9.9.9") for _ in range(10)} == {200}
        assert handles(proxied) < FILES


def test_behind_a_proxy_each_address_has_its_own_share(proxied):
    with contextlib.ExitStack() as crowd:
        for address, expected in [("10.7.0.1", [101] * 16 + [1013] * 4), ("10.7.0.2", [101])]:
            told = []
            for _ in expected:
                made, first = table(proxied, address=f"1.2.3.4, {address}")
                crowd.enter_context(made)
                told.append(first)
            assert told == expected
        assert page(proxied, "10.7.0.1") == 200
        assert page(proxied) == 200


def test_who_finds_no_room_at_all_is_told_so(proxied):
    """With so few handles that open sockets alone are too many already."""
    process, limit = proxied.process.pid, resource.RLIMIT_NOFILE
    with contextlib.ExitStack() as crowd:
        for number in range(50):
            crowd.enter_context(table(proxied, address=f"10.8.{number}.1")[0])
        resource.prlimit(process, limit, (160, FILES))
        try:
            with raw(proxied) as refused:
                answer = refused.recv(4096)
        finally:
            resource.prlimit(process, limit, (FILES, FILES))
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"Retry-After" in answer
        assert page(proxied) == 200


def test_a_flood_of_pings_closes_the_socket(served):
    game, _ = served.games[0]
    with served.socket(game, ping_interval=None) as watching, contextlib.suppress(ConnectionClosed):
        for _ in range(1000):
            watching.ping()
        while True:
            watching.recv(timeout=PATIENCE)
    assert watching.close_code == 1008


def test_who_is_slow_to_notice_still_reads_why_it_was_hung_up_on(served):
    pings, close = b"\x89\x80\0\0\0\0" * 100, b"\x88\x02" + struct.pack("!H", 1008)
    flooding, _ = table(served)
    with flooding:
        flooding.sendall(pings)
        # Longer than Autobahn would wait for an answer to its close.
        time.sleep(2)
        flooding.sendall(pings)
        time.sleep(0.5)
        flooding.sendall(pings)
        told = b""
        while close not in told and (more := flooding.recv(65536)):
            told += more
    assert close in told
