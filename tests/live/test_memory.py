"""What rooms keep in memory: nothing, once nobody watches."""

import asyncio
import gc
import os
from collections import Counter
from pathlib import Path

from games import parts
from games.live.rooms.room import Room, Watcher
from games.live.rooms.scene import Scene
from games.parts import Part
from tests.live.pages import Page, running
from tests.thorough import PATIENCE, THOROUGH

ROOMS, GAMES = (10_000, 50) if THOROUGH else (60, 5)
MEGABYTES = 30
"""What all the rooms but the first together may leave: less than a hundredth of a table each."""


def kept():
    """Return how many there are of what a room is made of, but for the parts that are remembered for any page.

    Those have a bound of their own, and grow with the time: who was here a moment ago is away in minutes.
    """
    parts._remembered.cache_clear()
    gc.collect()
    # Not by isinstance: that evaluates whatever lazy value another test has left.
    return Counter(kind for kind in map(type, gc.get_objects()) if kind in {Room, Watcher, Scene, Part})


def memory():
    """Return the megabytes this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def settled():
    """Return what is kept once nobody watches: the last look may still be on its way in a thread of its own."""
    async with asyncio.timeout(PATIENCE):
        while any(kept()[kind] for kind in (Room, Watcher, Scene)):
            await asyncio.sleep(0.05)
    return kept()


async def test_rooms_that_are_closed_leave_nothing_in_memory(slow_hub):
    games = [await running() for _ in range(GAMES)]
    for number in range(ROOMS):
        game, (anna, _) = games[number % GAMES]
        page = await Page.of(game, anna)
        assert await page.hear()
        await page.disconnect()
        if number == 2 * GAMES:
            before, held = await settled(), memory()
    assert slow_hub.rooms == {}
    after = await settled()
    assert after[Part] <= before[Part]
    assert memory() - held < MEGABYTES
