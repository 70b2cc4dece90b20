"""What a city may still become, in figures that are weighed and added up to points.

Most figures follow from a few cells only and are kept for these: of the cities that differ in one card,
hardly one has to be looked at as a whole.
"""

from functools import lru_cache

from games.rules.card_city.cards import (
    AREA,
    COINS_PER_POINT,
    EARNING,
    SCORING,
    SOLD,
    TYPES,
    price,
    triangular,
)
from games.rules.card_city.cities.city import Cells, City
from games.rules.card_city.cities.grid import cells_of, districts, near

FIGURES = (
    "points",
    "districts",
    "merger",
    "merger_near",
    "homes",
    "home_sites",
    "culture_site",
    "income",
    "trade_growth",
    "trade_near",
    "trade_site",
    "cards",
    "room",
    "cramped",
    "coins",
    "savings",
    "purchase",
)
"""What is counted of a city, in the order of ``figures``."""
(HOME,), (_TRADE,) = SCORING, EARNING
_GROWTH = TYPES[HOME].growth
CULTURE = _GROWTH.of if _GROWTH else ()
_BARRING = TYPES[HOME].never_beside
_MANY = 1 << 16
_DEAREST = max(row.cost for row in TYPES)
_SITES, _TIGHT = 4, 3
"""More cells for homes do not matter, nor does more room keep a city from being cramped."""

Figures = tuple[float, ...]


def figures(city: City) -> Figures:
    """Return the figures of a city; those of homes count residential districts, of trade commercial ones."""
    return _figures(city.cells, city.frontier, city.coins, city.taken.bit_count(), city.spare)


@lru_cache(maxsize=_MANY)
def _figures(cells: Cells, frontier: int, coins: int, cards: int, spare: int) -> Figures:
    homes, trade, culture, bars = cells[HOME], cells[_TRADE], 0, 0
    for card in CULTURE:
        culture |= cells[card]
    for card in _BARRING:
        bars |= cells[card]
    beside_homes, open_cells = near(homes), frontier & ~near(bars)
    spare = min(spare, AREA - cards)
    districts_now = _homes(homes, culture, open_cells & beside_homes)
    return (
        districts_now[0] + cards - AREA + coins // COINS_PER_POINT,
        *districts_now,
        min(_SITES, (open_cells & ~beside_homes).bit_count()),
        _culture_site(homes, culture, frontier & beside_homes),
        *_trade(trade, homes, frontier & near(trade)),
        _most_homes(homes, frontier & beside_homes & ~near(trade)),
        cards,
        spare,
        max(0, _TIGHT - spare) if cards < AREA else 0,
        coins,
        min(coins, _DEAREST),
        coins >= price(cells[SOLD].bit_count()),
    )


@lru_cache(maxsize=_MANY)
def _homes(homes: int, culture: int, sites: int) -> Figures:
    """Return the points of the districts, the most that one card adds to them, and how many there are.

    It may add them now, or as soon as the district beside it touches one cultural card more, if there
    is a cell for that one besides.
    """
    groups = [(group.bit_count(), near(group)) for group in districts(homes)]
    ready = almost = 0
    for count, around in groups:
        lead = (culture & around).bit_count() - count
        free = around & sites
        if lead > 0:
            ready |= free
        elif lead == 0 and free & (free - 1):
            almost |= free
    points = sum([triangular(count) for count, _ in groups])
    return points, _best_merger(groups, ready), _best_merger(groups, almost & ~ready), len(groups)


def _best_merger(groups: list[tuple[int, int]], cells: int) -> int:
    """Return the most points a card on one of the cells adds by joining the districts it touches."""
    best = 0
    for cell in cells_of(cells):
        joined = [count for count, around in groups if around >> cell & 1]
        best = max(best, triangular(1 + sum(joined)) - sum(map(triangular, joined)))
    return best


@lru_cache(maxsize=_MANY)
def _culture_site(homes: int, culture: int, sites: int) -> int:
    """Return the most points that one cultural card adds by making districts grow by a card each."""
    growing = []
    for group in districts(homes):
        count, around = group.bit_count(), near(group)
        if (culture & around).bit_count() >= count:
            growing.append((count + 1, around))
    return max(
        [sum([more for more, around in growing if around >> cell & 1]) for cell in cells_of(sites)], default=0
    )


@lru_cache(maxsize=_MANY)
def _trade(trade: int, homes: int, sites: int) -> Figures:
    """Return the coins of a round, and how many more there are when districts grow: now, and almost."""
    coins = now = almost = 0
    groups = districts(homes)
    for group in districts(trade):
        count, around = group.bit_count(), near(group)
        coins += triangular(count)
        lead = sum([1 for other in groups if other & around]) - count
        if around & sites and lead > 0:
            now += triangular(count + lead) - triangular(count)
        elif around & sites and lead == 0:
            almost += count + 1
    return coins, now, almost


@lru_cache(maxsize=_MANY)
def _most_homes(homes: int, sites: int) -> int:
    """Return how many residential districts one of the cells touches at most."""
    arounds = [near(group) for group in districts(homes)]
    return max([sum([around >> cell & 1 for around in arounds]) for cell in cells_of(sites)], default=0)
