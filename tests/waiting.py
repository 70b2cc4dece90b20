"""Waits for what must come, however slow the machine is."""

from collections.abc import Callable
from time import monotonic, sleep
from typing import TypeVar

from tests.thorough import PATIENCE

T = TypeVar("T")


def until(found: Callable[[], T], every: float = 0.01) -> T:
    """Return what is found once it is something; look again after so many seconds, and fail if it never is."""
    end = monotonic() + PATIENCE
    while not (value := found()):
        assert monotonic() < end, "What was waited for did not come."
        sleep(every)
    return value
