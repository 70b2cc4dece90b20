"""What a city is made of, for the statistics of whoever built it."""

from collections import Counter
from collections.abc import Mapping

from games.rules.point_city.cards import BUILDINGS
from games.rules.point_city.state import State


def built(state: State, seat: int) -> Mapping[str, int]:
    """Return how many buildings of each name stand in the seat's city (PC-27)."""
    return Counter(BUILDINGS[card].name for card in state.cities[seat].buildings)
