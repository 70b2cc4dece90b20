"""Plant each error in a copy of the project and run the tests that cover it: ``make mutants [ARGS=group]``.

Before that the same tests must be green in the same copy, else whatever is red anyway would seem to notice everything.
"""

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import TypeVar

from tests.mutants import ROOT, Mutant, mutants

WORKERS = 2
PATIENCE = 600
"""Seconds after which tests hang."""
PYTEST = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
LEFT_BEHIND = shutil.ignore_patterns(
    ".git", ".venv", "var", "__pycache__", "node_modules", ".*_cache", ".hypothesis"
)
Given, Made = TypeVar("Given"), TypeVar("Made")


class Outcome(StrEnum):
    """How tests end with an error planted."""

    CAUGHT = "caught"
    HUNG = "HUNG"
    """They were green a moment ago, so they notice; but somebody has to wait and wonder."""
    SURVIVED = "SURVIVED"
    BROKEN = "BROKEN"
    """They could not be run to an end, which says nothing about them."""


OUTCOMES = {0: Outcome.SURVIVED, 1: Outcome.CAUGHT, None: Outcome.HUNG}
"""By pytest's exit status; with any other one no test has failed."""
NOTICED = {Outcome.CAUGHT, Outcome.HUNG}


class NotGreenError(Exception):
    """Tests are not green although nothing is planted."""


def copies(folder: Path) -> SimpleQueue[Path]:
    """Return a copy of the project for each worker."""
    free: SimpleQueue[Path] = SimpleQueue()
    for number in range(WORKERS):
        shutil.copytree(ROOT, folder / str(number), ignore=LEFT_BEHIND)
        free.put(folder / str(number))
    return free


def run(tests: str, root: Path) -> tuple[int | None, str]:
    """Run tests in a copy; return pytest's exit status, None if they hang, and what was printed."""
    own = {"CARDCITY_DATA": str(root / "var"), "TEST_SEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [*PYTEST, *tests.split()],
            cwd=root,
            env={**os.environ, **own},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, f"no end after {PATIENCE} seconds"
    return done.returncode, done.stdout


def require_green(tests: str, root: Path) -> None:
    """Refuse to go on with tests that fail, hang or are none at all while nothing is planted."""
    status, printed = run(tests, root)
    if status != 0:
        raise NotGreenError(f"Nothing is planted, and {tests} ended with {status}:\n{printed}")
    print(f"green     {tests}", flush=True)


def attempt(mutant: Mutant, root: Path) -> Outcome:
    """Plant the error, run its tests, take it out again; print and return how they ended."""
    path = root / mutant.file
    sound = path.read_text()
    path.write_text(mutant.planted(root))
    try:
        status, printed = run(mutant.tests, root)
    finally:
        path.write_text(sound)
    found = OUTCOMES.get(status, Outcome.BROKEN)
    print(f"{found:8}  {mutant.group}: {mutant.breaks}", flush=True)
    if found == Outcome.BROKEN:
        print(f"pytest ended with {status}:\n{printed}", flush=True)
    return found


def try_all(chosen: list[Mutant]) -> list[Outcome]:
    """Return how the tests of each error ended, after they were green without it."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(WORKERS) as pool:
        free = copies(Path(folder))

        def in_copies(work: Callable[[Given, Path], Made], all_given: Iterable[Given]) -> list[Made]:
            def in_one(given: Given) -> Made:
                root = free.get()
                try:
                    return work(given, root)
                finally:
                    free.put(root)

            return list(pool.map(in_one, all_given))

        in_copies(require_green, dict.fromkeys(mutant.tests for mutant in chosen))
        return in_copies(attempt, chosen)


def main(words: list[str]) -> int:
    """Try the errors of the groups named, or all; return 1 if one was not noticed."""
    chosen = [mutant for mutant in mutants() if not words or mutant.group in words]
    try:
        results = dict(zip(chosen, try_all(chosen), strict=True))
    except NotGreenError as refusal:
        print(refusal, file=sys.stderr)
        return 1
    for group, members in groupby(chosen, key=lambda mutant: mutant.group):
        counts = Counter(results[mutant] for mutant in members)
        print(f"{group}: {', '.join(f'{counts[way]} {way.lower()}' for way in Outcome)}")
    return 0 if results and NOTICED.issuperset(results.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
