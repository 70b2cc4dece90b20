"""The move that looks best at first sight: what a card adds to a city, and how cards are shared by that."""

from functools import lru_cache
from operator import mul

from games.rules.card_city.bot.assessing import city_weights
from games.rules.card_city.bot.prospects import figures
from games.rules.card_city.cards import DECK_TYPES, SOLD, TYPES
from games.rules.card_city.cities.city import City, buildable, next_price, with_card
from games.rules.card_city.cities.grid import cells_of
from games.rules.card_city.engine import legal_moves
from games.rules.card_city.moves import BUILDS, CHOICES, Buy, Develop, Divide, Keep, Move
from games.rules.card_city.state import Cards, Phase, State, without
from games.rules.protocol import Draw

Weights = tuple[float, ...]
WHIM = 12
"""One move of so many is any move."""
_SHARES = sum(TYPES[card].share for card in DECK_TYPES)


def pick(state: State, seat: int, draw: Draw, weights: Weights) -> Move:
    """Return mostly the move that looks best, seldom any other."""
    if not draw.below("whim", WHIM):
        moves = legal_moves(state, seat)
        return moves[draw.below("move", len(moves))]
    return usual(state, seat, weights)


def reply(state: State, seat: int, draw: Draw, weights: Weights) -> Move:
    """Return the move that looks best at first sight; it leaves nothing to chance."""
    return usual(state, seat, weights)


def usual(state: State, seat: int, weights: Weights) -> Move:
    """Return the move that looks best at first sight."""
    moves = legal_moves(state, seat)
    if len(moves) == 1:
        return moves[0]
    weights = city_weights(state, weights)
    match state.phase:
        case Phase.DIVIDE:
            return _division(state, seat, weights)
        case Phase.CHOOSE:
            return _choice(state, gains(state.cities[seat], weights))
        case Phase.KEEP:
            mine = gains(state.cities[seat], weights)
            return max(moves, key=lambda move: _worth(mine, move.cards) if isinstance(move, Keep) else 0)
        case Phase.BUILD:
            return _building(state.cities[seat], state.hands[seat], weights)
        case _:
            city = state.cities[seat]
            return max(moves, key=lambda move: _city_worth(_after(city, move), weights))


@lru_cache(maxsize=1 << 15)
def _building(city: City, hand: Cards, weights: Weights) -> Move:
    """Return the card to build and where, the other card in hand being built at its best place after it."""
    ways = [(card, cell) for card in dict.fromkeys(hand) for cell in cells_of(buildable(city, card))]

    def promise(way: tuple[int, int]) -> float:
        card, cell = way
        after = with_card(city, card, cell, TYPES[card].cost)
        return _best_worth(after, without(hand, (card,)), weights)

    return BUILDS[max(ways, key=promise)]


def _best_worth(city: City, hand: Cards, weights: Weights) -> float:
    """Return what a city is worth once the last card in hand is built, if it can be."""
    cells = [(card, cell) for card in hand for cell in cells_of(buildable(city, card))]
    after = [with_card(city, card, cell, TYPES[card].cost) for card, cell in cells]
    return max([_city_worth(one, weights) for one in after or [city]])


@lru_cache(maxsize=1 << 12)
def gains(city: City, weights: Weights) -> tuple[float, ...]:
    """Return what a card of each type of the deck adds to a city at its best place."""
    now, by_type = _city_worth(city, weights), []
    for card in DECK_TYPES:
        cost = TYPES[card].cost
        cells = cells_of(buildable(city, card))
        after = [_city_worth(with_card(city, card, cell, cost), weights) for cell in cells]
        by_type.append(max(after) - now if after else 0.0)
    return tuple(by_type)


def _city_worth(city: City, weights: Weights) -> float:
    total: float = sum(map(mul, weights, figures(city)))
    return total


def _after(city: City, move: Move) -> City:
    """Return the city after a move that adds a card to it, or none."""
    match move:
        case Develop(card, cell):
            return with_card(city, card, cell)
        case Buy(cell):
            return with_card(city, SOLD, cell, next_price(city))
        case _:
            return city


def _choice(state: State, mine: Weights) -> Move:
    """Take the pile that looks better; what lies face down is worth what a card is on average."""
    piles = state.piles
    pair = _worth(mine, piles.pair)
    rest = _worth(mine, piles.up) + _unseen(mine) * len(piles.down)
    return CHOICES[pair * _half(piles.up + piles.down) < rest]


def _half(rest: Cards) -> float:
    """Return how many cards of the Rest there are for each that whoever takes it will keep."""
    return len(rest) / 2


def _division(state: State, seat: int, weights: Weights) -> Move:
    """Divide so that what the next is likely to leave is worth most compared with what it takes."""
    hand = state.piles.hand
    mine = gains(state.cities[seat], weights)
    theirs = gains(state.cities[state.chooser], weights)

    def lead(move: Move) -> float:
        assert isinstance(move, Divide)
        rest = without(hand, move.pair)
        share = 1 / _half(rest)
        shown = _worth(theirs, without(rest, move.down)) + _unseen(theirs) * len(move.down)
        if _worth(theirs, move.pair) >= shown * share:
            return _worth(mine, rest) * share - _worth(theirs, move.pair)
        return _worth(mine, move.pair) - _worth(theirs, rest) * share

    return max(legal_moves(state, seat), key=lead)


def _worth(by_type: Weights, cards: Cards) -> float:
    return sum([by_type[card] for card in cards])


def _unseen(by_type: Weights) -> float:
    """Return what a card of the deck is worth on average."""
    return sum([TYPES[card].share * by_type[card] for card in DECK_TYPES]) / _SHARES
