"""What a city is worth beyond its printed points, by weights: looked up, not added up part by part.

All that counts for it is packed into one number, a *sketch*, so that what a move would make of a city
is a sum. Rollouts meet the same few thousand sketches over and over.
"""

from collections.abc import Sequence

from games.rules.point_city.bot.assessing import (
    FIRST_HOPE,
    HOPES,
    KINDS,
    OF_TYPE,
    TURNS,
    of_ingenuity,
    of_type,
)
from games.rules.point_city.cards import BUILDINGS, CARDS, INGENUITY, TOKENS
from games.rules.point_city.packed import BUILT, COIN, LANE, PERMANENT, SORT_COINS
from games.rules.point_city.scoring import token_points
from games.rules.point_city.state import City

_PURSE = (1 << LANE * (INGENUITY + 1)) - 1
"""Symbols and ingenuity cards: the lanes of a purse that matter here."""
_PERMANENTS = LANE * (INGENUITY + 1)
_CARDS, _PLAIN, _TOKENS = (_PERMANENTS + LANE * (INGENUITY + more) for more in range(3))
_PROMISING = (1 << _CARDS) - 1
_BYTES = _CARDS // LANE
_IS_PLAIN = tuple([building.kind == "resource" and not building.points for building in BUILDINGS])
_A_PLAIN_ONE = _IS_PLAIN.index(True)


def _lanes(*numbers: int) -> int:
    return sum([255 << LANE * number for number in numbers])


_FIRST, _SECOND = _lanes(0, 1, 2, 6, 7, 8), _lanes(3, 4, 5, 9, 10)
"""Three types, and two with ingenuity. Types promise nothing together, so halves are looked up alone: each
has far fewer sketches than a whole city."""
GAINED = tuple(
    [coin & _PURSE | (number < len(CARDS)) << _CARDS for number, coin in enumerate(COIN[:BUILT])]
) + tuple([each << _PERMANENTS | plain << _PLAIN for each, plain in zip(PERMANENT, _IS_PLAIN, strict=True)])
"""What a market value adds to the sketch of a city."""
SPENT = tuple([coin & _PURSE | 1 << _CARDS for coin in SORT_COINS])
"""What a card of a sort takes away when it is spent."""
A_TOKEN = 1 << _TOKENS
PRINTED = (0,) * BUILT + tuple([building.points for building in BUILDINGS])
"""The points printed on a market value."""
_LOOKS_AT = {
    "per_unspent_ingenuity": 255 << LANE * INGENUITY,
    "per_unspent_resource_card": 255 << _CARDS,
    "per_plain_building": 255 << _PLAIN,
    "per_civic_token": 255 << _TOKENS,
}
_MASKS = tuple([_LOOKS_AT.get(token.kind, _PROMISING & ~_PURSE) for token in TOKENS])
"""The lanes of a sketch that matter to each token."""


def sketch(city: City) -> int:
    """Return all that counts of a city but its printed points, in one number."""
    plain = sum([_IS_PLAIN[card] for card in city.buildings])
    counts = len(city.cards) << _CARDS | plain << _PLAIN | len(city.tokens) << _TOKENS
    return city.purse & _PURSE | city.permanents << _PERMANENTS | counts


class Hopes:
    """What cities are worth with so many turns left."""

    def __init__(self, weights: Sequence[float], left: int) -> None:
        """Take a weight for each part."""
        early = left / TURNS
        kinds = dict(zip(KINDS, weights[-len(KINDS) :], strict=True))
        promises = _scaled(weights[FIRST_HOPE:], early)
        self._first, self._second = _Promises(promises), _Promises(promises)
        self._tokens = [
            _Worths(number, early * kinds.get(row.kind, 0.0)) for number, row in enumerate(TOKENS)
        ]

    def worth(self, sketched: int, tokens: Sequence[int]) -> float:
        """Return what a city with that sketch and those tokens is worth, but for its printed points."""
        value = self._first[sketched & _FIRST] + self._second[sketched & _SECOND]
        for token in tokens:
            value += self._tokens[token][sketched & _MASKS[token]]
        return value

    def best_tokens(self, sketched: int, line: Sequence[int], due: int) -> tuple[int, ...]:
        """Return the tokens that are worth the most to a city with that sketch."""
        ranked = sorted(line, key=lambda token: (-self._tokens[token][sketched & _MASKS[token]], token))
        return tuple(sorted(ranked[:due]))


class _Promises(dict[int, float]):
    """What the permanents and the purse in a sketch promise."""

    def __init__(self, weights: Sequence[float]) -> None:
        self._weights = weights

    def __missing__(self, sketched: int) -> float:
        lanes = sketched.to_bytes(_BYTES, "little")
        wild, permanents = lanes[INGENUITY], lanes[INGENUITY + 1 :]
        types = [_weighed(of_type(*each), self._weights) for each in zip(permanents, lanes, strict=False)]
        value = self[sketched] = sum(types) + _weighed(of_ingenuity(wild), self._weights[OF_TYPE:])
        return value


class _Worths(dict[int, float]):
    """What a token is worth, and what it may grow by."""

    def __init__(self, token: int, growth: float) -> None:
        self._token, self._growth = token, growth

    def __missing__(self, sketched: int) -> float:
        cards, plain, tokens = (sketched >> shift & 255 for shift in (_CARDS, _PLAIN, _TOKENS))
        purse, permanents = sketched & _PURSE, (sketched & _PROMISING) >> _PERMANENTS
        city = City((0,) * cards, (_A_PLAIN_ONE,) * plain, (0,) * tokens, purse, permanents)
        value = self[sketched] = token_points(self._token, city) + self._growth
        return value


def _scaled(weights: Sequence[float], early: float) -> list[float]:
    """Return the weight of every hope at a time of the game: none when it is over."""
    count = len(HOPES) if early else 0
    return [weights[at] + early * weights[len(HOPES) + at] for at in range(count)]


def _weighed(numbers: Sequence[float], weights: Sequence[float]) -> float:
    return sum([number * weight for number, weight in zip(numbers, weights, strict=False)])
