"""What a city looks like to everybody: its cells, districts and figures (CC-5 to CC-10)."""

from dataclasses import dataclass
from functools import lru_cache

from games.rules.card_city.cards import (
    CODES,
    COINS_PER_POINT,
    DECK_TYPES,
    GROWING,
    SIZE,
    SOLD,
    TYPES,
    triangular,
)
from games.rules.card_city.cities.city import City, counted, limit, next_price
from games.rules.card_city.cities.grid import cells_of, districts, near, place_of
from games.rules.card_city.cities.growth import is_ready, is_stuck, supporters
from games.rules.card_city.scoring import city_points, district_points, empty_cells, income
from games.rules.records import hash_once


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell of the plan: a card's letter, or None where a card could lie some day.

    ``join`` are the sides (n, e, s, w) on which its district goes on, ``look`` is which of the
    pictures of its type it shows: only for the eye, and the same on every screen.
    """

    cell: int
    x: int
    y: int
    card: str | None
    join: str = ""
    look: int = 0


@dataclass(frozen=True, slots=True)
class PlanView:
    """The cells of a city and around it, as many columns and rows as are shown, and how many are used."""

    columns: int
    rows: int
    columns_used: int
    rows_used: int
    cells: tuple[CellView, ...]


@hash_once
@dataclass(frozen=True, slots=True)
class DistrictView:
    """A district: its size, its worth in coins or points, and how near it is to developing (CC-44, CC-45)."""

    card: str
    cell: int
    x: int
    y: int
    size: int
    worth: int
    support: int
    needed: int
    ready: bool


@hash_once
@dataclass(frozen=True, slots=True)
class CityView:
    """What lies in front of a player; all of it is public (CC-10, CC-78)."""

    seat: int
    plan: PlanView
    districts: tuple[DistrictView, ...]
    counted: int
    limit: int
    industrial: int
    coins: int
    income: int
    price: int
    score: int
    district_points: int
    empty: int
    coin_points: int
    stuck: bool


@lru_cache(maxsize=512)
def city_view(seat: int, city: City) -> CityView:
    """Return a city as everybody sees it."""
    return CityView(
        seat=seat,
        plan=_plan(city),
        districts=tuple(_district(city, card, group) for card in GROWING for group in _groups(city, card)),
        counted=counted(city),
        limit=limit(city),
        industrial=city.cells[SOLD].bit_count(),
        coins=city.coins,
        income=income(city),
        price=next_price(city),
        score=city_points(city),
        district_points=district_points(city),
        empty=empty_cells(city),
        coin_points=city.coins // COINS_PER_POINT,
        stuck=bool(empty_cells(city)) and is_stuck(city),
    )


def _plan(city: City) -> PlanView:
    places = [place_of(cell) for cell in cells_of(city.taken)]
    columns, rows = _shown([x for x, _ in places]), _shown([y for _, y in places])
    used = len({x for x, _ in places}), len({y for _, y in places})
    return PlanView(len(columns), len(rows), *used, _cells(city, columns, rows))


def _groups(city: City, card: int) -> tuple[int, ...]:
    return districts(city.cells[card])


def _shown(used: list[int]) -> range:
    """Return the columns, or the rows, that the plan shows: those of the city and their neighbours (CC-7)."""
    low, high = min(used), max(used)
    more = high - low + 1 < SIZE
    return range(low - more, high + more + 1)


def _cells(city: City, columns: range, rows: range) -> tuple[CellView, ...]:
    lying = {cell: card for card, mask in enumerate(city.cells) for cell in cells_of(mask)}
    cells = []
    for cell in cells_of(city.square):
        x, y = place_of(cell)
        if x in columns and y in rows:
            card = lying.get(cell)
            join = "" if card is None else _joined(city, card, cell)
            code = None if card is None else CODES[card]
            cells.append(CellView(cell, x, y, code, join, _look(card, x, y)))
    return tuple(cells)


def _look(card: int | None, x: int, y: int) -> int:
    return 0 if card is None else (5 * x + 7 * y) % TYPES[card].looks


def _joined(city: City, card: int, cell: int) -> str:
    if not TYPES[card].growth:
        return ""
    around = near(1 << cell) & city.cells[card]
    sides = {(0, -1): "n", (1, 0): "e", (0, 1): "s", (-1, 0): "w"}
    x, y = place_of(cell)
    joined = {sides[u - x, v - y] for u, v in map(place_of, cells_of(around))}
    return "".join(side for side in "nesw" if side in joined)


def _district(city: City, card: int, group: int) -> DistrictView:
    n = group.bit_count()
    first = cells_of(group)[0]
    support = supporters(city, card, group)
    return DistrictView(
        CODES[card],
        first,
        *place_of(first),
        n,
        triangular(n),
        support,
        n + 1,
        ready=is_ready(city, card, group),
    )


def supply_view(supply: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """Return each type's letter with how many cards of it are left."""
    return tuple((CODES[card], supply[card]) for card in DECK_TYPES)
