"""The log as the table tells it: its lines, and how many of them stand beside the board."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

from games.fair import UNDO
from games.models import Game, MoveRecord
from games.rules.protocol import CHANCE
from games.selectors.frozen import FrozenDict
from games.selectors.stored.entries import CLOCK
from games.selectors.stored.logs import last_ply

LEAST_SHOWN, SHOWN_STEP = 20, 8
"""The log beside the table shows at least the last 20 plies and at most 27; all of them are in the replay."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event of one ply, with the template that tells it."""

    id: str
    ply: int
    template: str
    event: FrozenDict


class _Told(FrozenDict):
    """A stored event, read by the names of its values; what was None is not stored, and is read as None."""

    __slots__ = ()

    def __getitem__(self, name: str) -> Any:
        return next((value for each, value in self._items if each == name), None)


Lines = tuple[tuple[int | None, LogLine], ...]
"""Each line with the only seat that may read it, or None if everybody may."""


def first_shown(plies: int) -> int:
    """Return the first ply of the log beside the table; it moves on by many at once: frames stay small."""
    return max(0, plies - LEAST_SHOWN) // SHOWN_STEP * SHOWN_STEP + 1


def last_ply_of_a_seat(log: Sequence[MoveRecord]) -> int:
    """Return the last ply that was not chance's."""
    return last_ply(log, lambda record: record.seat != CHANCE)


def log_lines(log: Iterable[MoveRecord], game: Game) -> Lines:
    """Return what a log tells; plies taken back say so."""
    return tuple(pair for record in log for pair in _lines(game.pk, game.ruleset_slug, record))


def readable(lines: Lines, me: int | None) -> tuple[LogLine, ...]:
    """Return what seat ``me`` or, with None, an observer may read."""
    return tuple(line for only_for, line in lines if only_for in (None, me))


@lru_cache(maxsize=16384)
def _lines(game_id: UUID, slug: str, record: MoveRecord) -> Lines:
    """Return a ply's lines and for whom they are; a record never changes, so it is read once."""
    if record.notation == UNDO:
        event = FrozenDict({"seat": record.seat})
        return ((None, LogLine(f"log-{record.ply}-0", record.ply, "games/log/undo.html", event)),)
    events = [(f"games/{slug}/log/{event['kind']}.html", event) for event in record.events]
    if record.actor == CLOCK:
        events.insert(0, ("games/log/clock.html", {"seat": record.seat}))
    return tuple(
        (event.get("only_for"), LogLine(f"log-{record.ply}-{number}", record.ply, template, _Told(event)))
        for number, (template, event) in enumerate(events)
    )
