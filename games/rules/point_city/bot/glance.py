"""A good move at a glance: the one after which the city is worth most, found without making any move.

It sees no more than the table shows, so in an imagined world it does not play by what was imagined.
"""

from collections.abc import Iterator, Sequence
from itertools import compress
from math import inf

from games.rules.point_city.bot.assessing import TURNS, turns_left
from games.rules.point_city.bot.hopes import A_TOKEN, GAINED, PRINTED, SPENT, Hopes, sketch
from games.rules.point_city.cards import CARDS
from games.rules.point_city.market.affordable import PLACES, sweep
from games.rules.point_city.market.pairs import tokens_due
from games.rules.point_city.market.ways import to_pay
from games.rules.point_city.moves import Move, TakeDeck, TakeMarket
from games.rules.point_city.packed import BUILT, COIN, COST, less
from games.rules.point_city.state import City, State

Option = tuple[float, Move]

PAYMENTS = 4
"""So many payments for a pair are compared, the thriftiest ones."""
_DECK = TakeDeck()
_BARE = tuple([TakeMarket(a, b) for a, b in PLACES])
_NOTHING: Option = (-inf, _DECK)


def _unseen(tier: int) -> tuple[tuple[int, float], ...]:
    """Return what a card of a tier may add to a city's sketch, and how likely that is."""
    sorts = [card.sort for card in CARDS if card.tier == tier]
    return tuple([(SPENT[sort], sorts.count(sort) / len(sorts)) for sort in sorted({*sorts})])


_UNSEEN = {tier: _unseen(tier) for tier in (1, 2, 3)}


class Glance:
    """Chooses moves by one set of weights."""

    def __init__(self, weights: Sequence[float]) -> None:
        """Take a weight for each part."""
        self._hopes = [Hopes(weights, left) for left in range(TURNS)]

    def move(self, state: State, seat: int) -> Move:
        """Return the best pair to take at first sight; a market pair only if it is better than the deck's."""
        city, hopes = state.cities[seat], self._hopes[turns_left(state, seat) - 1]
        best = _from_deck(state, city, hopes) if state.drawn < len(state.deal.order) else _NOTHING
        for option in _takes(state, city, hopes):
            if option[0] > best[0]:
                best = option
        return best[1]


def _from_deck(state: State, city: City, hopes: Hopes) -> Option:
    """Return the deck's pair: its first card is known, of the second only the tier."""
    top, second = state.deal.order[state.drawn : state.drawn + 2]
    base = sketch(city) + GAINED[top]
    worths = [share * hopes.worth(base + more, city.tokens) for more, share in _UNSEEN[CARDS[second].tier]]
    return sum(worths), _DECK


def _takes(state: State, city: City, hopes: Hopes) -> Iterator[Option]:
    """Yield the pairs of the market, each paid in the best way."""
    market, base, tokens = state.market, sketch(city), city.tokens
    for bare in compress(_BARE, sweep(market, city.permanents + city.purse)):
        x, y = market[bare.a], market[bare.b]
        after = base + GAINED[x] + GAINED[y]
        if x < BUILT and y < BUILT:
            yield hopes.worth(after, tokens), bare
        else:
            yield _built(state, city, hopes, bare, after)


def _built(state: State, city: City, hopes: Hopes, bare: TakeMarket, after: int) -> Option:
    """Return the best way to pay for a pair and to choose its tokens; ``after`` is before it is paid."""
    x, y = state.market[bare.a], state.market[bare.b]
    due, best = tokens_due(state, bare.a, bare.b), _NOTHING
    need = to_pay(less(COST[x] + COST[y], city.permanents))
    for pay in need[city.purse + COIN[x] + COIN[y] & need.drawn_on].payments[:PAYMENTS]:
        left = after + due * A_TOKEN - sum([SPENT[sort] for sort in pay])
        chosen = hopes.best_tokens(left, state.line, due) if due else ()
        value = PRINTED[x] + PRINTED[y] + hopes.worth(left, city.tokens + chosen)
        if value > best[0]:
            best = value, TakeMarket(bare.a, bare.b, pay, chosen)
    return best
