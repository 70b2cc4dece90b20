"""Moves that pages make over their sockets: ``move PLY KEY NOTATION``, answered ``moved PLY`` or ``refused``.

The page posts a move that was refused once more with the same key: the answer to a form can say why, and
brings the table as it is now.
"""

import logging

from django.utils import timezone

from games.digits import PLY_DIGITS, read_number
from games.live.rooms.room import Watcher
from games.live.threads import in_move_thread
from games.models import Game
from games.rules.protocol import RulesError
from games.services.background.faults import noting
from games.services.people.accounts import note_visit
from games.services.play.door import Order, play_move

logger = logging.getLogger(__name__)

WORD = "move "
REFUSED = "refused"


async def answer_move(watcher: Watcher, text: str) -> str:
    """Make the move a page asks for, as whoever holds its socket; return what the page is told.

    The table itself comes in a frame, as it does to everybody else. Whoever was banned or has left is
    refused at once; a session that ended has its socket closed by the next sweep.
    """
    order = _order(text)
    if order is None:
        return REFUSED
    try:
        ply = await in_move_thread(_play, watcher, order)
    except (RulesError, Game.DoesNotExist):
        return REFUSED
    except Exception:
        logger.exception("A move in game %s was left without an answer", watcher.game_id)
        return REFUSED
    return f"moved {ply}"


def _play(watcher: Watcher, order: Order) -> int:
    """Make the move; like a posted form it counts as a visit, so no mail calls an account that is here."""
    ply = play_move(watcher.game_id, watcher.held.viewer, order)
    if watcher.held.viewer.user_id is not None:
        with noting("a visit"):
            watcher.visited_at = note_visit(watcher.held.viewer.user_id, watcher.visited_at, timezone.now())
    return ply


def _order(text: str) -> Order | None:
    """Return what a page asks for, if that can be read; a notation may have several words."""
    _, ply, key, notation = [*text.split(" ", 3), "", "", ""][:4]
    seen = read_number(ply, PLY_DIGITS)
    return None if seen is None else Order(notation, seen, key)
