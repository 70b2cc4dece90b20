"""What a city is made of, for the statistics of whoever built it."""

from collections.abc import Mapping

from games.rules.card_city.cards import DECK_TYPES, TYPES
from games.rules.card_city.state import State


def built(state: State, seat: int) -> Mapping[str, int]:
    """Return how many cards of each type lie in the seat's city, its City Hall apart (CC-14)."""
    cells = state.cities[seat].cells
    return {TYPES[card].name: cells[card].bit_count() for card in DECK_TYPES if cells[card]}
