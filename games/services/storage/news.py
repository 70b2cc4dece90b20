"""Says that a game has a new ply; whoever listens must not need every message."""

import logging
from functools import partial
from uuid import UUID

from django.db import transaction
from django.dispatch import Signal

logger = logging.getLogger(__name__)

ply_committed = Signal()
"""Sent after the commit with ``game_id`` and ``ply``; a table without a game has ply 0."""


def _send(game_id: UUID, ply: int) -> None:
    for _receiver, answer in ply_committed.send_robust(sender=None, game_id=game_id, ply=ply):
        if isinstance(answer, Exception):
            logger.warning("A listener failed for game %s at ply %s: %r", game_id, ply, answer)


def announce_on_commit(game_id: UUID, ply: int) -> None:
    """Tell the listeners once the transaction is in the database."""
    transaction.on_commit(partial(_send, game_id, ply), robust=True)
