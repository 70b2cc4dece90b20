"""The names at a table: nobody there is called like somebody else."""

from collections.abc import Iterable
from itertools import count

LONGEST = 40


def distinct_name(name: str, taken: Iterable[str]) -> str:
    """Return the name as it stands at a table, numbered if somebody there is called the same."""
    others = {other.casefold() for other in taken}
    numbered = (name if number == 1 else _numbered(name, number) for number in count(1))
    return next(found for found in numbered if found.casefold() not in others)


def _numbered(name: str, number: int) -> str:
    suffix = f" ({number})"
    return name[: LONGEST - len(suffix)] + suffix
