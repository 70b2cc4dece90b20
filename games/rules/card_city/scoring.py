"""Income, points, places and the solo rating (CC-56 to CC-58, CC-66 to CC-70, CC-75)."""

from collections.abc import Iterator, Mapping

from games.rules.card_city.cards import (
    AREA,
    COINS_PER_POINT,
    EARNING,
    RATINGS,
    SCORING,
    SUBSIDY,
    Rating,
    triangular,
)
from games.rules.card_city.cities.city import City, size
from games.rules.card_city.cities.grid import districts
from games.rules.card_city.state import State
from games.rules.protocol import ranked


def earning_sizes(city: City) -> tuple[int, ...]:
    """Return the sizes of the districts that earn coins (CC-57)."""
    return tuple(_sizes(city, EARNING))


def income(city: City) -> int:
    """Return the coins of a round (CC-58)."""
    return SUBSIDY + sum(map(triangular, earning_sizes(city)))


def district_points(city: City) -> int:
    """Return the points of the districts that score (CC-67)."""
    return sum(map(triangular, _sizes(city, SCORING)))


def empty_cells(city: City) -> int:
    """Return how many cells of the whole square are empty (CC-67)."""
    return AREA - size(city)


def city_points(city: City) -> int:
    """Return the points as they would be now (CC-67)."""
    return district_points(city) - empty_cells(city) + city.coins // COINS_PER_POINT


def coins_left(city: City) -> int:
    """Return the coins that remain after the exchange (CC-67)."""
    return city.coins % COINS_PER_POINT


def scores(state: State) -> tuple[int, ...]:
    """Return the points in seat order (CC-67)."""
    return tuple(map(city_points, state.cities))


def places(state: State) -> tuple[int, ...]:
    """Return each seat's place: points, then coins left after the exchange, then shared (CC-69, CC-70)."""
    return ranked([(city_points(city), coins_left(city)) for city in state.cities])


def tally(state: State) -> Mapping[str, tuple[int, ...]]:
    """Return what the points of each seat come from."""
    return {
        "coins": tuple([city.coins for city in state.cities]),
        "districts": tuple(map(district_points, state.cities)),
        "empty": tuple(map(empty_cells, state.cities)),
    }


def rating(points: int) -> Rating:
    """Return what a solo score is called (CC-75)."""
    return next(row for row in reversed(RATINGS) if row.least is None or points >= row.least)


def _sizes(city: City, cards: tuple[int, ...]) -> Iterator[int]:
    return (group.bit_count() for card in cards for group in districts(city.cells[card]))
