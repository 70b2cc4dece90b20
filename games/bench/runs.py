"""Measurements as a whole: a site is served, played at and ended, and what was found is written down."""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import nullcontext
from statistics import median
from typing import Any

from django.conf import settings

from games.bench.drive import measure
from games.bench.load import Found, Load
from games.bench.site import checked_out, off_the_servers_core, served_site
from games.rules.protocol import Ruleset

Write = Callable[[str], object]
LOOKS, CHECKED_SECONDS, MOST_LOOPS = 3, 15.0, 0.35


def run_live_bench(
    ruleset: Ruleset[Any], load: Load, write: Write, servers: int = 0, *, profiled: bool = False
) -> Found:
    """Serve a site, play on it as the load says, and write down what was measured.

    With ``servers`` that many processes serve it, on the PostgreSQL and Redis of the environment.
    """
    write(f"{ruleset.slug}: {load}")
    own_core = nullcontext() if servers else off_the_servers_core()
    with served_site(ruleset, servers=servers, profiled=profiled) as site, own_core:
        figures = asyncio.run(measure(site, load))
    for line in figures.lines(load.seats):
        write(line)
    return figures


def check(ruleset: Ruleset[Any], write: Write) -> bool:
    """Tell whether a move costs as little CPU as it must, in calibration loops; look again before a no."""
    for _look in range(LOOKS):
        figures = run_live_bench(ruleset, Load(seconds=CHECKED_SECONDS, watchers=0), write)
        write(
            f"{ruleset.slug}: a move takes {figures.loops:.3f} calibration loops of CPU, at most {MOST_LOOPS}"
        )
        if figures.loops <= MOST_LOOPS:
            return True
    return False


def run_against(ruleset: Ruleset[Any], load: Load, commit: str, rounds: int, write: Write) -> None:
    """Drive another commit's server and this one's in turn, and write how the second does by the first."""
    write(f"{ruleset.slug} against {commit}, {rounds} rounds each: {load}")
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
                figures = asyncio.run(measure(each, load))
                kept.append(figures.figures(load.seats))
    for name in ours[0]:
        write(_compared(name, [one[name] for one in theirs], [one[name] for one in ours]))


def _compared(name: str, theirs: list[float], ours: list[float]) -> str:
    """Return both medians, and the median and the spread of the ratios of neighbouring rounds."""
    ratios = [our / their for their, our in zip(theirs, ours, strict=True)]
    line = f"{name}: {median(theirs):.1f} there, {median(ours):.1f} here"
    return f"{line}, ratio {median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})"


def run_bots_timing(slug: str, level: int, windows: int, pace: str) -> None:
    """Let bots play on data of their own, and print whether their time tells if they had a choice."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {
            name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}
        }
        command = [sys.executable, "-m", "games.bench.bots", "windows", slug]
        command += [str(level), str(windows), pace]
        environment = {**kept, "CARDCITY_DATA": folder}
        subprocess.run(command, env=environment, cwd=settings.BASE_DIR, check=True)  # noqa: S603
