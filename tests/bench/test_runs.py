"""The measuring itself: what is printed is counted, and two servers are compared round by round."""

import asyncio
import os
import signal
import time
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from websockets.asyncio.server import serve as server

from games.bench import drive, runs, site
from games.bench.browser import ScriptedBrowser
from games.bench.load import Found, Load
from games.management.commands import bench
from games.rules import registry


@pytest.mark.in_turn(6)
def test_a_closed_loop_measures_every_figure(monkeypatch):
    monkeypatch.setattr(drive, "SETTLES", 0.5)
    monkeypatch.setattr(drive, "CROWD_READS_AFTER", 0.1)
    load = Load(tables=2, seats=2, seconds=2, rate=None, watchers=3, watched_moves=2, idle_games=2, bots=2)
    said = []
    found = runs.run_live_bench(registry.get("point_city"), load, said.append, profiled=True)
    # Two idle games may cost less than a tick of the processor's clock.
    figures = found.figures(2)
    assert figures.pop("CPU ms a second at rest") == found.at_rest is not None
    assert all(figures.values())
    assert sum(found.shares.values()) == pytest.approx(1)
    assert {"drawing", "database", "rules"} <= found.shares.keys()
    assert len(found.to_others) == found.moves
    assert len(found.to_last_watcher) == 2
    assert "2 tables of 2 as fast as it goes" in said[0]


@pytest.mark.parametrize(("scattered", "servers"), [(False, ["b"] * 4), (True, ["b", "a", "b", "a"])])
def test_who_sits_at_a_table_comes_to_one_process_unless_told_otherwise(monkeypatch, scattered, servers):
    class Browser:
        def __init__(self, url):
            self.url = url

        async def send_form(self, *_, **__):
            return "/games/1/"

        async def look_how_to_move(self, path):
            pass

    monkeypatch.setattr(drive, "ScriptedBrowser", Browser)
    site = SimpleNamespace(urls=["a", "b"], ruleset=registry.get("point_city"))
    table = asyncio.run(drive._open_table(site, Load(scattered=scattered), 3))
    assert [player.url for player in table.players] == servers


def test_rounds_are_compared_with_their_neighbours():
    line = runs._compared("CPU ms a move", [10.0, 20.0, 40.0], [5.0, 5.0, 20.0])
    assert line == "CPU ms a move: 20.0 there, 5.0 here, ratio 0.500 (0.250 to 0.500)"


@pytest.mark.parametrize(
    ("costs", "looks", "passes"), [([9, 9, 2], 3, True), ([2], 1, True), ([9] * 3, 3, False)]
)
def test_a_check_looks_again_before_it_complains(monkeypatch, costs, looks, passes):
    seen, said = [], []

    def measured(ruleset, load, write):
        seen.append(load)
        return Found(answered=[1.0] * 10, cpu=costs[len(seen) - 1] * 10, calibration=10.0)

    monkeypatch.setattr(runs, "run_live_bench", measured)
    assert runs.check(registry.get("point_city"), said.append) is passes
    assert len(seen) == looks == len(said)


def test_a_lost_socket_is_opened_anew_and_goes_on_counting():
    async def told():
        visits = []

        async def serve(socket):
            visits.append(socket)
            await socket.send(f"{len(visits)}\n<p>")
            if len(visits) > 1:
                await socket.wait_closed()

        async with server(serve, "127.0.0.1", 0) as site:
            person = ScriptedBrowser(f"http://127.0.0.1:{site.sockets[0].getsockname()[1]}")
            watching = asyncio.create_task(person.watch("/games/1/"))
            await person.hears(2)
            watching.cancel()
            return len(visits), person.bytes

    visits, heard = asyncio.run(told())
    assert visits == 2
    assert heard > 2 * len("1\n<p>")


def test_a_crowd_notes_when_a_frame_came_and_reads_it_later():
    async def told():
        open_sockets = []

        async def serve(socket):
            open_sockets.append(socket)
            await socket.send("0\n<p>")
            await socket.wait_closed()

        async with server(serve, "127.0.0.1", 0) as site:
            crowd = [
                ScriptedBrowser(f"http://127.0.0.1:{site.sockets[0].getsockname()[1]}") for _ in range(3)
            ]
            watching = [asyncio.create_task(person.watch("/games/1/")) for person in crowd]
            await asyncio.gather(*(person.hears(0) for person in crowd))
            for person in crowd:
                person.read_after(0.5)
            before = time.perf_counter()
            for socket in open_sockets:
                await socket.send("1 0\n<p>")
            moments = await asyncio.gather(*(person.hears(1) for person in crowd))
            read = time.perf_counter()
            for task in watching:
                task.cancel()
            return before, moments, read

    before, moments, read = asyncio.run(told())
    assert all(before <= moment <= read - 0.4 for moment in moments)


def test_what_came_before_the_end_is_read_at_the_end():
    async def told():
        async def serve(socket):
            await socket.send("0\n<p>")
            await socket.recv()
            await socket.send("1 0\n<p>")

        async with server(serve, "127.0.0.1", 0, close_timeout=0.1) as site:
            person = ScriptedBrowser(f"http://127.0.0.1:{site.sockets[0].getsockname()[1]}")
            watching = asyncio.create_task(person.watch("/games/1/"))
            await person.hears(0)
            person.read_after(3600)
            await person._socket.send("end")
            await person.hears(1)
            watching.cancel()

    asyncio.run(told())


def test_who_ends_a_bench_ends_its_servers(monkeypatch):
    ended = []
    served = SimpleNamespace(begin=lambda: None, end=lambda: ended.append(True))
    monkeypatch.setattr(site, "Site", lambda *_, **__: served)
    before = signal.getsignal(signal.SIGTERM)

    async def measured():
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(60)

    with pytest.raises(SystemExit), site.served_site(registry.get("point_city")):
        asyncio.run(measured())
    assert ended == [True]
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize(("options", "watchers"), [([], 0), (["--watchers", "7"], 7)])
def test_against_a_commit_only_watchers_that_are_asked_for_count(monkeypatch, options, watchers):
    seen = []
    monkeypatch.setattr(bench, "run_against", lambda _ruleset, load, *_: seen.append(load))
    call_command("bench", "point_city", "--live", "--against", "HEAD", *options)
    assert [load.watchers for load in seen] == [watchers]


def test_without_a_commit_a_crowd_watches(monkeypatch):
    seen = []
    monkeypatch.setattr(bench, "run_live_bench", lambda _ruleset, load, *_, **__: seen.append(load))
    call_command("bench", "point_city", "--live")
    assert [load.watchers for load in seen] == [Load().watchers]
