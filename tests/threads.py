"""Runs things at the same moment, as many people at many browsers do."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

from games.rules.protocol import RulesError
from tests.thorough import PATIENCE

Act = Callable[[], Any]


def at_once(*acts: Act) -> list[Any]:
    """Run the acts in threads that start together; return in order what each returned, or its refusal."""
    barrier = Barrier(len(acts), timeout=PATIENCE)

    def run(act: Act) -> Any:
        try:
            barrier.wait()
            return act()
        except RulesError as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


def each_at_once(act: Callable[[int], Any], count: int) -> list[Any]:
    """Do it so many times at once, each with its number from 0 on."""
    return at_once(*[lambda number=number: act(number) for number in range(count)])
