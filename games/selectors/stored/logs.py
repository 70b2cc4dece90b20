"""The log of a game in memory: a record never changes, so each is read from the database once.

Only what is committed is kept, so a process that has a log up to the ply of a locked row has all of it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import overload

from django.db import connection, transaction
from django.db.models import Q

from games.fair import UNDO
from games.models import Game, MoveRecord
from games.selectors.stored.last_games import LastGames


class Log(Sequence[MoveRecord]):
    """The plies of a game from the first on; a longer log of the game shares them instead of copying them.

    Hundreds of records lie far apart in memory. So what every move asks is answered without passing them all.
    """

    __slots__ = ("_known", "_plies")

    def __init__(self, known: "_Known | None" = None, plies: int = 0) -> None:
        self._known, self._plies = known or _Known(), plies

    @classmethod
    def of(cls, records: Iterable[MoveRecord]) -> "Log":
        """Return the log that consists of these records, from ply 1 on."""
        known = _Known()
        for record in records:
            known.add(record)
        return cls(known, len(known.records))

    def __len__(self) -> int:
        return self._plies

    @overload
    def __getitem__(self, at: int) -> MoveRecord: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[MoveRecord, ...]: ...

    def __getitem__(self, at: int | slice) -> MoveRecord | tuple[MoveRecord, ...]:
        places = range(self._plies)[at]
        if isinstance(places, int):
            return self._known.records[places]
        return tuple([self._known.records[place] for place in places])

    def upto(self, ply: int) -> "Log":
        """Return the log as it was after a ply."""
        return self if ply >= self._plies else Log(self._known, ply)

    def followed_by(self, record: MoveRecord) -> "Log":
        """Return the log with one more ply."""
        # If another ply follows this one already, it is of a log that went another way.
        known = self._known if self._plies == len(self._known.records) else Log.of(self)._known
        known.add(record)
        return Log(known, self._plies + 1)

    def with_key(self, key: str) -> MoveRecord | None:
        """Return the ply that bears a key."""
        ply = self._known.plies_by_key.get(key, 0)
        return self._known.records[ply - 1] if 0 < ply <= self._plies else None

    def last_of(self, seat: int) -> int:
        """Return the last ply of a seat, or 0."""
        plies = self._known.plies_by_seat.get(seat, ())
        return next((ply for ply in reversed(plies) if ply <= self._plies), 0)

    def standing(self) -> Iterator[MoveRecord]:
        """Yield the plies that were not taken back, the last first."""
        ply = self._known.standing[self._plies]
        while ply:
            yield self._known.records[ply - 1]
            ply = self._known.standing[ply - 1]


class _Known:
    """The records that logs of one game share; it only grows, and each log knows how far it goes."""

    __slots__ = ("plies_by_key", "plies_by_seat", "records", "standing")

    def __init__(self) -> None:
        self.records: list[MoveRecord] = []
        self.standing = [0]
        """For each ply the last that stood after it, for ply 0 none."""
        self.plies_by_key: dict[str, int] = {}
        self.plies_by_seat: dict[int, list[int]] = {}

    def add(self, record: MoveRecord) -> None:
        ply, last = len(self.standing), self.standing[-1]
        # Who takes back the last that stands lets the one before it be the last.
        self.standing.append(self.standing[max(last - 1, 0)] if record.notation == UNDO else ply)
        if record.key is not None:
            self.plies_by_key[record.key] = ply
        self.plies_by_seat.setdefault(record.seat, []).append(ply)
        self.records.append(record)


last_logs: LastGames[Log] = LastGames(60_000, lambda log: 100 + len(log))
"""Of some 256 games of 130 plies; of longer ones there are fewer, since a ply takes 2 KB."""


def log_of(game: Game) -> Log:
    """Return the records up to the game's ply, from its first move on."""
    known = last_logs.get(game.pk) or Log()
    if len(known) < game.ply:
        # Not by way of the game: each record would keep it, with its position.
        new = tuple(MoveRecord.objects.filter(game_id=game.pk, ply__gt=len(known)))
        if connection.in_atomic_block:
            # What a transaction has not committed may still be taken back, so it is kept nowhere.
            return Log.of((*known, *new)).upto(game.ply)
        known = last_logs.change(game.pk, partial(_longer, known, new)) or known
    return known.upto(game.ply)


def _longer(read: Log, new: Iterable[MoveRecord], kept: Log | None) -> Log:
    """Return the longer of two logs, with the new records appended that it lacks."""
    log = max(kept or Log(), read, key=len)
    for record in new:
        if record.ply == len(log) + 1:
            log = log.followed_by(record)
    return log


def records_since(game: Game, ply: int, key: str = "") -> tuple[MoveRecord, ...]:
    """Return the records of a locked game after a ply, and the one that bears a key if there is one."""
    known = last_logs.get(game.pk) or Log()
    if len(known) < game.ply or not game.ply:
        return tuple(game.records.filter(Q(ply__gt=ply) | Q(key=key)))
    log = known.upto(game.ply)
    earlier = log.with_key(key)
    return (*([earlier] if earlier and earlier.ply <= ply else []), *log[ply:])


def last_ply(log: Sequence[MoveRecord], wanted: Callable[[MoveRecord], bool]) -> int:
    """Return the last ply that is wanted, or 0; mostly it is among the last, however long the log is."""
    return next((record.ply for record in reversed(log) if wanted(record)), 0)


def keep_on_commit(record: MoveRecord) -> None:
    """Keep a new record once it is in the database, if the log before it is kept."""
    transaction.on_commit(partial(last_logs.change, record.game_id, partial(_with, record)), robust=True)


def _with(record: MoveRecord, known: Log | None) -> Log | None:
    if known is not None and len(known) == record.ply - 1:
        return known.followed_by(record)
    if known and len(known) >= record.ply and known[record.ply - 1].pk != record.pk:
        # The database has gone back in time, as a replica that takes over may.
        return None
    return known
