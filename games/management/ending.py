"""How a command ends that somebody stops."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

ENDINGS = (signal.SIGTERM, signal.SIGHUP)
"""What a command is told by who stops it, and where the terminal or the connection to it is gone."""


@contextmanager
def tidy_when_stopped() -> Iterator[None]:
    """Let a signal end the block as an exception does, so that it puts its scratch files away."""
    before = {number: signal.getsignal(number) for number in ENDINGS}
    # Whoever ignores one, as nohup does, goes on doing so.
    heard = [number for number, how in before.items() if how is not signal.SIG_IGN]
    for number in heard:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, before[number])


def _end(number: int, _: object) -> NoReturn:
    # The exit status that a shell gives to what a signal has ended.
    sys.exit(128 + number)
