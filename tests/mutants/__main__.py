"""Plant each error in a copy of the project and run the tests that cover it: ``make mutants [ARGS=group]``."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from tests.mutants import ROOT, Mutant, mutants

WORKERS = 2
PATIENCE = 600
"""Seconds after which tests that hang count as having noticed."""
PYTEST = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
NO_TESTS = {4, 5}
LEFT_BEHIND = shutil.ignore_patterns(
    ".git", ".venv", "var", "__pycache__", "node_modules", ".*_cache", ".hypothesis"
)


def copies(folder: Path) -> SimpleQueue[Path]:
    """Return a copy of the project for each worker."""
    free: SimpleQueue[Path] = SimpleQueue()
    for number in range(WORKERS):
        shutil.copytree(ROOT, folder / str(number), ignore=LEFT_BEHIND)
        free.put(folder / str(number))
    return free


def notices(mutant: Mutant, root: Path) -> bool:
    """Plant the error, run its tests, take it out again; True if they failed."""
    path = root / mutant.file
    sound = path.read_text()
    path.write_text(mutant.planted(root))
    try:
        done = subprocess.run(
            [*PYTEST, *mutant.tests.split()],
            cwd=root,
            env={
                **os.environ,
                "CARDCITY_DATA": str(root / "var"),
                "TEST_SEED": "0",
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(sound)
    if done.returncode in NO_TESTS:
        raise ValueError(f"no test was run for: {mutant.breaks}\n{done.stdout.decode()}")
    return done.returncode != 0


def try_all(chosen: list[Mutant]) -> list[bool]:
    """Return which of the errors were noticed, and print each."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(WORKERS) as pool:
        free = copies(Path(folder))

        def attempt(mutant: Mutant) -> bool:
            root = free.get()
            try:
                caught = notices(mutant, root)
            finally:
                free.put(root)
            print(f"{'caught  ' if caught else 'SURVIVED'}  {mutant.group}: {mutant.breaks}", flush=True)
            return caught

        return list(pool.map(attempt, chosen))


def main(words: list[str]) -> int:
    """Try the errors of the groups named, or all; return 1 if one survived."""
    chosen = [mutant for mutant in mutants() if not words or mutant.group in words]
    results = dict(zip(chosen, try_all(chosen), strict=True))
    for group, members in groupby(chosen, key=lambda mutant: mutant.group):
        caught = [results[mutant] for mutant in members]
        print(f"{group}: {sum(caught)} caught, {len(caught) - sum(caught)} survived")
    return 0 if results and all(results.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
