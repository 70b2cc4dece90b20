"""How bots behave at a table: what they say of themselves once, before they play for a seat."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from games.models import Game, Seat
from games.selectors.stored.entries import MANNERS_KEY, bot_actor, seat_key, to_the_second
from games.selectors.stored.position import keep_state, load_state
from games.services.clocks.bot_moments import let_play
from games.services.play.turns import Author, record


def stand_in(game: Game, seat: Seat, level: int, now: datetime) -> None:
    """Let a bot of a level play on for a seat of a running game, or with level 0 none."""
    let_play(game, seat, level, now)
    if not level:
        # There is no bot any more whose seat somebody could want.
        game.candidates.filter(index=seat.index).delete()
    brain = game.ruleset.brain
    if level and brain and brain.manners:
        keep_state(game, with_manners(game, load_state(game), [seat], now))
    game.wake_at = now
    game.save(update_fields=["wake_at", "ply", "head", "state", "state_digest"])


def with_manners(game: Game, state: Any, seats: Iterable[Seat], now: datetime) -> Any:
    """Return the position after the bots among these seats have said how they want to be treated.

    Nobody waits for these moves, and no clock or moment changes with them.
    """
    ruleset = game.ruleset
    manners = ruleset.brain.manners if ruleset.brain else None
    for seat in seats if manners else ():
        for move in manners(state, seat.index) if manners and seat.bot else ():
            step = ruleset.apply(state, seat.index, move)
            key = seat_key(seat.index, f"{MANNERS_KEY}{game.ply}")
            author = Author(seat.index, bot_actor(seat.bot), to_the_second(now), key)
            record(game, move, step, author)
            state = step.state
    return state
