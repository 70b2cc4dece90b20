"""``serve`` keeps the bots' process beside itself: started, started again, ended with it."""

import asyncio
import os
import signal
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import pytest
from channels.layers import InMemoryChannelLayer

from games.live import bots
from games.management.commands.bots import LAZY
from tests.live.site import site
from tests.thorough import PATIENCE
from tests.waiting import until

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads /proc"),
    pytest.mark.in_turn(2),
]


def read(pid, name):
    """Return a file of a process; nothing if the process is gone."""
    try:
        return Path(f"/proc/{pid}/{name}").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def state(pid):
    """Return the state of a process and the number of the one that started it."""
    return (read(pid, "stat") or "() Z 0").rsplit(")", 1)[1].split()[:2]


def children(pid):
    """Return the numbers of the bots' processes that a process has started."""
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return [child for child in pids if state(child)[1] == str(pid) and "--child\0" in read(child, "cmdline")]


def niceness(pid):
    """Return how far a process steps back behind others."""
    return int(read(pid, "stat").rsplit(")", 1)[1].split()[16])


def is_gone(pid):
    return state(pid)[0] == "Z"


def test_it_is_started_again_and_ends_with_the_site(tmp_path):
    with site(tmp_path, bots=True) as served:
        (first,) = until(lambda: children(served.process.pid))
        os.kill(first, signal.SIGKILL)
        second = until(lambda: [pid for pid in children(served.process.pid) if pid != first])[0]
        served.process.kill()
        until(lambda: is_gone(second))


def test_it_steps_back_behind_what_serves_people(tmp_path):
    with site(tmp_path, bots=True) as served:
        (child,) = until(lambda: children(served.process.pid))
        until(lambda: niceness(child) >= min(19, niceness(served.process.pid) + LAZY))


def test_a_site_that_is_told_to_stop_ends_it_and_soon(tmp_path):
    with site(tmp_path, bots=True) as served:
        (child,) = until(lambda: children(served.process.pid))
        served.process.terminate()
        assert served.process.wait(PATIENCE) == 0
        assert is_gone(child)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_one_that_ends_with_the_site_is_not_started_again(tmp_path, number):
    """A service manager and a terminal tell both at once, and the site may have a request to finish."""
    with (
        site(tmp_path, bots=True) as served,
        ThreadPoolExecutor() as threads,
        closing(sqlite3.connect(tmp_path / "cardcity.sqlite3", isolation_level=None)) as other,
    ):
        (game, (anna, _ben)), *_ = served.games
        (child,) = until(lambda: children(served.process.pid))
        until(lambda: has_thinkers(child))
        other.execute("BEGIN IMMEDIATE")
        threads.submit(served.move, game, anna, "boast", 0)
        time.sleep(1)
        for pid in (served.process.pid, child):
            os.kill(pid, number)
        until(lambda: is_gone(child) or not read(child, "stat"))
        time.sleep(1.5 * bots.RESTART_SECONDS)
        assert [pid for pid in children(served.process.pid) if pid != child] == []
        other.execute("ROLLBACK")
        assert served.process.wait(PATIENCE) == 0
        assert not [line for line in served.said if "started again" in line]


def has_thinkers(pid):
    """Tell whether a process of the bots has begun its work, and so listens to signals."""
    return any(
        state(int(entry.name))[1] == str(pid) for entry in Path("/proc").iterdir() if entry.name.isdigit()
    )


def test_what_names_no_game_is_passed_over(monkeypatch):
    game_id, told = uuid4(), []
    monkeypatch.setattr(bots, "all_hubs", lambda: [SimpleNamespace(hear_from_thread=told.append)])
    bots._tell_hubs(["\n", "Traceback (most recent call last):\n", f"{game_id} 7\n"])
    assert told == [game_id]


async def test_it_joins_the_layers_group_again_and_again(monkeypatch):
    """A group forgets whoever joined it a day ago, and says nothing."""
    layer, woken = InMemoryChannelLayer(), asyncio.Event()
    monkeypatch.setattr(bots, "shared_layer", lambda: layer)
    monkeypatch.setattr(bots, "REJOIN_SECONDS", 0.01)
    listening = asyncio.create_task(bots.listen_to_layer(woken.set))
    async with asyncio.timeout(PATIENCE):
        for _ in range(3):
            while not layer.groups.get(bots.BOTS):
                await asyncio.sleep(0.01)
            layer.groups.clear()
        while not woken.is_set():
            await layer.group_send(bots.BOTS, {"type": "news"})
            await asyncio.sleep(0.01)
    listening.cancel()


def test_one_that_cannot_be_started_is_tried_again(monkeypatch, caplog):
    ending, tries = threading.Event(), []

    def popen(*_, **__):
        tries.append(1)
        if len(tries) == 1:
            raise OSError(12, "Cannot allocate memory")
        ending.set()
        return SimpleNamespace(stdin=None, stdout=iter([]), wait=lambda *_: 0, terminate=lambda: None)

    monkeypatch.setattr(bots.subprocess, "Popen", popen)
    monkeypatch.setattr(bots, "RESTART_SECONDS", 0.01)
    child = bots.BotsChild(ending)
    until(lambda: ending.is_set() or not child.is_alive())
    child.join()
    assert len(tries) == 2
    assert "could not be started ([Errno 12] Cannot allocate memory); it is started again" in caplog.text


def test_one_that_cannot_run_is_tried_more_and_more_seldom(monkeypatch):
    statuses = iter([1, 1, 1, -signal.SIGKILL, 1])
    waits = []
    is_last = SimpleNamespace(is_set=lambda: len(waits) == 5, wait=waits.append)
    monkeypatch.setattr(bots.BotsChild, "_run_process", lambda _child: next(statuses))
    monkeypatch.setattr(bots, "MOST_SECONDS", 5.0)
    child = bots.BotsChild(is_last)
    until(lambda: not child.is_alive())
    child.join()
    assert waits == [2, 4, 5, 1, 2]
