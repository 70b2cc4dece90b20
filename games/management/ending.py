"""How a command ends that somebody stops."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

STOPPED = 128 + signal.SIGTERM
"""The exit status that a shell gives to what was told to stop."""


@contextmanager
def tidy_when_stopped() -> Iterator[None]:
    """Let a TERM end the block as an exception does, so that it puts its scratch files away."""
    before = signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(*_: object) -> NoReturn:
    sys.exit(STOPPED)
