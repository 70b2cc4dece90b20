"""What benches need of bots: tables of bots alone, and how long they take in windows that look alike.

``bench`` runs these in a process on a site's data of its own, as ``python -m games.bench.bots``.
"""

import os
import sys
import time
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from games.bots.levels import LEVELS

COLLECTED = 500
MOST_SECONDS = 1800.0
TABLES = 16
NEXT_GAMES = 0.5
"""After so many seconds bots whose game has ended begin another."""


def open_tables(slug: str, count: int, levels: tuple[int, ...], pace: str) -> None:
    """Start games of bots alone; one of them sits where a guest sat down."""
    from django.db import transaction
    from django.utils import timezone

    from games.models import Guest, Seat
    from games.selectors.stored.statements import locked_game
    from games.selectors.viewers import Viewer
    from games.services.play.manners import stand_in
    from games.services.tables.bots import open_against_bots
    from games.services.tables.seating import Plan

    for _ in range(count):
        host = Viewer(guest_id=Guest.objects.create(name="Host").pk, name="Host")
        plan = Plan(slug, len(levels), {}, listed=True, bot_pace=pace)
        game = open_against_bots(host, plan, levels[1:])
        with transaction.atomic():
            game = locked_game(game.pk)
            stand_in(game, Seat.objects.get(game=game, index=0), levels[0], timezone.now())


def keep_playing(slug: str, bots: int) -> None:
    """Let so many bots of the highest level play each other, two at a table, until this process is ended.

    A line is printed once the first games run; others follow those that end, so that the bots always think.
    """
    from games.models import Game, Seat

    while True:
        running = Seat.objects.filter(bot=LEVELS[-1], game__status=Game.Status.RUNNING).count()
        open_tables(slug, (bots - running + 1) // 2, (LEVELS[-1],) * 2, "once")
        print(flush=True)
        time.sleep(NEXT_GAMES)


def open_idle(slug: str, seats: int, count: int) -> None:
    """Start games of guests who do not move; print the key of each, and of each guest's session."""
    from django.contrib.sessions.backends.db import SessionStore

    from games.models import Guest
    from games.selectors.viewers import GUEST_KEY, Viewer
    from games.services.tables.seating import Plan, open_table, sit

    for _ in range(count):
        people = [
            Viewer(guest_id=Guest.objects.create(name=f"Guest {index}").pk, name=f"Guest {index}")
            for index in range(seats)
        ]
        game = open_table(people[0], Plan(slug, seats, {}, listed=True))
        for viewer in people[1:]:
            sit(game.pk, viewer, "")
        sessions = [SessionStore() for _ in people]
        for session, viewer in zip(sessions, people, strict=True):
            session[GUEST_KEY] = str(viewer.guest_id)
            session.create()
        print(game.pk, *(session.session_key for session in sessions))


class Windows:
    """How many seconds bots took to answer in windows, with and without anything to choose."""

    def __init__(self) -> None:
        self.found: dict[bool, list[float]] = {True: [], False: []}
        self._since: dict[tuple[UUID, int], tuple[bool, float]] = {}

    def hear(self, game_id: UUID, **_: Any) -> None:
        """Note who was awaited until this ply, and who is from now on."""
        from games.models import Game
        from games.selectors.stored.position import load_state

        now, game = time.monotonic(), Game.objects.get(pk=game_id)
        mover = game.records.order_by("-ply").filter(seat__gte=0).values_list("seat", flat=True).first()
        had_choice, since = self._since.pop((game_id, mover or 0), (False, None))
        if since is not None:
            self.found[had_choice].append(now - since)
        ruleset, state = game.ruleset, load_state(game)
        waiting = ruleset.to_act(state)
        clocks = ruleset.clocks
        for seat in waiting if clocks else ():
            kind = clocks.kind_of(state, seat)
            if kind in clocks.look_alikes:
                self._since.setdefault((game_id, seat), (kind not in clocks.disguised_as, now))

    def is_enough(self, most: int) -> bool:
        """Tell whether there are so many of both."""
        return min(map(len, self.found.values())) >= most


def measure_windows(
    slug: str, level: int, most: int = COLLECTED, pace: str = "brisk", seconds: float = MOST_SECONDS
) -> None:
    """Play games of bots until there are so many windows of both sorts, and print how alike they are."""
    from games.services.bots.steward import Steward
    from games.services.storage.news import ply_committed

    windows, steward = Windows(), Steward(max(1, (os.cpu_count() or 2) // 2))
    ply_committed.connect(windows.hear)
    steward.start()
    begin = time.monotonic()
    while not windows.is_enough(most) and time.monotonic() < begin + seconds:
        if not _some_wait():
            open_tables(slug, TABLES, (level,) * 3, pace)
            steward.wake()
        time.sleep(0.5)
    steward.stop()
    ply_committed.disconnect(windows.hear)
    print(f"{slug}, level {level}, {pace}: ", end="")
    report(windows.found[True][:most], windows.found[False][:most])


def report(with_choice: Sequence[float], without: Sequence[float]) -> None:
    """Print how alike two samples are, if there are two."""
    from games.bots.samples import distance, likelihood

    print(f"{len(with_choice)} windows with a choice, {len(without)} without")
    if not (with_choice and without):
        print("There is nothing to compare: bots of this title were only in windows of one sort, if in any.")
        return
    for name, sample in (("with", with_choice), ("without", without)):
        ordered = sorted(sample)
        cuts = [ordered[int(share * (len(ordered) - 1))] for share in (0.05, 0.5, 0.95)]
        print(f"{name}: " + ", ".join(f"{cut:.3f} s" for cut in cuts) + " (5 %, median, 95 %)")
    apart, chance = distance(with_choice, without), likelihood(with_choice, without)
    print(f"Kolmogorov-Smirnov: D {apart:.3f}, p {chance:.3f}")


def _some_wait() -> bool:
    from games.models import Seat

    return Seat.objects.filter(bot_at__isnull=False).exists()


def main(what: str, slug: str, *rest: str) -> None:
    """Do one of these on the data that the environment names."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "cardcity_site.settings"
    import django

    django.setup()
    if what == "idle":
        seats, count = rest
        open_idle(slug, int(seats), int(count))
    elif what == "play":
        keep_playing(slug, int(*rest))
    else:
        from django.core.management import call_command

        level, count, pace = rest
        call_command("migrate", verbosity=0)
        measure_windows(slug, int(level), int(count), pace)


if __name__ == "__main__":
    main(*sys.argv[1:])
