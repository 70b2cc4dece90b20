"""What the market offers: flips, and pairs with what they cost and bring (PC-20 to PC-29)."""

from functools import lru_cache
from itertools import combinations, compress

from games.rules.point_city.affordable import PLACES, sweep
from games.rules.point_city.board import LINES
from games.rules.point_city.moves import Flip, TakeMarket
from games.rules.point_city.packed import BUILT, COIN, COST, IS_CIVIC, less
from games.rules.point_city.payments import Pay, payments
from games.rules.point_city.state import City, State

Tokens = tuple[int, ...]

_BARE = tuple((a, b, TakeMarket(a, b)) for a, b in PLACES)
_NO_FLIPS: tuple[Flip, ...] = ()


def flips(state: State) -> tuple[Flip, ...]:
    """Return the flips that are open now, by slot (PC-20, PC-21)."""
    if state.flipped or state.over:
        return _NO_FLIPS
    return _flips(tuple([value >= BUILT for value in state.market]))


def takes(state: State, city: City) -> list[TakeMarket]:
    """Return every way to take a market pair, by pair, payment and tokens (PC-26 to PC-28)."""
    market, own, permanents, line = state.market, city.purse, city.permanents, state.line
    moves: list[TakeMarket] = []
    for a, b, bare in compress(_BARE, sweep(market, permanents + own)):
        x, y = market[a], market[b]
        cost = COST[x] + COST[y]
        if not cost:
            moves.append(bare)
            continue
        need = less(cost, permanents)
        civic = IS_CIVIC[x] + IS_CIVIC[y]
        if civic:
            ways = payments(need, own + COIN[x] + COIN[y])
            moves += _civic_takes(a, b, ways, line, min(civic, len(line)))
        elif need:
            for pay in payments(need, own + COIN[x] + COIN[y]):
                moves.append(_take(a, b, pay))
        else:
            moves.append(bare)
    return moves


def has_take(state: State, city: City) -> bool:
    """Whether any market pair can be taken (PC-32)."""
    return any(sweep(state.market, city.permanents + city.purse))


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


@lru_cache(maxsize=1 << 15)
def _take(a: int, b: int, pay: Pay) -> TakeMarket:
    return TakeMarket(a, b, pay)


@lru_cache(maxsize=1 << 13)
def _civic_takes(a: int, b: int, ways: tuple[Pay, ...], line: Tokens, due: int) -> tuple[TakeMarket, ...]:
    return tuple([TakeMarket(a, b, pay, tokens) for pay in ways for tokens in choices(line, due)])


@lru_cache(maxsize=1 << 12)
def choices(line: Tokens, due: int) -> tuple[Tokens, ...]:
    """Return every choice of so many of the civic tokens (PC-46 to PC-50)."""
    return tuple(combinations(sorted(line), due))
