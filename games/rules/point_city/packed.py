"""Small counts packed into one integer, a byte each, so that whole vectors add in one step.

A *cost* or *permanents* has five lanes, one per basic type. A *purse*, all a player can pay
with, has sixteen: symbols by basic type, ingenuity cards, cards by basic sort. No count
reaches 128, so the top bit of a lane is free to guard subtraction against borrowing.
"""

from collections.abc import Iterable

from games.rules.point_city.cards import BASIC, BUILDINGS, CARDS, INGENUITY, SORTS, WILD

LANE = 8
_LANES = len(BASIC)
_ONES = sum(1 << LANE * lane for lane in range(_LANES))
GUARD = _ONES << 7
"""The top bit of each of the five lanes."""
_SYMBOLS = (1 << LANE * _LANES) - 1
_FIRST_SORT = INGENUITY + 1
_PURSE_GUARD = sum(128 << LANE * lane for lane in range(_FIRST_SORT + WILD))
CIVIC = 1 << LANE * (_FIRST_SORT + WILD)
"""A civic symbol, in the lane above those of a purse."""

BUILT = 256
"""Added to a card's number in the market when it lies building side up."""
CARD = BUILT - 1
EMPTY = -1


def lane(packed: int, index: int) -> int:
    """Return one count."""
    return packed >> LANE * index & 255


def pack(counts: Iterable[int]) -> int:
    """Pack counts, the first into the lowest lane."""
    return sum(count << LANE * index for index, count in enumerate(counts))


def unpack(packed: int) -> tuple[int, ...]:
    """Return the counts of the five basic types."""
    return tuple((packed & _SYMBOLS).to_bytes(_LANES, "little"))


def less(counts: int, by: int) -> int:
    """Subtract lane by lane, never below zero."""
    guarded = (counts | GUARD) - by
    positive = guarded & GUARD
    return guarded & positive - (positive >> 7)


def total(counts: int) -> int:
    """Add up the five lanes."""
    return counts % 255


def symbols(purse: int) -> int:
    """Return the symbols of basic types, packed."""
    return purse & _SYMBOLS


def of_sort(purse: int, sort: int) -> int:
    """Return how many cards of a sort the purse holds."""
    return lane(purse, _SORT_LANES[sort])


def by_sort(purse: int) -> bytes:
    """Return how many cards of each sort the purse holds."""
    counts = purse.to_bytes(_FIRST_SORT + WILD, "little")
    return counts[_FIRST_SORT:] + counts[INGENUITY:_FIRST_SORT]


def drawn_on(need: int) -> int:
    """Return a mask of the cards of a purse that may help to pay the need."""
    most = most_useful(need)
    return sum(255 << shift for shift in range(0, most.bit_length(), LANE) if most >> shift & 255)


def most_useful(need: int) -> int:
    """Return the purse beyond which no card helps to pay the need."""
    counts = unpack(need)
    basic = [most for count in counts for most in (count, (count + 1) // 2)]
    return pack((*(0,) * _LANES, sum(counts), *basic))


def at_most(purse: int, most: int) -> int:
    """Return the lesser count, lane by lane."""
    beyond = (purse | _PURSE_GUARD) - most
    above = beyond & _PURSE_GUARD
    return purse - (beyond & above - (above >> 7))


def purse_of(cards: Iterable[int]) -> int:
    """Return what the resource cards can pay."""
    return sum(COIN[card] for card in cards)


def permanents_of(buildings: Iterable[int]) -> int:
    """Return the permanents of the buildings, packed."""
    return sum(PERMANENT[card] for card in buildings)


def _coin(sort: int, resource: int, count: int) -> int:
    symbols_shown = count << LANE * resource
    return symbols_shown if sort == WILD else symbols_shown | 1 << LANE * (_FIRST_SORT + sort)


_SORT_LANES = (*range(_FIRST_SORT, _FIRST_SORT + WILD), INGENUITY)
_BLANKS = (0,) * (BUILT - len(CARDS))

COIN = tuple(_coin(card.sort, card.resource, card.count) for card in CARDS) + _BLANKS + (0,) * BUILT
"""What a market value adds to a purse when it is taken: nothing if it lies building side up."""
COST = (0,) * BUILT + tuple(pack(building.cost) for building in BUILDINGS)
"""What a market value costs, packed: nothing if it lies resource side up."""
PERMANENT = tuple(0 if b.permanent is None else 1 << LANE * b.permanent for b in BUILDINGS)
IS_CIVIC = (False,) * BUILT + tuple(building.kind == "civic" for building in BUILDINGS)
SORT_COINS = tuple(next(COIN[n] for n, c in enumerate(CARDS) if c.sort == sort) for sort in range(len(SORTS)))
"""What a card of a sort adds to a purse."""
OFFER = tuple(
    cost + coin - symbols(coin) + CIVIC * is_civic + (GUARD >> 1)
    for coin, cost, is_civic in zip(COIN, COST, IS_CIVIC, strict=False)
)
"""All of a market value at once: cost and half a guard, the cards it adds to a purse, its civic symbol."""
