"""What a player achieved, for the statistics: the city is shared, so what counts are Plans (KM-3, KM-40)."""

from collections.abc import Mapping

from games.rules.karciane_miasto.state import State
from games.rules.words import gettext_noop


def built(state: State, seat: int) -> Mapping[str, int]:
    """Return how many Plans the seat fulfilled."""
    fulfilled = state.players[seat].fulfilled
    return {gettext_noop("Fulfilled Plan"): fulfilled} if fulfilled else {}
