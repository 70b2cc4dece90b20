"""The stored position of a game: a cache of its log, checked when it is read."""

import hashlib
import json
import logging
from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from django.db import transaction

from games.fair import UNDO
from games.models import Game, MoveRecord
from games.rules.protocol import Outcome, Ruleset, placed
from games.selectors.stored.last_games import LastGames

logger = logging.getLogger(__name__)
KEPT_PLIES = 16
last_positions: LastGames[Mapping[int, Any]] = LastGames(128)
"""The last positions before moves that can be taken back: an undo late in a game is no dearer."""


def digest(data: Any) -> str:
    """Return a hash of plain data, the same however it is stored."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def keep_state(game: Game, state: Any) -> None:
    """Put the position into the row, with a digest that a later reader checks."""
    game.state = game.ruleset.dump(state)
    game.state_digest = digest(game.state)


def load_state(game: Game) -> Any:
    """Return the position; a damaged cache is rebuilt from the log.

    The row keeps what was read from it: the same table is shown to several seats. A move replaces what is
    stored and never changes it in place, so the same object is the same position.
    """
    kept: tuple[Any, Any] | None = game.__dict__.get("_position")
    if kept and kept[0] is game.state:
        return kept[1]
    ruleset = game.ruleset
    if digest(game.state) == game.state_digest:
        state = ruleset.load(game.state)
        game.__dict__["_position"] = (game.state, state)
        return state
    logger.error("The stored position of game %s is damaged; rebuilt from its log.", game.pk)
    return positions(game)[-1]


def keep_on_commit(game: Game, state: Any) -> None:
    """Keep the position at the game's ply in memory, once the move that is made from it is committed."""
    transaction.on_commit(
        partial(last_positions.change, game.pk, partial(_with, game.ply, state)), robust=True
    )


def _with(ply: int, state: Any, known: Mapping[int, Any] | None) -> Mapping[int, Any]:
    return dict(sorted({**(known or {}), ply: state}.items())[-KEPT_PLIES:])


def positions_at(game: Game, plies: Collection[int]) -> Mapping[int, Any]:
    """Return the positions after some plies, from memory or from one replay."""
    known = last_positions.get(game.pk) or {}
    return known if known.keys() >= {*plies} else dict(enumerate(positions(game, max(plies))))


def positions(game: Game, upto: int | None = None) -> list[Any]:
    """Return the position after each ply, the deal first, replayed from the log up to a ply."""
    last = game.ply if upto is None else upto
    records = list(game.records.filter(ply__range=(1, last)).order_by("ply"))
    return replay(game.ruleset, game.deal, records)


def replay(ruleset: Ruleset[Any], deal: Any, records: list[MoveRecord]) -> list[Any]:
    """Return the positions a deal and a log lead to; an undo leads back to an earlier one."""
    states = [ruleset.load(deal)]
    line = [states[0]]
    for record in records:
        if record.notation == UNDO:
            line.pop()
        else:
            step = ruleset.apply(line[-1], record.seat, ruleset.parse_move(record.notation))
            line.append(step.state)
        states.append(line[-1])
    return states


def outcomes_of(game: Game, state: Any) -> tuple[Outcome, ...]:
    """Return the points and places a game ends with in this position, in seat order."""
    left = game.seats.filter(left=True).values_list("index", flat=True)
    return placed(game.ruleset, state, frozenset(left))
