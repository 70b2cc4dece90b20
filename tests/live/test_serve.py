"""The served site from outside: its limits, its sockets, its end."""

import contextlib
import json
import signal
import socket
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from games.views.play.records import MAX_RECORD
from tests import forks
from tests.live.site import site
from tests.migrated import copy_database, copy_into
from tests.thorough import PATIENCE

BIG = 10_000_000


def memory_peak(process):
    """Return the most memory the process ever held, in bytes."""
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))


def raw(served, timeout=PATIENCE):
    return socket.create_connection(("127.0.0.1", served.port), timeout=timeout)


def test_a_move_reaches_the_other_seats_socket(served):
    game, (anna, ben) = served.games[0]
    with served.socket(game, ben) as page:
        assert page.recv(timeout=PATIENCE).startswith("0\n")
        assert served.move(game, anna, "pick 3", 0) == 200
        assert page.recv(timeout=PATIENCE).startswith("1 0\n")


def test_a_table_may_be_bigger_than_a_page_may_send(served):
    game, (anna, _) = served.games[1]
    for ply in range(0, 60, 2):
        assert served.move(game, anna, "boast", ply) == 200
        assert served.move(game, anna, "undo", ply + 1) == 200
    with served.socket(game, anna) as page:
        table = page.recv(timeout=PATIENCE)
    assert len(table) > 4096
    assert table.startswith("60\n")
    assert table.rstrip().endswith("</div>")


@pytest.mark.parametrize("head", [b"Content-Length: %d\r\n" % BIG, b"Transfer-Encoding: chunked\r\n"])
def test_a_body_of_ten_megabytes_is_answered_and_not_kept(served, head):
    served.request("GET", "/")
    before = memory_peak(served.process)
    with raw(served) as page:
        page.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head + b"\r\n")
        piece = b"x" * 10_000
        for _number in range(BIG // len(piece)):
            page.sendall(b"2710\r\n" + piece + b"\r\n" if b"chunked" in head else piece)
        answer = page.recv(4096)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"too large" in answer
    assert memory_peak(served.process) - before < 5_000_000


def test_a_body_that_is_only_announced_is_refused_at_once(served):
    with raw(served) as page:
        head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n"
        page.sendall(head % BIG)
        assert page.recv(4096).startswith(b"HTTP/1.1 413 ")


def test_a_body_within_the_limit_reaches_the_site(served):
    status, _ = served.request("POST", "/", b"x" * (MAX_RECORD + 10_000))
    assert status == 403


def test_a_connection_serves_many_requests(served):
    with raw(served) as page:
        for _number in range(3):
            page.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert page.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_a_big_frame_closes_the_socket(served):
    game, _ = served.games[0]
    with served.socket(game) as page:
        page.recv(timeout=PATIENCE)
        page.send("x" * 5000)
        with pytest.raises(ConnectionClosed) as closed:
            page.recv(timeout=PATIENCE)
    assert closed.value.rcvd.code == 1009


def test_a_flood_of_frames_closes_the_socket(served):
    game, _ = served.games[0]
    with served.socket(game) as page, contextlib.suppress(ConnectionClosed):
        for _number in range(5000):
            page.send("ping")
        while True:
            page.recv(timeout=PATIENCE)
    assert page.close_code == 1008


def test_a_foreign_page_is_answered_403(served):
    game, (anna, _) = served.games[0]
    for origin in ("http://evil.example", f"http://127.0.0.1:{served.port + 1}", None):
        with pytest.raises(InvalidStatus) as refused:
            connect(
                f"ws://127.0.0.1:{served.port}/ws/games/{game}/",
                origin=origin,
                additional_headers={"Cookie": f"sessionid={anna}"},
                proxy=None,
            )
        assert refused.value.response.status_code == 403


def run(folder, *command, **environment):
    given = {"CARDCITY_DATA": str(folder), "DEBUG": "1", "PATH": "/usr/bin:/bin", **environment}
    return forks.run(command, given)


def test_a_taken_port_is_said_clearly(served, tmp_path):
    copy_into(tmp_path)
    second = run(tmp_path, "-m", "tests.live.site", "0", "2", "--port", str(served.port))
    assert second.returncode != 0
    assert f"Cannot listen on 127.0.0.1, port {served.port}: Address already in use" in second.said


def test_a_second_one_beside_the_first_is_refused_without_redis(tmp_path):
    """Neither would hear of the other's moves before its next look, nor count the other's requests."""
    with site(tmp_path, 0) as first:
        second = run(tmp_path, "manage.py", "serve", "--port", "0")
        assert (second.returncode, second.said.count("\n")) == (1, 1)
        assert "served already. Several processes need Redis: set REDIS_URL." in second.said
        first.process.kill()
        first.process.wait()
        with site(tmp_path, 0) as third:
            assert third.games == []


def test_it_does_not_start_without_migrations(tmp_path):
    refused = run(tmp_path, "manage.py", "serve", "--port", "0")
    assert refused.returncode == 1
    assert "manage.py migrate" in refused.said


def test_it_does_not_start_on_a_database_that_a_newer_version_changed(tmp_path):
    copy_into(tmp_path)
    with contextlib.closing(sqlite3.connect(tmp_path / "cardcity.sqlite3")) as database:
        row = ("games", "9999_of_the_future", "2099-01-01")
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)", row)
        database.commit()
    refused = run(tmp_path, "manage.py", "serve", "--port", "0")
    assert (refused.returncode, refused.said.count("\n")) == (1, 1)
    assert "A newer Card City has changed this database: upgrade, or restore a backup." in refused.said


