"""What the market offers: flips, and pairs with what they cost and bring (PC-20 to PC-29)."""

from functools import lru_cache
from itertools import combinations

from games.rules.point_city.board import LINES, PAIRS
from games.rules.point_city.moves import Flip, TakeMarket
from games.rules.point_city.packed import BUILT, COIN, COST, IS_CIVIC, less, relevant
from games.rules.point_city.payments import affordable, payments
from games.rules.point_city.state import City, State

Tokens = tuple[int, ...]

_BARE = tuple((a, b, TakeMarket(a, b)) for a, b in PAIRS)
_NO_FLIPS: tuple[Flip, ...] = ()


def flips(state: State) -> tuple[Flip, ...]:
    """Return the flips that are open now, by slot (PC-20, PC-21)."""
    if state.flipped or state.over:
        return _NO_FLIPS
    return _flips(tuple([value >= BUILT for value in state.market]))


def takes(state: State, city: City) -> list[TakeMarket]:
    """Return every way to take a market pair, by pair, payment and tokens (PC-26 to PC-28)."""
    market, line = state.market, state.line
    own, permanents = city.purse, city.permanents
    moves: list[TakeMarket] = []
    for a, b, bare in _BARE:
        x, y = market[a], market[b]
        cost = COST[x] + COST[y]
        if not cost:
            moves.append(bare)
            continue
        need = less(cost, permanents)
        purse = own + COIN[x] + COIN[y]
        if affordable(need, purse):
            civic = IS_CIVIC[x] + IS_CIVIC[y]
            moves += _takes((a, b), need, relevant(purse, need), line if civic else (), civic)
    return moves


def has_take(state: State, city: City) -> bool:
    """Whether any market pair can be taken (PC-32)."""
    return any(affordable(*terms(state, city, a, b)) for a, b in PAIRS)


def terms(state: State, city: City, a: int, b: int) -> tuple[int, int]:
    """Return the need of a pair and the purse that may pay it, both packed (PC-34, PC-37)."""
    x, y = state.market[a], state.market[b]
    return less(COST[x] + COST[y], city.permanents), city.purse + COIN[x] + COIN[y]


def tokens_due(state: State, a: int, b: int) -> int:
    """Return how many civic tokens come with a pair (PC-46, PC-49)."""
    civic = IS_CIVIC[state.market[a]] + IS_CIVIC[state.market[b]]
    return min(civic, len(state.line))


@lru_cache(maxsize=1 << 16)
def _flips(built: tuple[bool, ...]) -> tuple[Flip, ...]:
    whole = [line for line in LINES if not any(built[slot] for slot in line)]
    return tuple(map(Flip, sorted({slot for line in whole for slot in line})))


@lru_cache(maxsize=1 << 16)
def _takes(pair: tuple[int, int], need: int, purse: int, line: Tokens, civic: int) -> tuple[TakeMarket, ...]:
    choices = tuple(combinations(sorted(line), min(civic, len(line))))
    return tuple(TakeMarket(*pair, pay, chosen) for pay in payments(need, purse) for chosen in choices)
