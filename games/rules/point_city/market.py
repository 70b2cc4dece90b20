"""What the market and the deck offer: flips, pairs and what they need (PC-20 to PC-31)."""

from functools import lru_cache

from games.rules.point_city.board import LINES
from games.rules.point_city.packed import BUILT
from games.rules.point_city.state import State


def flippable(state: State) -> tuple[int, ...]:
    """Return the slots that may be flipped now, ascending (PC-20, PC-21)."""
    if state.flipped or state.over:
        return ()
    return _flippable(tuple(value >= BUILT for value in state.market))


@lru_cache(maxsize=1 << 16)
def _flippable(built: tuple[bool, ...]) -> tuple[int, ...]:
    whole = [line for line in LINES if not any(built[slot] for slot in line)]
    return tuple(sorted({slot for line in whole for slot in line}))
