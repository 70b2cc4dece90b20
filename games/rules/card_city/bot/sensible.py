"""The moves worth a look: parking, for which any place will do, is not built where a home would grow."""

from games.rules.card_city.bot.prospects import CULTURE, HOME
from games.rules.card_city.cards import DECK_TYPES, EARNING, SCORING, SOLD
from games.rules.card_city.cities.city import City, buildable
from games.rules.card_city.cities.grid import cells_of
from games.rules.card_city.cities.growth import is_ready
from games.rules.card_city.engine import legal_moves
from games.rules.card_city.moves import Build, Move
from games.rules.card_city.state import Phase, State

_PARKING = {*DECK_TYPES} - {*SCORING, *EARNING, *CULTURE, SOLD}
"""What does nothing where it lies."""


def sensible(state: State, seat: int) -> tuple[Move, ...]:
    """Return the legal moves of a seat among which it should choose."""
    moves = legal_moves(state, seat)
    if state.phase != Phase.BUILD or not (sites := _home_sites(state.cities[seat])):
        return moves
    parking = [move for move in moves if isinstance(move, Build) and move.card in _PARKING]
    spoiling = [move for move in parking if sites >> move.cell & 1]
    return moves if spoiling == parking else tuple([move for move in moves if move not in spoiling])


def _home_sites(city: City) -> int:
    """Return the cells on which a home would be ready to grow at once (CC-44)."""
    return sum([1 << cell for cell in cells_of(buildable(city, HOME)) if is_ready(city, HOME, 1 << cell)])
