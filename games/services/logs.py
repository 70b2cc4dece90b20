"""The log of a game in memory: a record never changes, so each is read from the database once.

Only what is committed is kept, so a process that has a log up to the ply of a locked row has all of it.
"""

from collections import OrderedDict
from functools import partial
from threading import Lock
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q

from games.models import Game, MoveRecord

Log = tuple[MoveRecord, ...]

KEPT_GAMES = 256
_kept: OrderedDict[UUID, Log] = OrderedDict()
_lock = Lock()


def log_of(game: Game) -> Log:
    """Return the records up to the game's ply, from its first move on."""
    known = _kept.get(game.pk, ())
    if len(known) < game.ply:
        # Not by way of the game: each record would keep it, with its position.
        known += tuple(MoveRecord.objects.filter(game_id=game.pk, ply__gt=len(known)))
        # What a transaction has not committed may still be taken back.
        if not connection.in_atomic_block:
            _keep(game.pk, known)
    return known[: game.ply]


def records_since(game: Game, ply: int, key: str = "") -> Log:
    """Return the records of a locked game after a ply, and the one that bears a key if there is one."""
    known = _kept.get(game.pk, ())
    if len(known) < game.ply or not game.ply:
        return tuple(game.records.filter(Q(ply__gt=ply) | Q(key=key)))
    return tuple(made for made in known[: game.ply] if made.ply > ply or made.key == key)


def keep_on_commit(made: MoveRecord) -> None:
    """Keep a new record once it is in the database, if the log before it is kept."""
    transaction.on_commit(partial(_append, made), robust=True)


def forget() -> None:
    """Keep nothing any more."""
    with _lock:
        _kept.clear()


def _append(made: MoveRecord) -> None:
    with _lock:
        known = _kept.get(made.game_id)
        if known is None:
            return
        if len(known) == made.ply - 1:
            _kept[made.game_id] = (*known, made)
        elif len(known) >= made.ply and known[made.ply - 1].pk != made.pk:
            # The database has gone back in time, as a replica that takes over may.
            del _kept[made.game_id]


def _keep(game_id: UUID, log: Log) -> None:
    with _lock:
        # Another thread may have kept more meanwhile.
        _kept[game_id] = max(log, _kept.get(game_id, ()), key=len)
        _kept.move_to_end(game_id)
        if len(_kept) > KEPT_GAMES:
            _kept.popitem(last=False)
