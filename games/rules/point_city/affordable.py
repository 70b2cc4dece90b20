"""Which market pairs a player can pay for: all of them found in one sweep (PC-28, PC-40).

Every slot becomes six bytes, one per resource: 64, plus what its building costs, minus what
its resource card would add. Sixteen of them make one long integer; it plus itself shifted by
one slot (or one row) holds every pair across (or down), each byte 128 too high. Subtracting
the player's means from every pair at once leaves bytes above 128 where symbols are missing.
"""

from operator import itemgetter

from games.rules.point_city.board import PAIRS, SIDE, SLOTS
from games.rules.point_city.cards import INGENUITY
from games.rules.point_city.packed import COIN, COST, LANE, lane

_LANES = INGENUITY + 1
_GROUP = LANE * _LANES
_ALL = _GROUP * SLOTS
_MEANS = (1 << _GROUP) - 1
_HALF = 64
NO_PAIR = (0, 0)
Pair = tuple[int, int]


def _tag(value: int) -> bytes:
    return bytes(_HALF + lane(COST[value], index) - lane(COIN[value], index) for index in range(_LANES))


def _place(pair: Pair) -> int:
    a, b = pair
    return a if b == a + 1 else SLOTS + a


def _each(groups: range | list[int], byte: int, lanes: range) -> int:
    return sum(byte << _GROUP * group + LANE * index for group in groups for index in lanes)


_TAGS = tuple(_tag(value) for value in range(len(COST)))
_PLACES = list(map(_place, PAIRS))
_UNPAIRED = [SLOTS - 1, *range(2 * SLOTS - SIDE, 2 * SLOTS)]
_PAD = _each(_UNPAIRED, _HALF, range(_LANES))
_REPEAT = _each(range(SLOTS), 1, range(1))
_BASIC_GUARD = _each(range(2 * SLOTS), 128, range(INGENUITY))
_ADD_UP = _each(range(1), 1, range(_LANES))
_LAST = range(INGENUITY, _LANES)
_LAST_LANE = _each(_PLACES, 255, _LAST)
_LAST_TWICE = _each(_PLACES, 2 * 128, _LAST)
_LAST_GUARD = _each(_PLACES, 128, _LAST)
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
    some = lack & _BASIC_GUARD
    missing = (lack & some - (some >> 7)) * _ADD_UP
    # A group's last byte is 128 less the ingenuity cards in ``lack``, the sum of its missing
    # symbols in ``missing``: together they pass 128 where the cards are too few.
    allowed = _LAST_TWICE - (lack & _LAST_LANE) - (missing & _LAST_LANE) & _LAST_GUARD
    return allowed.to_bytes(_BYTES, "little")[INGENUITY::_LANES]
