"""Where a served site's CPU goes: what each thread's functions take themselves, added up by groups.

``bench --live --profile`` serves by way of this, as ``python -m games.bench.profile FOLDER serve --port 0``.
To note every call makes a site several times slower, and what calls much look dearer: shares count alone.
"""

import cProfile
import marshal
import os
import pstats
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

GROUPS = {
    "difference of two trees": ("games/parts.py:changes", "games/parts.py:_list_changes"),
    "drawing": ("django/template/", "django/utils/", "games/parts.py", "selectors/boards/", "templatetags/"),
    "database": ("django/db/", "psycopg", "selectors/stored/prepared.py", "cardcity_site/postgresql/"),
    "at rest: referee, housekeeping": ("services/upkeep/referee.py", "services/upkeep/housekeeping.py"),
    "rules": ("games/rules/",),
    "compression": ("live/serving/deflate.py",),
    "moves, log, fairness": ("games/services/", "games/models/", "games/fair/", "selectors/stored/"),
    "values for the templates": ("games/selectors/",),
    "hub and rooms": ("games/live/",),
    "requests": ("django/core/", "django/middleware/", "django/contrib/", "django/http/", "games/views/"),
    "loop, HTTP, sockets": ("twisted/", "autobahn/", "daphne/", "channels", "asgiref/", "asyncio/"),
}
"""Each with what stands in the names of its functions; the first that fits counts. What fits none, such as
what is built in, belongs to who calls it."""
REST = "the rest"
SECONDS_APART = 1.0
ROUNDS = 12
"""So many calls deep what belongs to no group is traced to who does."""

Name = tuple[str, int, str]
Callers = Mapping[Name, tuple[int, int, float, float]]
Stats = Mapping[Name, tuple[int, int, float, float, Callers]]
"""As ``pstats`` has them: a function's own time is the third, also of what is told by caller."""


def by_group(stats: Stats) -> dict[str, float]:
    """Return the seconds of each group; what belongs to none is its callers', as much as each had of it."""
    shares = {name: {group: 1.0} if (group := _group_of(name)) else {} for name in stats}
    passed_on = [name for name, share in shares.items() if not share]
    for _ in range(ROUNDS):
        shares |= {name: _of_callers(stats[name][4], shares) for name in passed_on}
    totals: dict[str, float] = defaultdict(float)
    for name, (_, _, own, _, _) in stats.items():
        for group, share in (shares[name] or {REST: 1.0}).items():
            totals[group] += share * own
    return dict(totals)


def _of_callers(callers: Callers, shares: Mapping[Name, Mapping[str, float]]) -> dict[str, float]:
    """Return whose a function is, as far as it is known whose its callers are."""
    weights: dict[str, float] = defaultdict(float)
    for caller, (_, _, own, _) in callers.items():
        for group, share in shares[caller].items():
            weights[group] += share * own
    whole = sum(weights.values())
    return {group: spent / whole for group, spent in weights.items()} if whole else {}


def _group_of(name: Name) -> str | None:
    place = f"{name[0]}:{name[2]}"
    return next((group for group, marks in GROUPS.items() if any(mark in place for mark in marks)), None)


def read(folder: Path) -> dict[str, float]:
    """Return the seconds of each group, of all threads, when they were written last."""
    files = [str(each) for each in folder.glob("*.prof")]
    stats: Any = pstats.Stats(*files) if files else None
    return by_group(stats.stats) if stats else {}


class Profiler:
    """Notes what every thread of this process does from now on, and writes it into a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._profiles: list[cProfile.Profile] = []
        threading.Thread(target=self._keep_writing, name="profiler", daemon=True).start()
        run = threading.Thread.run

        def noted(thread: threading.Thread) -> None:
            profile = self.note()
            run(thread)
            profile.disable()

        threading.Thread.run = noted  # type: ignore[method-assign]

    def note(self) -> cProfile.Profile:
        """Begin to note what this thread does."""
        profile = cProfile.Profile(time.thread_time)
        self._profiles.append(profile)
        profile.enable()
        return profile

    def _keep_writing(self) -> None:
        while True:
            time.sleep(SECONDS_APART)
            for number, profile in enumerate(self._profiles):
                profile.snapshot_stats()  # type: ignore[attr-defined]
                # A thread that has only begun has done nothing yet, which cannot be read.
                if not profile.stats:  # type: ignore[attr-defined]
                    continue
                new = self._folder / f"{number}.new"
                new.write_bytes(marshal.dumps(profile.stats))  # type: ignore[attr-defined]
                new.replace(new.with_suffix(".prof"))


def main(folder: str, *command: str) -> None:
    """Run a command of ``manage.py`` and note what it does."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardcity_site.settings")
    from django.core.management import execute_from_command_line

    Profiler(Path(folder)).note()
    execute_from_command_line(["manage.py", *command])


if __name__ == "__main__":
    main(*sys.argv[1:])