@pytest.mark.parametrize("address", ["sqlite:////nowhere/club.sqlite3", "postgres://club@127.0.0.1:1/club"])
def test_a_database_that_cannot_be_reached_is_said_in_a_line(tmp_path, address):
    refused = run(tmp_path, "manage.py", "serve", "--port", "0", DATABASE_URL=address)
    assert refused.returncode == 1
    assert "CommandError: The database cannot be reached: " in refused.said
    assert "Traceback" not in refused.said


def test_it_does_not_start_without_static_files(tmp_path):
    """Each page would be answered 500, because the names of its files are not known."""
    copy_database(tmp_path / "cardcity.sqlite3")
    refused = run(tmp_path, "manage.py", "serve", "--port", "0", DEBUG="0")
    assert refused.returncode == 1
    assert "manage.py collectstatic" in refused.said


def test_it_does_not_start_with_the_static_files_of_an_older_version(tmp_path):
    copy_into(tmp_path)
    manifest = tmp_path / "static/staticfiles.json"
    collected = json.loads(manifest.read_text())
    del collected["paths"]["js/table.js"]
    manifest.write_text(json.dumps(collected))
    refused = run(tmp_path, "manage.py", "serve", "--port", "0", DEBUG="0")
    assert refused.returncode == 1
    assert "manage.py collectstatic" in refused.said


def test_it_does_not_start_with_an_error_of_the_system_check(tmp_path):
    refused = run(tmp_path, "manage.py", "serve", "--port", "0", SEVERAL_PROCESSES="1")
    assert refused.returncode == 1
    assert "games.E003" in refused.said


def test_slow_headers_are_cut_off(tmp_path):
    """A byte now and then keeps no connection open; the deadline is shortened to see it."""
    with site(tmp_path, 0, TEST_REQUEST_SECONDS="1") as served, raw(served) as page:
        page.settimeout(0.05)
        assert trickle(page, b"GET / HTTP/1.1\r\nX-Slow: " + b"x" * 600) == "closed"


def trickle(page, data):
    """Send a byte at a time; say whether the other side had enough of it."""
    with contextlib.suppress(ConnectionError):
        for byte in data:
            page.sendall(bytes([byte]))
            with contextlib.suppress(TimeoutError):
                if page.recv(10) == b"":
                    return "closed"
        return "open"
    return "closed"


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("_run", range(3))
def test_sigterm_under_load_ends_in_time_and_loses_nothing(tmp_path, _run):
    with site(tmp_path, 8, 4) as served, contextlib.ExitStack() as stack:
        seats = [(game, cookie) for game, cookies in served.games for cookie in cookies]
        pages = [stack.enter_context(served.socket(game, cookie)) for game, cookie in seats]
        told = threading.Event()
        with ThreadPoolExecutor(16) as pool:
            moves = [pool.submit(play_on, served, game, told) for game in served.games]
            threading.Timer(1.5, served.process.send_signal, [signal.SIGTERM]).start()
            ended = served.process.wait(PATIENCE)
            told.set()
            acknowledged = dict(move.result() for move in moves)
        codes = {close_code(page) for page in pages}
    # Status 1 would mean that the last resort ended it after nine seconds.
    assert (ended, codes) == (0, {1001})
    assert sum(acknowledged.values()) > 0
    assert stored_moves(tmp_path, acknowledged) >= sum(acknowledged.values())


def play_on(served, found, ended):
    """Play round after round until the site is gone; return how many moves were acknowledged."""
    game, cookies = found
    count = 0
    with contextlib.suppress(OSError):
        while not ended.is_set():
            for cookie in cookies:
                count += served.move(game, cookie, "boast", count) == 200
                count += served.move(game, cookie, "undo", count) == 200
    return game, count


def close_code(page):
    with contextlib.suppress(ConnectionClosed):
        while True:
            page.recv(timeout=PATIENCE)
    return page.close_code


def stored_moves(folder, games):
    with contextlib.closing(sqlite3.connect(folder / "cardcity.sqlite3")) as database:
        marks = ",".join("?" * len(games))
        names = [game.replace("-", "") for game in games]
        query = f"SELECT count(*) FROM games_moverecord WHERE ply > 0 AND game_id IN ({marks})"
        return database.execute(query, names).fetchone()[0]
