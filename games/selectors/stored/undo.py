"""Which plies may be taken back, and which make a page stale."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from games.models import MoveRecord
from games.selectors.stored.entries import is_by_bot
from games.selectors.stored.logs import Log, last_ply

LONG = 3000
"""Plies after which nothing is taken back any more and no setting changed, of both of which there is no end:
pages of a game cost what its log is long. Games that are played have a few hundred, some a thousand."""


def basis_ply(log: Sequence[MoveRecord], seat: int) -> int:
    """Return the last ply that makes older pages of the seat stale.

    It is the seat's own last, or one that was made when nobody but its mover was to act.
    """
    return last_ply(log, lambda made: made.alone or made.seat == seat)


def undoable(unveiled: Iterable[MoveRecord], seat: int) -> int | None:
    """Return the ply the seat may take back now, of those that ``since_reveal`` has.

    It is its last one, after which at most bots have moved: theirs are taken back with it.
    """
    for each in unveiled:
        if each.seat == seat:
            return each.ply
        if not is_by_bot(each):
            return None
    return None


def since_reveal(log: Log) -> tuple[MoveRecord, ...]:
    """Return the plies since the last that revealed something, without those taken back, the last first."""
    return tuple(takewhile(lambda made: not made.reveals, log.standing()))
