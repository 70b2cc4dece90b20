"""What is hidden at the table, put into a fixed order or dealt anew (PC-16 to PC-18).

Nobody sees the building side of a card that lies resource side up, nor which cards were removed. All
seats know the same, so what is concealed is the same for each. Cards change places only with cards that
look the same: a handle is a place in ``deal.order``, so identities are exchanged and places stay.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from games.rules.point_city.cards import BUILDINGS, CARDS
from games.rules.point_city.packed import BUILT, CARD, EMPTY
from games.rules.point_city.state import City, Deal, State
from games.rules.protocol import Draw

_ALL = range(len(BUILDINGS))
_NUMBERS = {f"{card:03d}": card for card in _ALL}
_NAMES = tuple(_NUMBERS)
_LOOKS = tuple((card.tier, card.sort) for card in CARDS)


def conceal(state: State, seat: int) -> State:
    """Return the position with the lowest cards that fit wherever the seat cannot tell which card it is."""
    return _dealt(state, _ALL)


def imagine(state: State, seat: int, draw: Draw) -> State:
    """Return any of the positions that look the same, each as likely as the others."""
    return _dealt(state, [_NUMBERS[name] for name in draw.shuffle("world", _NAMES)])


def _dealt(state: State, cards: Sequence[int]) -> State:
    """Return the position with its hidden cards replaced by others, the first that fit from the left."""
    deal, seen = state.deal, frozenset(_shown(state))
    order = _order(deal.order, state.drawn, seen, [card for card in cards if card not in seen])
    now = list(range(len(CARDS)))
    for before, after in zip(deal.order, order, strict=True):
        now[before] = after
    return State(
        Deal(deal.options, deal.seats, deal.first, order, deal.salt),
        tuple([value if value >= BUILT or value == EMPTY else now[value] for value in state.market]),
        tuple([_exchanged(city, now) for city in state.cities]),
        state.line,
        tuple([now[card] for card in state.discard]),
        state.drawn,
        state.turn,
        state.flipped,
        state.over,
    )


def _shown(state: State) -> Iterator[int]:
    """Yield the cards whose building side everybody has seen."""
    yield from [value & CARD for value in state.market if value >= BUILT]
    for city in state.cities:
        yield from city.buildings


def _order(old: tuple[int, ...], drawn: int, seen: frozenset[int], cards: Sequence[int]) -> tuple[int, ...]:
    """Return the cards in play: down to the top of the deck they look as before, below it tiers stay."""
    alike: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for card in reversed(cards):
        alike[_LOOKS[card]].append(card)
    order = [card if card in seen else alike[_LOOKS[card]].pop() for card in old[: drawn + 1]]
    used, tiers = frozenset(order), defaultdict[int, list[int]](list)
    for card in reversed(cards):
        if card not in used:
            tiers[_LOOKS[card][0]].append(card)
    return (*order, *[tiers[_LOOKS[card][0]].pop() for card in old[drawn + 1 :]])


def _exchanged(city: City, now: Sequence[int]) -> City:
    """Return the city with other resource cards that pay the same."""
    kept = tuple([now[card] for card in city.cards])
    return City(kept, city.buildings, city.tokens, city.purse, city.permanents)
