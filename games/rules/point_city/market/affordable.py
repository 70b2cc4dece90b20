"""Which market pairs a player can pay for: all of them found in one sweep (PC-28, PC-40).

Every slot becomes six bytes, one per resource: 64, plus what its building costs, minus what
its resource card would add. Sixteen of them make one long integer; it plus itself shifted by
one slot (or one row) holds every pair across (or down), each byte 128 too high. Subtracting
the player's means from every pair at once leaves bytes above 128 where symbols are missing.
The last byte is 127 less the ingenuity cards, once its top bit is off: with the missing symbols
added up it passes 127 where the cards are too few.
"""

from collections.abc import Iterable
from operator import itemgetter

from games.rules.point_city.board import PAIRS, SIDE, SLOTS
from games.rules.point_city.cards import INGENUITY
from games.rules.point_city.packed import COIN, COST, LANE, lane

_LANES = INGENUITY + 1
_GROUP = LANE * _LANES
_ALL = _GROUP * SLOTS
_MEANS = (1 << _GROUP) - 1
_HALVES = (*[64] * INGENUITY, 127)
NO_PAIR = (0, 0)
Pair = tuple[int, int]


def _tag(value: int) -> bytes:
    cost, coin = COST[value], COIN[value]
    return bytes(half + lane(cost, index) - lane(coin, index) for index, half in enumerate(_HALVES))


def _place(pair: Pair) -> int:
    a, b = pair
    return a if b == a + 1 else SLOTS + a


def _each(groups: Iterable[int], group: Iterable[int]) -> int:
    lanes = list(enumerate(group))
    return sum(byte << _GROUP * number + LANE * index for number in groups for index, byte in lanes)


_TAGS = tuple(_tag(value) for value in range(len(COST)))
_PLACES = list(map(_place, PAIRS))
_ALONE = [SLOTS - 1, *range(2 * SLOTS - SIDE, 2 * SLOTS)]
_LAST = (*[0] * INGENUITY, 1)
_PAD = _each(_ALONE, _HALVES) + _each(range(2 * SLOTS), _LAST)
_REPEAT = _each(range(SLOTS), [1])
_GUARD = _each(range(2 * SLOTS), [128] * _LANES)
_ADD_UP = _each([0], [1] * _LANES)
_TOO_MUCH = _each(_PLACES, _LAST) << 7
_BYTES = 2 * SLOTS * _LANES
PLACES = tuple(dict(zip(_PLACES, PAIRS, strict=True)).get(place, NO_PAIR) for place in range(2 * SLOTS))
"""The pair at each place of a sweep: sixteen across, sixteen down, some of them no pair at all."""


def sweep(market: tuple[int, ...], means: int) -> bytes:
    """Return a byte per place of ``PLACES``, not zero where the pair can be paid for.

    ``means`` are permanents and a purse added up; the purse's sorts are cut off.
    """
    tags = int.from_bytes(b"".join(itemgetter(*market)(_TAGS)), "little")
    poor = tags - (means & _MEANS) * _REPEAT
    across, down = poor + (tags >> _GROUP), poor + (tags >> _GROUP * SIDE)
    lack = across + (down << _ALL) + _PAD
    some = lack & _GUARD
    missing = (lack & some - (some >> 7)) * _ADD_UP
    return (missing & _TOO_MUCH ^ _TOO_MUCH).to_bytes(_BYTES, "little")[INGENUITY::_LANES]
