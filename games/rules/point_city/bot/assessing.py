"""What a position is worth: named parts of every city, such as points, permanents and symbols in hand.

All but the points are hopes: they count for a seat that will still move, and those called ``… early`` the
more the earlier it is. A token has a part for its kind, which is what it may still grow by.
"""

from functools import cache

from games.rules.point_city.cards import INGENUITY, LEVELS, TOKENS
from games.rules.point_city.packed import lane, unpack
from games.rules.point_city.scoring import automa_points, city_points
from games.rules.point_city.state import State

Numbers = tuple[float, ...]

TURNS = 17
"""How often a player moves in a game (PC-56)."""
_OF_TYPE = ("permanents", "types", "pairs", "triples", "symbols", "colours", "spare symbols", "reach")
_OF_INGENUITY = ("ingenuity", "spare ingenuity")
HOPES = (*_OF_TYPE, *_OF_INGENUITY)
OF_TYPE = len(_OF_TYPE)
KINDS = tuple(dict.fromkeys(token.kind for token in TOKENS if token.kind != "flat"))
_POINTS = ("points", "automa")
FIRST_HOPE = len(_POINTS)
PARTS = (*_POINTS, *HOPES, *(f"{name} early" for name in HOPES), *KINDS)


def assess(state: State) -> tuple[Numbers, ...]:
    """Return how much every seat has of each part."""
    return tuple([_city_parts(state, seat) for seat in range(state.deal.seats)])


def turns_left(state: State, seat: int) -> int:
    """Return how often a seat still moves, the turn in progress included."""
    if state.over:
        return 0
    players, left = len(state.cities), state.deal.turns - state.turn + 1
    wait = (seat - state.holder) % players
    return (left - wait + players - 1) // players


@cache
def of_type(permanents: int, symbols: int) -> Numbers:
    """Return what the permanents of a type and its symbols in hand are to each part that goes by types."""
    steps = (permanents, permanents >= 1, permanents >= 2, permanents >= 3)
    return (*steps, symbols, symbols >= 1, max(0, symbols - 2), min(4, permanents + symbols))


@cache
def of_ingenuity(cards: int) -> Numbers:
    """Return what so many ingenuity cards are to each part that goes by them."""
    return cards, max(0, cards - 2)


def _city_parts(state: State, seat: int) -> Numbers:
    city, left = state.cities[seat], turns_left(state, seat)
    hopes = _hopes(city.permanents, city.purse) if left else (0.0,) * len(HOPES)
    early = left / TURNS
    return (
        city_points(city),
        _automa_points(state),
        *hopes,
        *[each * early for each in hopes],
        *[count * early for count in _kinds(city.tokens)],
    )


def _hopes(permanents: int, purse: int) -> Numbers:
    types = [of_type(*each) for each in zip(unpack(permanents), unpack(purse), strict=True)]
    return (*map(sum, zip(*types, strict=True)), *of_ingenuity(lane(purse, INGENUITY)))


@cache
def _kinds(tokens: tuple[int, ...]) -> tuple[int, ...]:
    """Return how many of some tokens are of each kind."""
    held = [TOKENS[token].kind for token in tokens]
    return tuple([held.count(kind) for kind in KINDS])


def _automa_points(state: State) -> int:
    """Return what the automa has in the solo game."""
    level = LEVELS[state.deal.options.level]
    return sum([automa_points(city, level) for city in state.cities[state.deal.seats :]])
