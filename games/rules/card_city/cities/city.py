"""A city: where its cards lie, what may be built there, what develops, earns and scores (CC-5 to CC-10)."""

from collections.abc import Iterator

from games.rules.card_city.cards import (
    AREA,
    LIMIT,
    SOLD,
    START,
    START_COINS,
    TYPES,
    UNCOUNTED,
    price,
)
from games.rules.card_city.cities.grid import ALL_CELLS, ORIGIN, SPAN, cells_of, near
from games.rules.records import record

_SPARE = tuple(row.raises_limit - row.counts for row in TYPES)
"""How a card of each type changes what the limit still allows."""
_COUNTS = tuple(row.counts for row in TYPES)
_COSTS = tuple(row.cost for row in TYPES)
_BUILT_APART = tuple((*row.not_built_beside, *row.never_beside) for row in TYPES)


Cells = tuple[int, ...]
"""The cells of each type, as bits."""


@record
class City:
    """The cells of each type as bits, and the coins; the rest follows from the cells, kept for speed.

    ``square`` are the cells that fit into one size square with every card of the city (CC-7),
    ``frontier`` those where a card could lie next (CC-8), ``spare`` is what the limit still allows (CC-33).
    """

    cells: Cells
    coins: int
    taken: int
    square: int
    frontier: int
    spare: int


def with_card(city: City, card: int, cell: int, cost: int = 0) -> City:
    """Return the city with one card more, paid for."""
    cells = list(city.cells)
    cells[card] |= 1 << cell
    taken, square = city.taken | 1 << cell, city.square & SPAN[cell]
    frontier = near(taken) & square & ~taken
    return City(tuple(cells), city.coins - cost, taken, square, frontier, city.spare + _SPARE[card])


def with_coins(city: City, coins: int) -> City:
    """Return the city with so many coins."""
    return City(city.cells, coins, city.taken, city.square, city.frontier, city.spare)


_BARE = City((0,) * len(TYPES), START_COINS, 0, sum(1 << cell for cell in ALL_CELLS), 0, LIMIT)
FOUNDED = with_card(_BARE, START, ORIGIN)
"""A city at the start (CC-14)."""


def size(city: City) -> int:
    """Return the number of cards (CC-6)."""
    return city.taken.bit_count()


def counted(city: City) -> int:
    """Return how many cards count against the building limit (CC-6)."""
    return city.taken.bit_count() - sum([city.cells[card].bit_count() for card in UNCOUNTED])


def limit(city: City) -> int:
    """Return the building limit (CC-33)."""
    return counted(city) + city.spare


def room(city: City) -> int:
    """Return how many counted cards could still be added at most (CC-6)."""
    return min(AREA - size(city), city.spare)


def beside(city: City, cards: tuple[int, ...]) -> int:
    """Return the cells that touch a card of these types."""
    cells = 0
    for card in cards:
        cells |= near(city.cells[card])
    return cells


def buildable(city: City, card: int) -> int:
    """Return the legal cells for a card from the hand (CC-32 to CC-38, CC-41)."""
    if city.coins < _COSTS[card] or (_COUNTS[card] and not city.spare):
        return 0
    return city.frontier & ~beside(city, _BUILT_APART[card])


def can_build(city: City, hand: tuple[int, ...]) -> bool:
    """Tell whether any of these cards can be built now (CC-39)."""
    return any([buildable(city, card) for card in hand])


def next_price(city: City) -> int:
    """Return what the next card for sale costs this city (CC-60)."""
    return price(city.cells[SOLD].bit_count())


def purchasable(city: City, supply: tuple[int, ...]) -> int:
    """Return the cells a bought card may go to; none if it cannot be bought (CC-61, CC-62)."""
    if not supply[SOLD] or city.coins < next_price(city):
        return 0
    return city.frontier & ~beside(city, _BUILT_APART[SOLD])


def lies(city: City) -> Iterator[tuple[int, int]]:
    """Yield every card with its cell, by cell."""
    for cell in cells_of(city.taken):
        yield next(card for card, mask in enumerate(city.cells) if mask >> cell & 1), cell
