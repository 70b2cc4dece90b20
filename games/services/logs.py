"""The log of a game in memory: a record never changes, so each is read from the database once."""

from collections import OrderedDict
from threading import Lock
from uuid import UUID

from django.db import connection

from games.models import Game, MoveRecord

Log = tuple[MoveRecord, ...]

KEPT_GAMES = 256
_kept: OrderedDict[UUID, Log] = OrderedDict()
_lock = Lock()


def log_of(game: Game) -> Log:
    """Return the records up to the game's ply, from its first move on."""
    known = _kept.get(game.pk, ())
    if len(known) < game.ply:
        known += tuple(game.records.filter(ply__gt=len(known)))
        # What a transaction has not committed may still be taken back.
        if not connection.in_atomic_block:
            _keep(game.pk, known)
    return known[: game.ply]


def _keep(game_id: UUID, log: Log) -> None:
    with _lock:
        _kept[game_id] = log
        _kept.move_to_end(game_id)
        if len(_kept) > KEPT_GAMES:
            _kept.popitem(last=False)
