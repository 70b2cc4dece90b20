"""How much is tried: what CI has time for or, with ``THOROUGH=1``, all of it (``make nightly``).

Random games by day start from a seed that every commit changes, so that a month of days plays more
different games than one night. A run prints at its end what repeats it (``REPEAT``), any day and in any commit:

- ``TEST_SEED=N`` sets where random games start, and which tests have their turn.
- ``TEST_NIGHT=N``, from 0 on Monday to 6, sets which seventh a night (``THOROUGH=1``) plays of what takes longest.
- ``TEST_DEALS=N`` deals the games of a test's own otherwise than it is dealt them every day, or every night.
"""

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

THOROUGH = bool(os.environ.get("THOROUGH"))
WALKS = 250 if THOROUGH else 25
"""Through the positions of a title by Hypothesis, of 20 steps each."""
PATIENCE = 60
"""How many seconds a test waits for what must come; what comes at once costs nothing."""


def _commit():
    # The clone may belong to somebody else than who runs its tests.
    asked = ["git", "-c", "safe.directory=*", "rev-parse", "--short=7", "HEAD"]
    try:
        found = subprocess.run(asked, cwd=Path(__file__).parent, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(found.stdout, 16)


def _asked(name):
    """Return the number that somebody has asked for, or None; 0 is a number, an empty word is none."""
    text = os.environ.get(name, "")
    return int(text) if text else None


def _first(*numbers):
    return next(number for number in numbers if number is not None)


SEED = _first(_asked("TEST_SEED"), _commit())
"""Where random games start: each commit tries others, the same ones each time."""
DEALS = _first(_asked("TEST_DEALS"), SEED if THOROUGH else 0)
"""Which games a test is dealt that asks for no others: the same by day, so that none is red by chance."""
NIGHTS = 7
NIGHT = _first(_asked("TEST_NIGHT"), datetime.now(UTC).weekday())
"""Which share of what takes longest is tried tonight."""
REPEAT = " ".join(
    [
        f"TEST_SEED={SEED}",
        *([f"THOROUGH=1 TEST_NIGHT={NIGHT}"] if THOROUGH else []),
        *([] if _asked("TEST_DEALS") is None else [f"TEST_DEALS={DEALS}"]),
    ]
)
"""What to set so that a run plays the same games as this one."""


def seeds(by_day, in_all):
    """Return the seeds of so many games of this commit's, or of all there is time for at night."""
    return range(in_all) if THOROUGH else range(SEED, SEED + by_day)


def seeds_of_the_night(by_day, in_a_week):
    """Return the seeds of so many games of this commit's, or of a seventh: a week of nights plays all of them."""
    return range(NIGHT, in_a_week, NIGHTS) if THOROUGH else seeds(by_day, in_a_week)


def of_the_day(values):
    """Return one of some values, another one with each commit, or all of them when there is time."""
    values = tuple(values)
    return values if THOROUGH else values[SEED % len(values) :][:1]


def share(values, by_day):
    """Yield so many of some values, spread evenly and others with each commit, or all of them when there is time."""
    values = list(values)
    stride = 1 if THOROUGH else max(len(values) // by_day, 1)
    yield from values[SEED % stride :: stride]


def ends(counts):
    """Return the fewest and the most of some counts, or all of them when there is time."""
    return tuple(counts) if THOROUGH else tuple(dict.fromkeys((min(counts), max(counts))))
