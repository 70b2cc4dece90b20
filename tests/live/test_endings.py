"""Connections and applications that end: cleaned up soon, and looked for only then."""

import asyncio

import pytest

from games.live.serving.server import SiteServer


class Counted(dict):
    """The connections, and how often all of them were looked at."""

    looks = 0

    def items(self):
        self.looks += 1
        return super().items()


@pytest.fixture
def server(monkeypatch):
    """Return a server that does not listen, whose clock stands."""
    monkeypatch.setattr("games.live.serving.server.reactor.callLater", lambda *_: None)
    made = SiteServer(None, "127.0.0.1", 0, lambda *_: None)
    made.connections = Counted()
    return made


def connect(server, application):
    """Return a new connection with this application."""
    connection = object()
    server.application = lambda **_: application
    server.protocol_connected(connection)
    server.create_application(connection, {})
    return connection


def test_connections_are_not_looked_at_while_none_ends(server):
    async def page():
        await asyncio.sleep(60)

    async def scenario():
        connect(server, page())
        server.application_checker()

    asyncio.run(scenario())
    assert server.connections.looks == 0


def test_a_connection_that_has_ended_is_forgotten(server):
    async def answer():
        pass

    async def scenario():
        connection = connect(server, answer())
        await asyncio.sleep(0.01)
        server.application_checker()
        assert connection in server.connections
        server.protocol_disconnected(connection)
        server.application_checker()
        assert connection not in server.connections
        server.application_checker()

    asyncio.run(scenario())
    assert server.connections.looks == 2


def test_an_application_that_ends_after_its_connection_is_waited_for(server):
    async def scenario():
        over = asyncio.Event()
        connection = connect(server, over.wait())
        server.protocol_disconnected(connection)
        server.application_checker()
        server.application_checker()
        assert connection in server.connections
        over.set()
        await asyncio.sleep(0.01)
        server.application_checker()
        assert connection not in server.connections

    asyncio.run(scenario())


def test_an_application_that_fails_is_told_to_its_connection(server, caplog):
    class Page:
        failed = None

        def handle_exception(self, error):
            self.failed = error

    async def fail():
        raise ValueError("broken")

    async def scenario():
        page = Page()
        server.application = lambda **_: fail()
        server.protocol_connected(page)
        server.create_application(page, {})
        await asyncio.sleep(0.01)
        server.application_checker()
        return page

    assert isinstance(asyncio.run(scenario()).failed, ValueError)
    assert "broken" in caplog.text
