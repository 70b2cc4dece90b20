"""Scripted browsers that play at a served site, and how long a move takes to reach everybody.

The players peek into the database for a legal move; everything else goes over the wire.
"""

import asyncio
import random
import time
from dataclasses import dataclass

from games.bench import profile
from games.bench.browser import ScriptedBrowser
from games.bench.load import Found, Load
from games.bench.site import Site, calibration

CROWD_READS_AFTER = 1.0
"""Seconds after which the watchers of a table read what they are sent; all of them have it by then."""
SETTLES = 30.0
"""How many seconds after the last page was opened a site is at rest."""


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


async def _open_table(site: Site, load: Load, number: int) -> Table:
    servers = [site.urls[(number + seat * load.scattered) % len(site.urls)] for seat in range(load.seats)]
    players = [ScriptedBrowser(server) for server in servers]
    page = f"/new/{site.ruleset.slug.replace('_', '-')}/"
    path = await players[0].send_form(page, name=f"Host {number}", seats=str(load.seats), listed="yes")
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
    for person in crowd:
        person.read_after(CROWD_READS_AFTER)
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


async def measure(site: Site, load: Load) -> Found:
    """Play at a site as the load says; its games go on after that, its bots begin no more."""
    figures = Found(calibration=calibration())
    if load.idle_games:
        figures.at_rest = await _rest(site, load)
    tables = [await _open_table(site, load, number) for number in range(load.tables)]
    sockets = [task for table in tables for task in await _watching(table.players, table.path)]
    people = [player for table in tables for player in table.players]
    await asyncio.to_thread(site.let_bots_play, load.bots)
    noted = await asyncio.to_thread(profile.read, site.notes) if site.notes else {}
    before, start, heard = site.cpu(), time.perf_counter(), sum(one.bytes for one in people)
    await asyncio.gather(*(_play(table, load, figures, start + load.seconds) for table in tables))
    figures.seconds, figures.cpu = time.perf_counter() - start, site.cpu() - before
    await asyncio.to_thread(site.let_bots_play, 0)
    if site.notes:
        spent = {
            name: max(0.0, each - noted.get(name, 0.0)) for name, each in profile.read(site.notes).items()
        }
        figures.shares = {name: each / sum(spent.values()) for name, each in spent.items()}
    figures.heard, figures.memory = sum(one.bytes for one in people) - heard, site.memory()
    await _end(sockets, people)
    if load.watchers:
        await _crowd(await _open_table(site, load, load.tables), load, figures)
    return figures
