"""How long a move takes to reach everybody: a served site, many tables, scripted browsers.

The players peek into the database for a legal move; everything else goes over the wire.
"""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from statistics import median, quantiles
from typing import Any

from django.conf import settings

from games.live import profile
from games.live.bench_site import Site, calibration, checked_out, off_the_servers_core, served_site
from games.live.scripted import ScriptedBrowser
from games.rules.protocol import Ruleset

Write = Callable[[str], object]
SETTLES = 30.0
"""How many seconds after the last page was opened a site is at rest."""
LOOKS, CHECKED_SECONDS, MOST_LOOPS = 3, 15.0, 0.35


@dataclass(frozen=True, slots=True)
class Load:
    """What is played."""

    tables: int = 20
    seats: int = 4
    seconds: float = 30.0
    rate: float | None = 20.0
    """Moves a second at all tables together; none if each table moves again once all have seen its move."""
    watchers: int = 500
    watched_moves: int = 10
    bots: int = 0
    """How many bots of level 4 play each other meanwhile, two at a table, without a pause."""
    idle_games: int = 0
    """Tables with a page for each seat at which nobody moves, measured alone and for as long, before."""

    def __str__(self) -> str:
        pace = "as fast as it goes" if self.rate is None else f"at up to {self.rate:g} moves/s"
        rest = f"then {self.watchers} watchers of one table; {self.bots} bots think meanwhile"
        rest += f"; before that {self.idle_games} idle ones" if self.idle_games else ""
        return f"{self.tables} tables of {self.seats} {pace} for {self.seconds:g} s, {rest}"


@dataclass(slots=True)
class Found:
    """What was measured; times in milliseconds."""

    answered: list[float] = field(default_factory=list)
    to_others: list[float] = field(default_factory=list)
    seconds: float = 0.0
    cpu: float = 0.0
    heard: int = 0
    """Bytes of all the frames that players got."""
    memory: float = 0.0
    calibration: float = 0.0
    to_last_watcher: list[float] = field(default_factory=list)
    at_rest: float | None = None
    """Milliseconds of CPU that idle games cost in a second."""
    shares: dict[str, float] = field(default_factory=dict)
    """What part of the CPU went into what, if the site was profiled."""

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return len(self.answered)

    @property
    def loops(self) -> float:
        """How many calibration loops take as much CPU as a move."""
        return self.cpu / self.moves / self.calibration

    def figures(self, seats: int) -> dict[str, float]:
        """Return each figure by its name: the same names for every run of a load."""
        cuts = dict(zip(range(1, 100), quantiles(self.to_others, n=100, method="inclusive"), strict=True))
        return {
            "CPU ms a move": self.cpu / self.moves,
            "CPU of a move by the calibration loop's": self.loops,
            "p50 ms to others": cuts[50],
            "p95 ms to others": cuts[95],
            "p99 ms to others": cuts[99],
            "moves/s": self.moves / self.seconds,
            "bytes a move and seat": self.heard / self.moves / seats,
            "RSS MB": self.memory,
            "calibration ms": self.calibration,
            **({} if self.at_rest is None else {"CPU ms a second at rest": self.at_rest}),
        }

    def lines(self, seats: int) -> Iterator[str]:
        """Return the figures in words."""
        figures = self.figures(seats)
        yield f"{self.moves} moves in {self.seconds:.1f} s, {figures['moves/s']:.1f} a second"
        yield f"a move was answered: {percentiles(self.answered)}"
        yield f"{len(self.to_others)} times a move reached another seat: {percentiles(self.to_others)}"
        yield f"server CPU per move: {figures['CPU ms a move']:.1f} ms"
        yield f"frames: {figures['bytes a move and seat']:.0f} bytes a move and seat"
        yield f"server RSS: {self.memory:.0f} MB; calibration loop: {self.calibration:.0f} ms of CPU"
        if self.to_last_watcher:
            yield f"last of the watchers: {percentiles(self.to_last_watcher)}"
        if self.at_rest is not None:
            yield f"idle games: {self.at_rest:.1f} ms of CPU a second"
        yield from self._by_group()

    def _by_group(self) -> Iterator[str]:
        for name, share in sorted(self.shares.items(), key=lambda each: -each[1]):
            yield f"  {name}: {share:.0%}"


