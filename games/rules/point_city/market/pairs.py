"""What the market offers: flips, and pairs with what they cost and bring (PC-20 to PC-29)."""

from functools import lru_cache
from itertools import combinations, compress

from games.rules.point_city.board import LINES
from games.rules.point_city.market.affordable import PLACES, sweep
from games.rules.point_city.market.payments import Pay
from games.rules.point_city.market.ways import to_pay
from games.rules.point_city.moves import Flip, TakeMarket
from games.rules.point_city.packed import BUILT, CIVIC, COIN, COST, GUARD, IS_CIVIC, OFFER, less
from games.rules.point_city.state import City, State

Tokens = tuple[int, ...]

_BARE = tuple((place, a, b, TakeMarket(a, b)) for place, (a, b) in enumerate(PLACES))
_LINES = tuple(enumerate(LINES))
_NO_FLIPS: tuple[Flip, ...] = ()


def flips(state: State) -> tuple[Flip, ...]:
    """Return the flips that are open now, by slot (PC-20, PC-21)."""
    if state.flipped or state.over:
        return _NO_FLIPS
    lying = state.market
    whole = [
        number
        for number, (a, b, c, d) in _LINES
        if lying[a] < BUILT and lying[b] < BUILT and lying[c] < BUILT and lying[d] < BUILT
    ]
    return _flips(tuple(whole)) if whole else _NO_FLIPS


def takes(state: State, city: City) -> list[TakeMarket]:
    """Return every way to take a market pair, by pair, payment and tokens (PC-26 to PC-28)."""
    market, own, permanents, line = state.market, city.purse, city.permanents, state.line
    moves: list[TakeMarket] = []
    for place, a, b, bare in compress(_BARE, sweep(market, permanents + own)):
        x, y = market[a], market[b]
        if x < BUILT and y < BUILT:
            moves.append(bare)
            continue
        offer = OFFER[x] + OFFER[y]
        guarded = offer - permanents
        positive = guarded & GUARD
        need = to_pay(guarded & positive - (positive >> 7))
        ways = need[own + offer & need.drawn_on]
        if offer >= CIVIC and line:
            moves += _with_tokens(a, b, ways.payments, choices(line, min(offer // CIVIC, len(line))))
        else:
            moves += ways[place]
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
    return min(civic, len(state.line)) if civic else 0


def _with_tokens(a: int, b: int, ways: tuple[Pay, ...], tokens: tuple[Tokens, ...]) -> list[TakeMarket]:
    return [TakeMarket(a, b, pay, chosen) for pay in ways for chosen in tokens]


@lru_cache(maxsize=1 << len(LINES))
def _flips(lines: tuple[int, ...]) -> tuple[Flip, ...]:
    return tuple(map(Flip, sorted({slot for line in lines for slot in LINES[line]})))


@lru_cache(maxsize=1 << 12)
def choices(line: Tokens, due: int) -> tuple[Tokens, ...]:
    """Return every choice of so many of the civic tokens (PC-46 to PC-50)."""
    return tuple(combinations(sorted(line), due))
