"""Reading the fields of a draft leniently: an old link may carry anything; what is unknown is left out."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


def known(values: Sequence[str], numbers: Mapping[str, int]) -> list[int]:
    """Return the numbers of the values that have one."""
    return [numbers[value] for value in values if value in numbers]


def last(found: Sequence[T]) -> T | None:
    """Return the last one, or None if there is none."""
    return found[-1] if found else None


def choose(clicks: Sequence[int], most: int) -> tuple[int, ...]:
    """Return what is chosen after a row of clicks: the same again drops, one too many ousts the oldest."""
    choice: tuple[int, ...] = ()
    for click in clicks:
        others = tuple(other for other in choice if other != click)
        choice = others if click in choice else (*choice, click)
    return choice[-most:] if most else ()