def percentiles(values: list[float]) -> str:
    """Return p50, p95 and p99 in words."""
    cuts = quantiles(values, n=100, method="inclusive")
    return ", ".join(f"p{rank} {cuts[rank - 1]:.1f} ms" for rank in (50, 95, 99))


@dataclass(slots=True)
class Table:
    """A running game and who plays it."""

    path: str
    players: list[ScriptedBrowser]
    site: Site
    chance: random.Random

    def next_move(self) -> tuple[ScriptedBrowser, str, int] | None:
        """Return who is to move, a legal move and the ply, or None when the game is over."""
        ply, state = self.site.position(self.path)
        seats = sorted(self.site.ruleset.to_act(state))
        if not seats:
            return None
        move = self.chance.choice(self.site.ruleset.legal_moves(state, seats[0]))
        return self.players[seats[0]], str(move), ply


async def _open_table(site: Site, seats: int, number: int) -> Table:
    players = [ScriptedBrowser(site.urls[(number + seat) % len(site.urls)]) for seat in range(seats)]
    page = f"/new/{site.ruleset.slug.replace('_', '-')}/"
    path = await players[0].send_form(page, name=f"Host {number}", seats=str(seats), listed="yes")
    for index, player in enumerate(players[1:]):
        await player.send_form(f"{path}sit/", name=f"Guest {number}.{index}")
    for player in players:
        await player.look_how_to_move(path)
    return Table(path, players, site, random.Random(number))  # noqa: S311


async def _play(table: Table, load: Load, found: Found, end: float) -> None:
    """Play one table at its pace until that moment, or until its game is over."""
    while True:
        if load.rate:
            await asyncio.sleep(load.tables / load.rate * table.chance.uniform(0.5, 1.5))
        if time.perf_counter() > end or (ready := table.next_move()) is None:
            return
        mover, notation, ply = ready
        start = time.perf_counter()
        await mover.move(table.path, notation, ply)
        found.answered.append((time.perf_counter() - start) * 1000)
        others = [player for player in table.players if player is not mover]
        moments = await asyncio.gather(*(player.hears(ply + 1) for player in others))
        found.to_others += [(moment - start) * 1000 for moment in moments]


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
    crowd = [ScriptedBrowser(table.site.urls[0]) for _person in range(load.watchers)]
    tasks = await _watching([*table.players, *crowd], table.path)
    for _move in range(load.watched_moves):
        if (ready := table.next_move()) is None:
            break
        mover, notation, ply = ready
        start = time.perf_counter()
        await mover.move(table.path, notation, ply)
        moments = await asyncio.gather(*(person.hears(ply + 1) for person in crowd))
        found.to_last_watcher.append((max(moments) - start) * 1000)
        await asyncio.sleep(0.5)
    await _end(tasks, table.players + crowd)


