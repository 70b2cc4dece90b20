"""City development: which districts are ready, and where their cards may go (CC-42 to CC-51)."""

from collections.abc import Callable
from functools import lru_cache

from games.rules.card_city.cards import DECK_TYPES, GROWING, TYPES, Growth
from games.rules.card_city.cities.city import Cells, City, beside, can_build, with_coins
from games.rules.card_city.cities.grid import districts, near

_APART = tuple(row.never_beside for row in TYPES)


def supporters(city: City, card: int, district: int) -> int:
    """Return how many cards or districts that this district needs lie beside it (CC-44, CC-45)."""
    return _supporters(city.cells, card, district)


def is_ready(city: City, card: int, district: int) -> bool:
    """Tell whether a district of this type develops: one supporter more than its size (CC-44, CC-45)."""
    return supporters(city, card, district) > district.bit_count()


def growable(city: City, card: int) -> int:
    """Return the legal cells for a development of this type, supply apart (CC-46 to CC-49)."""
    if TYPES[card].counts and not city.spare:
        return 0
    cells = _around_ready(city.cells, card)
    return cells & city.frontier & ~beside(city, _APART[card]) if cells else 0


@lru_cache(maxsize=1 << 14)
def _around_ready(cells: Cells, card: int) -> int:
    """Return the cells beside the ready districts of a type."""
    ready = (group for group in districts(cells[card]) if _supporters(cells, card, group) > group.bit_count())
    around = 0
    for district in ready:
        around |= near(district)
    return around


def growths(city: City, supply: tuple[int, ...]) -> dict[int, int]:
    """Return the legal cells by type of all developments there are cards for (CC-49)."""
    by_card = {card: growable(city, card) for card in GROWING if supply[card]}
    return {card: mask for card, mask in by_card.items() if mask}


def is_stuck(city: City) -> bool:
    """Tell whether nothing can ever be added: no legal cell for any card, paid or not (CC-42)."""
    rich = with_coins(city, sum(row.cost for row in TYPES))
    return not can_build(rich, DECK_TYPES) and not any(growable(city, card) for card in GROWING)


def _supporters(cells: Cells, card: int, district: int) -> int:
    growth = TYPES[card].growth
    assert growth is not None
    return _SUPPORT[growth.kind](cells, growth, near(district))


def _touching_cards(cells: Cells, growth: Growth, around: int) -> int:
    return sum([(cells[card] & around).bit_count() for card in growth.of])


def _touching_districts(cells: Cells, growth: Growth, around: int) -> int:
    return sum([1 for card in growth.of for group in districts(cells[card]) if group & around])


_SUPPORT: dict[str, Callable[[Cells, Growth, int], int]] = {
    "cards": _touching_cards,
    "districts": _touching_districts,
}
"""How a district counts its supporters, by the kind of its growth."""
