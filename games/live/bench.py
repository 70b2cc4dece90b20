"""How long a move takes to reach everybody: a served site, many tables, scripted browsers.

The players peek into the database for a legal move; everything else goes over the wire.
"""

import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

from django.conf import settings

from games.bots.levels import LEVELS
from games.live.scripted import ScriptedBrowser
from games.rules.protocol import Ruleset


@dataclass(frozen=True, slots=True)
class Load:
    """What is played."""

    tables: int = 20
    seats: int = 4
    moves: int = 30
    """Moves made at each table."""
    think: float = 1.0
    """Seconds from one move of a table to its next."""
    watchers: int = 500
    watched_moves: int = 10
    bots: int = 0
    """Tables at which two bots of level 4 play at once all the while."""


@dataclass(slots=True)
class Found:
    """What was measured, in milliseconds."""

    answered: list[float] = field(default_factory=list)
    to_others: list[float] = field(default_factory=list)
    cpu_per_move: float = 0.0
    to_last_watcher: list[float] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """Return the figures in words."""
        yield f"{len(self.answered)} moves were answered: {percentiles(self.answered)}"
        yield f"{len(self.to_others)} times a move reached another seat: {percentiles(self.to_others)}"
        yield f"server CPU per move: {self.cpu_per_move:.1f} ms"
        if self.to_last_watcher:
            yield f"last of the watchers: {percentiles(self.to_last_watcher)}"


def percentiles(values: list[float]) -> str:
    """Return p50, p95 and p99 in words."""
    cuts = quantiles(values, n=100, method="inclusive")
    return ", ".join(f"p{rank} {cuts[rank - 1]:.1f} ms" for rank in (50, 95, 99))


@dataclass(slots=True)
class Table:
    """A running game and who plays it."""

    path: str
    players: list[ScriptedBrowser]
    site: "Site"
    chance: random.Random

    def next_move(self) -> tuple[ScriptedBrowser, str, int] | None:
        """Return who is to move, a legal move and the ply, or None when the game is over."""
        ply, state = self.site.position(self.path)
        seats = sorted(self.site.ruleset.to_act(state))
        if not seats:
            return None
        move = self.chance.choice(self.site.ruleset.legal_moves(state, seats[0]))
        return self.players[seats[0]], str(move), ply


