"""Points and places (PC-60 to PC-64, PC-75 to PC-77)."""

from collections.abc import Callable, Mapping

from games.rules.point_city.cards import BASIC, BUILDINGS, LEVELS, TOKENS, WILD, Level, Token
from games.rules.point_city.packed import lane, of_sort, unpack
from games.rules.point_city.state import City, State
from games.rules.protocol import ranked


def printed_points(city: City) -> int:
    """Return the points printed on the buildings (PC-60)."""
    return sum(BUILDINGS[card].points for card in city.buildings)


def token_points(token: int, city: City) -> int:
    """Return what one civic token is worth in a city (PC-61)."""
    row = TOKENS[token]
    return row.points * _TIMES[row.kind](row, city)


def city_points(city: City) -> int:
    """Return a player's points as they would be now (PC-60)."""
    return printed_points(city) + sum(token_points(token, city) for token in city.tokens)


def automa_points(city: City, level: Level) -> int:
    """Return the automa's points on a level (PC-76)."""
    counts = unpack(city.permanents)
    permanents = level.per_permanent * sum(counts) + sum(_step(level, count) for count in counts)
    tokens = level.per_civic_token * len(city.tokens)
    return printed_points(city) + permanents + tokens + level.per_ingenuity_card * of_sort(city.purse, WILD)


def points(state: State) -> tuple[int, ...]:
    """Return the points of every city, the automa's included."""
    humans = tuple(map(city_points, state.cities[: state.deal.seats]))
    level = LEVELS[state.deal.options.level]
    return humans + tuple(automa_points(city, level) for city in state.cities[state.deal.seats :])


def scores(state: State) -> tuple[int, ...]:
    """Return the points in seat order (PC-60)."""
    return points(state)[: state.deal.seats]


def city_places(state: State) -> tuple[int, ...]:
    """Return the place of every city: points, then unspent cards, then shared (PC-64, PC-77)."""
    unspent = (len(city.cards) for city in state.cities)
    return ranked(tuple(zip(points(state), unspent, strict=True)))


def places(state: State) -> tuple[int, ...]:
    """Return each seat's place; a solo player ranks against the automa (PC-77)."""
    return city_places(state)[: state.deal.seats]


def tally(state: State) -> Mapping[str, tuple[int, ...]]:
    """Return the automa's points, and what points and places come from, the automa after the seats."""
    return {
        "automa": points(state)[state.deal.seats :],
        "printed": tuple(map(printed_points, state.cities)),
        "unspent": tuple([len(city.cards) for city in state.cities]),
    }


def _step(level: Level, count: int) -> int:
    scale = level.per_type_count
    return scale[min(count, len(scale)) - 1] if scale and count else 0


def _of_resource(row: Token, city: City) -> int:
    return lane(city.permanents, row.resources[0])


def _of_pair(row: Token, city: City) -> int:
    return min(lane(city.permanents, resource) for resource in row.resources)


def _of_full_set(row: Token, city: City) -> int:
    return min(unpack(city.permanents))


def _of_rich_types(row: Token, city: City) -> int:
    return sum(count >= row.min_count for count in unpack(city.permanents))


def _of_missing_types(row: Token, city: City) -> int:
    return len(BASIC) - sum(map(bool, unpack(city.permanents)))


def _of_plain_buildings(row: Token, city: City) -> int:
    built = (BUILDINGS[card] for card in city.buildings)
    return sum(building.kind == "resource" and building.points == 0 for building in built)


_TIMES: dict[str, Callable[[Token, City], int]] = {
    "flat": lambda row, city: 1,
    "per_resource": _of_resource,
    "per_pair": _of_pair,
    "per_full_set": _of_full_set,
    "per_type_at_least": _of_rich_types,
    "per_missing_type": _of_missing_types,
    "per_unspent_ingenuity": lambda row, city: of_sort(city.purse, WILD),
    "per_unspent_resource_card": lambda row, city: len(city.cards),
    "per_civic_token": lambda row, city: len(city.tokens),
    "per_plain_building": _of_plain_buildings,
}
"""How many times a token's points count, by the token's kind (PC-61)."""