async def _end(tasks: list["asyncio.Task[None]"], people: list[ScriptedBrowser]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for person in people:
        person.hang_up()


async def _rest(site: Site, load: Load) -> float:
    """Open idle games with a page for each seat; return how much CPU all of them cost in a second."""
    sockets: list[asyncio.Task[None]] = []
    everybody: list[ScriptedBrowser] = []
    for path, sessions in await asyncio.to_thread(site.open_idle, load.idle_games, load.seats):
        people = [ScriptedBrowser(site.urls[0], sessionid=key) for key in sessions]
        sockets += await _watching(people, path)
        everybody += people
    await asyncio.sleep(SETTLES)
    before, start = site.cpu(), time.perf_counter()
    await asyncio.sleep(load.seconds)
    spent = (site.cpu() - before) / (time.perf_counter() - start)
    await _end(sockets, everybody)
    return spent


async def _measure(site: Site, load: Load) -> Found:
    found = Found(calibration=calibration())
    if load.idle_games:
        found.at_rest = await _rest(site, load)
    tables = [await _open_table(site, load.seats, number) for number in range(load.tables)]
    sockets = [task for table in tables for task in await _watching(table.players, table.path)]
    people = [player for table in tables for player in table.players]
    await asyncio.to_thread(site.let_bots_play, load.bots)
    noted = await asyncio.to_thread(profile.read, site.notes) if site.notes else {}
    before, start, heard = site.cpu(), time.perf_counter(), sum(one.bytes for one in people)
    await asyncio.gather(*(_play(table, load, found, start + load.seconds) for table in tables))
    found.seconds, found.cpu = time.perf_counter() - start, site.cpu() - before
    await asyncio.to_thread(site.let_bots_play, 0)
    if site.notes:
        spent = {
            name: max(0.0, each - noted.get(name, 0.0)) for name, each in profile.read(site.notes).items()
        }
        found.shares = {name: each / sum(spent.values()) for name, each in spent.items()}
    found.heard, found.memory = sum(one.bytes for one in people) - heard, site.memory()
    await _end(sockets, people)
    if load.watchers:
        await _crowd(await _open_table(site, load.seats, load.tables), load, found)
    return found


def run_live_bench(
    ruleset: Ruleset[Any], load: Load, write: Write, servers: int = 0, *, profiled: bool = False
) -> Found:
    """Serve a site, play on it as the load says, and write down what was measured.

    With ``servers`` that many processes serve it, on the PostgreSQL and Redis of the environment.
    """
    write(f"{ruleset.slug}: {load}")
    own_core = nullcontext() if servers else off_the_servers_core()
    with served_site(ruleset, servers=servers, profiled=profiled) as site, own_core:
        found = asyncio.run(_measure(site, load))
    for line in found.lines(load.seats):
        write(line)
    return found


def check(ruleset: Ruleset[Any], write: Write) -> bool:
    """Tell whether a move costs as little CPU as it must, in calibration loops; look again before a no."""
    for _look in range(LOOKS):
        found = run_live_bench(ruleset, Load(seconds=CHECKED_SECONDS, watchers=0), write)
        write(
            f"{ruleset.slug}: a move takes {found.loops:.3f} calibration loops of CPU, at most {MOST_LOOPS}"
        )
        if found.loops <= MOST_LOOPS:
            return True
    return False


def run_against(ruleset: Ruleset[Any], load: Load, commit: str, rounds: int, write: Write) -> None:
    """Drive another commit's server and this one's in turn, and write how the second does by the first."""
    write(f"{ruleset.slug} against {commit}, {rounds} rounds each: {replace(load, watchers=0)}")
    theirs: list[dict[str, float]] = []
    ours: list[dict[str, float]] = []
    with (
        checked_out(commit) as code,
        served_site(ruleset, code) as other,
        served_site(ruleset) as site,
        off_the_servers_core(),
    ):
        for _round in range(rounds):
            for each, kept in ((other, theirs), (site, ours)):
                found = asyncio.run(_measure(each, replace(load, watchers=0)))
                kept.append(found.figures(load.seats))
    for name in ours[0]:
        write(_compared(name, [one[name] for one in theirs], [one[name] for one in ours]))


def _compared(name: str, theirs: list[float], ours: list[float]) -> str:
    """Return both medians, and the median and the spread of the ratios of neighbouring rounds."""
    ratios = [our / their for their, our in zip(theirs, ours, strict=True)]
    told = f"{name}: {median(theirs):.1f} there, {median(ours):.1f} here"
    return f"{told}, ratio {median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})"


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
