"""Who may be connected, and who goes when there is no more room."""

import asyncio
from functools import partial
from types import SimpleNamespace

import pytest

from games.live import sockets, turnstile
from games.live.rooms.room import BROKEN, TRY_LATER, Watcher
from games.live.serving import connections as live_connections
from games.live.serving import files
from games.live.serving.addresses import counted, of_connection, of_request
from games.live.serving.connections import Connection, Connections

HOME, CLUB = "192.0.2.1", "192.0.2.2"


def opened(connections, address, dropped=None):
    """Return a new connection if there was room for it."""
    new = Connection(address)
    new.drop = lambda: (dropped if dropped is not None else []).append(new)
    return new if connections.admit(new) else None


@pytest.fixture
def dropped():
    return []


@pytest.fixture
def connections():
    return Connections(lambda: 4, lambda: 2)


def test_refusals_fill_no_log(caplog, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(live_connections, "monotonic", lambda: now[0])
    refuse = Connections(lambda: 9, lambda: 0)
    for number in range(20):
        assert not opened(refuse, (HOME, CLUB)[number % 2])
    assert len(caplog.messages) == 1
    now[0] += live_connections.QUIET
    assert not opened(refuse, CLUB)
    assert caplog.messages[1].startswith(CLUB)
    assert "19 more refusals" in caplog.messages[1]


def test_the_longest_idle_makes_room(connections, dropped):
    first, second, third, fourth = (opened(connections, str(number), dropped) for number in range(4))
    connections.work(first)
    connections.work(second)
    connections.rest(second)
    assert opened(connections, HOME, dropped)
    assert dropped == [third]
    assert opened(connections, CLUB, dropped)
    assert dropped == [third, fourth]
    assert len(connections) == 4


def test_nobody_who_is_busy_makes_room(connections, dropped):
    busy = [opened(connections, str(number), dropped) for number in range(4)]
    for one in busy:
        connections.work(one)
    assert opened(connections, HOME) is None
    assert dropped == []
    connections.end(busy[0])
    assert opened(connections, HOME)


def test_an_address_makes_room_for_itself_alone(connections, dropped):
    club = opened(connections, CLUB, dropped)
    home = [opened(connections, HOME, dropped) for _ in range(2)]
    assert opened(connections, HOME, dropped)
    assert dropped == [home[0]]
    connections.work(home[1])
    assert opened(connections, HOME, dropped)
    for one in list(connections._of[HOME]):
        connections.work(one)
    assert opened(connections, HOME, dropped) is None
    assert opened(connections, CLUB, dropped)
    assert club not in dropped


def test_a_refused_address_is_named_once(connections, caplog):
    for _ in range(2):
        connections.work(opened(connections, HOME))
    for _ in range(3):
        assert opened(connections, HOME) is None
    (record,) = caplog.records
    assert "TRUST_PROXY" in record.getMessage()


def test_a_proxy_counts_for_whom_it_asks(connections):
    proxied = [opened(connections, "") for _ in range(4)]
    assert None not in proxied
    for one in proxied[:3]:
        connections.work(one)
    assert [connections.claim(one, HOME) for one in proxied[:3]] == [True, True, False]
    connections.release(proxied[0])
    connections.rest(proxied[0])
    assert connections.claim(proxied[2], HOME)


def test_nothing_is_kept_of_who_is_gone(connections):
    for _ in range(10):
        connections.end(opened(connections, HOME))
    assert len(connections) == 0
    assert connections._of == connections._idle == {}


@pytest.mark.parametrize(
    ("host", "counts_as"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("[2001:db8:1:2::1]", "2001:db8:1:2::"),
        ("", ""),
        ("unknown", ""),
    ],
)
def test_an_address_counts_as_itself_or_its_network(host, counts_as):
    assert counted(host) == counts_as


def test_only_a_trusted_proxy_says_whom_a_request_counts_for(settings):
    headers = [(b"x-forwarded-for", b"10.0.0.1, 192.0.2.9"), (b"host", b"x")]
    assert of_connection(HOME) == of_request(HOME, headers) == HOME
    settings.TRUST_PROXY = True
    assert of_connection(HOME) == ""
    assert of_request(HOME, headers) == "192.0.2.9"
    assert (
        of_request(HOME, [(b"X-Forwarded-For", b"10.0.0.1"), (b"X-Forwarded-For", b"10.0.0.2")]) == "10.0.0.2"
    )
    assert of_request(HOME, [(b"host", b"x")]) == ""


@pytest.mark.parametrize(
    ("limit", "most"),
    [((256, 256), 128), ((1024, 1024), 896), ((100, 100), 25), ((-1, -1), 8192), ((10**6, 10**6), 8192)],
)
def test_some_file_handles_are_always_left(monkeypatch, limit, most):
    monkeypatch.setattr(files.resource, "getrlimit", lambda _: limit)
    assert files.most_connections() == most


@pytest.mark.parametrize(
    ("limit", "raised"),
    [
        ((1024, 1048576), (8320, 1048576)),
        ((1024, 4096), (4096, 4096)),
        ((256, 256), None),
        ((20000, 20000), None),
        ((1024, -1), (8320, -1)),
    ],
)
def test_the_soft_limit_is_raised_as_far_as_it_is_needed(monkeypatch, limit, raised):
    done = []
    monkeypatch.setattr(files.resource, "getrlimit", lambda _: limit)
    monkeypatch.setattr(files.resource, "setrlimit", lambda _, limits: done.append(limits))
    files.raise_limit()
    assert done == ([raised] if raised else [])


async def test_only_so_many_requests_run_at_once_and_health_waits_for_none():
    running, most, gate = set(), [], asyncio.Event()

    async def inner(scope, receive, send):
        running.add(scope["number"])
        most.append(len(running))
        await gate.wait()
        running.discard(scope["number"])

    site = turnstile.Turnstile(inner)
    asked = [
        asyncio.ensure_future(site({"path": "/", "number": number}, None, None)) for number in range(100)
    ]
    asked.append(asyncio.ensure_future(site({"path": "/healthz", "number": 100}, None, None)))
    await asyncio.sleep(0.01)
    assert len(running) == turnstile.MOST + 1
    assert 100 in running
    gate.set()
    await asyncio.gather(*asked)
    assert len(most) == 101


@pytest.fixture
def watcher():
    """Make sockets, without anything they would show."""
    loop = asyncio.new_event_loop()

    def make(session="", address="", spoke_at=0.0):
        held = SimpleNamespace(session_key=session)
        closing = loop.create_future()
        return Watcher(None, held, "en", None, address=address, spoke_at=spoke_at, closing=closing)

    yield make
    loop.close()


def test_a_session_has_twenty_sockets(watcher):
    mine = [watcher("mine", spoke_at=100.0) for _ in range(20)]
    assert sockets.make_room(watcher("mine"), mine[:19], 100.0)
    assert not sockets.make_room(watcher("mine"), mine, 100.0)
    assert sockets.make_room(watcher("yours"), mine, 100.0)
    assert not any(one.closing.done() for one in mine)


def test_the_longest_silent_socket_makes_room(watcher):
    mine = [watcher("mine", spoke_at=float(number)) for number in range(20)]
    assert sockets.make_room(watcher("mine"), mine, 100.0)
    assert [one.closing.done() for one in mine] == [True] + [False] * 19
    assert mine[0].closing.result() == TRY_LATER
    assert sockets.make_room(watcher("mine"), mine, 100.0)


def test_sockets_leave_an_address_room_for_pages(watcher, settings):
    settings.CONNECTIONS_PER_ADDRESS = 10
    club = [watcher(str(number), CLUB) for number in range(8)]
    assert not sockets.make_room(watcher("new", CLUB), club, 0.0)
    assert sockets.make_room(watcher("new", HOME), club, 0.0)


def test_sockets_leave_the_site_room_for_pages(watcher, monkeypatch):
    monkeypatch.setattr(sockets, "most_connections", lambda: 10)
    others = [watcher(address=str(number)) for number in range(8)]
    assert not sockets.make_room(watcher(), others, 0.0)
    assert sockets.make_room(watcher(), others[1:], 0.0)


@pytest.fixture
def asked(watcher):
    """Return what asks these sockets at a moment, and returns the numbers of those that were asked."""

    def ask(found, now):
        said = []
        for number, one in enumerate(found):
            one.send = partial(_say, said, number)
        asyncio.run(sockets.ask_silent(found, now))
        return said

    return ask


async def _say(said, number, text):
    assert text == "ping"
    said.append(number)


def test_silent_pages_are_asked_for_a_sign_once_in_a_while(watcher, asked):
    found = [watcher(spoke_at=spoke_at) for spoke_at in (0.0, 10.0, 0.0)]
    for one in found[:2]:
        one.answers = True
    assert asked(found, 47.0) == []
    assert asked(found, 49.0) == [0]
    assert asked(found, 59.0) == [1]
    assert asked(found, 96.0) == []
    found[1].spoke_at = 62.0
    assert asked(found, 97.5) == [0]
    assert asked(found, 110.5) == [1]


def test_a_page_that_cannot_be_asked_is_hung_up_on_and_all_others_are_asked(watcher, asked):
    async def broken(_):
        raise RuntimeError("gone")

    found = [watcher() for _ in range(2 * sockets.AT_ONCE + 1)]
    for one in found:
        one.answers = True
    assert asked(found, 60.0) == list(range(len(found)))
    found[0].send = broken
    asyncio.run(sockets.ask_silent(found[:1], 120.0))
    assert found[0].closing.result() == BROKEN
