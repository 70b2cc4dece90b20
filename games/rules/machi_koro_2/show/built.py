"""What a city is made of, for the statistics of whoever built it."""

from collections.abc import Mapping

from games.rules.machi_koro_2.cards import CARDS, ESTABLISHMENTS
from games.rules.machi_koro_2.state import State, owned


def built(state: State, seat: int) -> Mapping[str, int]:
    """Return the copies of each establishment in the seat's city, and its landmarks (MK-42)."""
    city = state.cities[seat]
    copies = {ESTABLISHMENTS[kind].name: city.copies[kind] for kind in owned(city)}
    return copies | {CARDS[landmark].name: 1 for landmark in city.landmarks}
