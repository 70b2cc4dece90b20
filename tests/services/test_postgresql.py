"""Connections to PostgreSQL: a dead server is noticed at once, a busy one is waited for."""

from contextlib import closing, contextmanager

import pytest
from django.db import connections
from django.db.utils import load_backend
from psycopg import OperationalError
from psycopg_pool import PoolTimeout

from cardcity_site.postgresql import base
from tests.served import free_port


class FullPool:
    """A pool whose connections are all taken at first."""

    def __init__(self):
        self.waits = []

    def open(self):
        pass

    def getconn(self, timeout=None):
        self.waits.append(timeout)
        if len(self.waits) == 1:
            raise PoolTimeout
        return "connection"


@pytest.fixture(autouse=True)
def server(monkeypatch):
    found = base.Server()
    monkeypatch.setattr(base, "SERVER", found)
    return found


@contextmanager
def wrapper_for(port, **pool):
    """Yield a connection of the site's engine, to be made, to that port."""
    known = {
        "ENGINE": "cardcity_site.postgresql",
        "NAME": "cardcity",
        "USER": "cardcity",
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "OPTIONS": {"pool": {"min_size": 0, "max_size": 1, "timeout": 0.2, **pool}},
    }
    settings = connections.configure_settings({"default": known})["default"]
    wrapper = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, alias=f"port {port}")
    try:
        yield wrapper
    finally:
        wrapper.close_pool()


def test_a_dead_server_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(base, "BUSY_SECONDS", 3600)
    with wrapper_for(free_port()) as wrapper, pytest.raises(OperationalError):
        wrapper.connect()


def test_the_next_query_of_the_page_fails_without_another_wait(monkeypatch):
    with wrapper_for(free_port()) as wrapper:
        with pytest.raises(OperationalError):
            wrapper.connect()
        monkeypatch.setattr(wrapper.pool, "getconn", lambda *_: pytest.fail("waited again"))
        monkeypatch.setattr(base, "VERDICT_SECONDS", 3600)
        with pytest.raises(OperationalError, match="a moment ago"):
            wrapper.connect()


def test_a_busy_pool_is_waited_for_while_the_server_is_well(monkeypatch, server):
    pool = FullPool()
    monkeypatch.setattr(base.base.DatabaseWrapper, "pool", pool)
    monkeypatch.setattr(server, "answers", lambda params: True)
    with closing(FullPoolWrapper()) as wrapper:
        assert wrapper.get_new_connection({}) == "connection"
    assert pool.waits == [None, base.BUSY_SECONDS]


class FullPoolWrapper(base.DatabaseWrapper):
    def __init__(self):
        self.settings_dict = {"OPTIONS": {}}

    def close(self):
        pass


def test_a_server_that_comes_back_is_seen_a_second_later(server, monkeypatch):
    seen = [base.pq.Ping.NO_RESPONSE, base.pq.Ping.OK]
    now = [100.0]
    monkeypatch.setattr(base, "monotonic", lambda: now[0])
    monkeypatch.setattr(
        base.pq, "PGconn", type("PGconn", (), {"ping": staticmethod(lambda info: seen.pop(0))})
    )
    params = {"host": "127.0.0.1", "port": "1"}
    assert not server.answers(params)
    assert server.is_known_to_be_away
    assert not server.answers(params)
    now[0] += base.VERDICT_SECONDS
    assert not server.is_known_to_be_away
    assert server.answers(params)
