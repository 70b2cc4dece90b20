"""The log of a game in memory: a record never changes, so each is read from the database once.

Only what is committed is kept, so a process that has a log up to the ply of a locked row has all of it.
"""

from collections.abc import Callable, Sequence
from functools import partial

from django.db import connection, transaction
from django.db.models import Q

from games.models import Game, MoveRecord
from games.services.last_games import LastGames

Log = tuple[MoveRecord, ...]

last_logs: LastGames[Log] = LastGames(256)


def log_of(game: Game) -> Log:
    """Return the records up to the game's ply, from its first move on."""
    known = last_logs.get(game.pk) or ()
    if len(known) < game.ply:
        # Not by way of the game: each record would keep it, with its position.
        known += tuple(MoveRecord.objects.filter(game_id=game.pk, ply__gt=len(known)))
        # What a transaction has not committed may still be taken back.
        if not connection.in_atomic_block:
            # Another thread may have kept more meanwhile.
            last_logs.change(game.pk, lambda other: max(known, other or (), key=len))
    return known[: game.ply]


def records_since(game: Game, ply: int, key: str = "") -> Log:
    """Return the records of a locked game after a ply, and the one that bears a key if there is one."""
    known = last_logs.get(game.pk) or ()
    if len(known) < game.ply or not game.ply:
        return tuple(game.records.filter(Q(ply__gt=ply) | Q(key=key)))
    log = known[: game.ply]
    return tuple([made for made in log[:ply] if made.key == key]) + log[ply:]


def last_ply(log: Sequence[MoveRecord], wanted: Callable[[MoveRecord], bool]) -> int:
    """Return the last ply that is wanted, or 0; mostly it is among the last, however long the log is."""
    return next((made.ply for made in reversed(log) if wanted(made)), 0)


def keep_on_commit(record: MoveRecord) -> None:
    """Keep a new record once it is in the database, if the log before it is kept."""
    transaction.on_commit(partial(last_logs.change, record.game_id, partial(_with, record)), robust=True)


def _with(record: MoveRecord, known: Log | None) -> Log | None:
    if known is not None and len(known) == record.ply - 1:
        return (*known, record)
    if known and len(known) >= record.ply and known[record.ply - 1].pk != record.pk:
        # The database has gone back in time, as a replica that takes over may.
        return None
    return known
