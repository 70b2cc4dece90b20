"""Connections to PostgreSQL: a dead server is noticed at once, a busy one is waited for."""

from ast import literal_eval
from contextlib import closing, contextmanager
from threading import Thread

import pytest
from django.db import connections
from django.db.utils import load_backend
from psycopg import OperationalError
from psycopg_pool import PoolTimeout

from cardcity_site.postgresql import base
from tests.blackhole import Blackhole
from tests.security.test_headers import in_production
from tests.served import free_port

pytestmark = pytest.mark.in_turn(2)


class FullPool:
    """A pool whose connections are all taken at first."""

    def __init__(self):
        self.waits, self.is_open = [], False

    def open(self):
        self.is_open = True

    def getconn(self, timeout=None):
        assert self.is_open
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


def waits_of(wrapper, monkeypatch):
    """Return a list of how long the pool is waited for each time, where None is the pool's own patience."""
    waits, take = [], wrapper.pool.getconn

    def getconn(timeout=None):
        waits.append(timeout)
        return take(timeout)

    monkeypatch.setattr(wrapper.pool, "getconn", getconn)
    return waits


def test_a_dead_server_is_not_waited_for(monkeypatch):
    with wrapper_for(free_port()) as wrapper:
        waits = waits_of(wrapper, monkeypatch)
        with pytest.raises(OperationalError):
            wrapper.connect()
    assert waits == [None]


def test_a_server_that_takes_connections_and_says_nothing_costs_two_seconds(monkeypatch):
    """One for the pool as the settings have it, and one for the look."""
    with closing(Blackhole()) as silent, wrapper_for(silent.port, timeout=1) as wrapper:
        waits = waits_of(wrapper, monkeypatch)
        with pytest.raises(OperationalError):
            wrapper.connect()
    assert waits == [None]
    assert base.LOOK_SECONDS + 1 <= 2


def test_while_it_is_looked_at_other_threads_run(server):
    with closing(Blackhole()) as silent:
        look = Thread(target=server.answers, args=[{"host": "127.0.0.1", "port": str(silent.port)}])
        look.start()
        turns = 0
        while look.is_alive():
            look.join(0.1)
            turns += 1
    # Were they kept waiting, the first join would last as long as the look.
    assert turns > 1
    assert server.is_known_to_be_away


@pytest.mark.parametrize(
    ("said", "there"),
    [
        ("FATAL:  sorry, too many clients already", True),
        ("FATAL:  the database system is starting up", False),
        ("Connection refused", False),
    ],
)
def test_a_full_server_is_there_and_one_that_starts_is_not_yet(server, monkeypatch, said, there):
    def refuse(*_args, **_more):
        raise OperationalError(said)

    monkeypatch.setattr(base.Connection, "connect", refuse)
    assert server.answers({"host": "127.0.0.1", "port": "1", "context": object()}) == there


def test_a_server_that_vanished_is_noticed_in_seconds():
    ask = "from django.conf import settings as s; print(s.DATABASES['default']['OPTIONS'])"
    address = "postgres://a@127.0.0.1/b"
    found = in_production("shell", "-v", "0", "-c", ask, DATABASE_URL=address).stdout
    options = literal_eval(found)
    assert options["tcp_user_timeout"] <= 3000
    assert options["keepalives_idle"] + options["keepalives_interval"] * options["keepalives_count"] <= 20
    own = in_production("shell", "-v", "0", "-c", ask, DATABASE_URL=f"{address}?tcp_user_timeout=9000").stdout
    assert literal_eval(own)["tcp_user_timeout"] == 9000


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
    seen = [False, True]
    now = [100.0]
    monkeypatch.setattr(base, "monotonic", lambda: now[0])
    monkeypatch.setattr(base, "_is_there", lambda params: seen.pop(0))
    params = {"host": "127.0.0.1", "port": "1"}
    assert not server.answers(params)
    assert server.is_known_to_be_away
    assert not server.answers(params)
    now[0] += base.VERDICT_SECONDS
    assert not server.is_known_to_be_away
    assert server.answers(params)