class Site:
    """A served site in a folder of its own."""

    def __init__(self, folder: Path, ruleset: Ruleset[Any]) -> None:
        self.folder = folder
        self.ruleset = ruleset
        for arguments in (["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"]):
            subprocess.run(self._command(*arguments), env=self._environment(), check=True)  # noqa: S603
        serve = self._command("serve", "--port", "0")
        self.process = subprocess.Popen(  # noqa: S603
            serve, env=self._environment(), stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().split()[-1]

    def _command(self, *arguments: str) -> list[str]:
        return [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]

    def _environment(self) -> dict[str, str]:
        others = {"DATABASE_URL", "REDIS_URL", "DEBUG", "HTTPS"}
        kept = {name: value for name, value in os.environ.items() if name not in others}
        return {**kept, "CARDCITY_DATA": str(self.folder), "CONNECTIONS_PER_ADDRESS": "100000"}

    def let_bots_play(self, tables: int) -> None:
        """Start games of bots of the highest level, which think all the time."""
        words = ["tables", self.ruleset.slug, str(LEVELS[-1]), str(tables)]
        command = [sys.executable, "-m", "games.live.bench_bots", *words]
        subprocess.run(command, env=self._environment(), cwd=settings.BASE_DIR, check=True)  # noqa: S603

    def position(self, path: str) -> tuple[int, Any]:
        """Return the ply and the position of the table at that path."""
        game_id = path.strip("/").split("/")[-1].replace("-", "")
        with closing(sqlite3.connect(self.folder / "cardcity.sqlite3")) as database:
            query = "SELECT ply, state FROM games_game WHERE id = ?"
            ply, state = database.execute(query, [game_id]).fetchone()
        return ply, self.ruleset.load(json.loads(state))

    def cpu(self) -> float:
        """Return the milliseconds of CPU the server process has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


@contextmanager
def served_site(ruleset: Ruleset[Any]) -> Iterator[Site]:
    """Serve a new site until the block ends."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), ruleset)
        try:
            yield site
        finally:
            site.process.terminate()
            site.process.wait()


async def _open_table(site: Site, seats: int, number: int) -> Table:
    players = [ScriptedBrowser(site.url) for _seat in range(seats)]
    page = f"/new/{site.ruleset.slug.replace('_', '-')}/"
    path = await players[0].send_form(page, name=f"Host {number}", seats=str(seats), listed="yes")
    for index, player in enumerate(players[1:]):
        await player.send_form(f"{path}sit/", name=f"Guest {number}.{index}")
    return Table(path, players, site, random.Random(number))  # noqa: S311


async def _play(table: Table, load: Load, found: Found) -> int:
    """Play one table at its pace; return how many moves were made."""
    for made in range(load.moves):
        await asyncio.sleep(load.think * table.chance.uniform(0.5, 1.5))
        if (ready := table.next_move()) is None:
            return made
        mover, notation, ply = ready
        start = time.perf_counter()
        await mover.move(table.path, notation, ply)
        found.answered.append((time.perf_counter() - start) * 1000)
        others = [player for player in table.players if player is not mover]
        moments = await asyncio.gather(*(player.hears(ply + 1) for player in others))
        found.to_others += [(moment - start) * 1000 for moment in moments]
    return load.moves


async def _watching(people: list[ScriptedBrowser], path: str) -> list["asyncio.Task[None]"]:
    """Open a socket for each, a few at a time; return once each has heard something."""
    tasks = []
    for first in range(0, len(people), 20):
        few = people[first : first + 20]
        tasks += [asyncio.create_task(person.watch(path)) for person in few]
        await asyncio.gather(*(person.hears(0) for person in few))
    return tasks


async def _crowd(table: Table, load: Load, found: Found) -> None:
    """Let one table be watched by many; note when the last of them sees each move."""
    crowd = [ScriptedBrowser(table.site.url) for _person in range(load.watchers)]
    tasks = await _watching(crowd, table.path)
    for _move in range(load.watched_moves):
        if (ready := table.next_move()) is None:
            break
        mover, notation, ply = ready
        start = time.perf_counter()
        await mover.move(table.path, notation, ply)
        moments = await asyncio.gather(*(person.hears(ply + 1) for person in crowd))
        found.to_last_watcher.append((max(moments) - start) * 1000)
        await asyncio.sleep(0.5)
    await _end(tasks)


async def _end(tasks: list["asyncio.Task[None]"]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _measure(site: Site, load: Load) -> Found:
    found = Found()
    tables = [await _open_table(site, load.seats, number) for number in range(load.tables)]
    sockets = [task for table in tables for task in await _watching(table.players, table.path)]
    if load.bots:
        await asyncio.to_thread(site.let_bots_play, load.bots)
    before = site.cpu()
    moves = sum(await asyncio.gather(*(_play(table, load, found) for table in tables)))
    found.cpu_per_move = (site.cpu() - before) / moves
    await _end(sockets)
    if load.watchers:
        await _crowd(await _open_table(site, load.seats, load.tables), load, found)
    return found


def run_live_bench(ruleset: Ruleset[Any], load: Load, write: Callable[[str], object]) -> Found:
    """Serve a site, play on it as the load says, and write down what was measured."""
    per_second = load.tables / load.think
    write(
        f"{ruleset.slug}: {load.tables} tables of {load.seats} at up to {per_second:.0f} moves/s, "
        f"then {load.watchers} watchers of one table; bots play at {load.bots} more"
    )
    with served_site(ruleset) as site:
        found = asyncio.run(_measure(site, load))
    for line in found.lines():
        write(line)
    return found


def run_bots_timing(slug: str, level: int, windows: int, pace: str) -> None:
    """Let bots play on data of their own, and print whether their time tells if they had a choice."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {
            name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}
        }
        command = [sys.executable, "-m", "games.live.bench_bots", "windows", slug]
        command += [str(level), str(windows), pace]
        environment = {**kept, "CARDCITY_DATA": folder}
        subprocess.run(command, env=environment, cwd=settings.BASE_DIR, check=True)  # noqa: S603
