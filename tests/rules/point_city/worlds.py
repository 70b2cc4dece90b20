"""Two worlds that look the same: what lies hidden is exchanged, what is public stays."""

from collections import defaultdict
from dataclasses import replace
from random import Random

from games.rules.point_city.cards import BUILDINGS, CARDS, FIRST_STARTER
from games.rules.point_city.packed import BUILT, CARD, EMPTY
from games.rules.point_city.state import State, city_of


def other_world(state: State, random: Random) -> State:
    """Return a position that nobody at the table could tell from this one (PC-17)."""
    swap = _exchange(state, random)
    top, below = state.drawn + 1, state.deal.order[state.drawn + 1 :]
    order = tuple(swap[card] for card in state.deal.order[:top])
    order += _shuffled_by_tier([swap[card] for card in below], random)
    return replace(
        state,
        deal=replace(state.deal, order=order),
        market=tuple(value if value >= BUILT or value == EMPTY else swap[value] for value in state.market),
        cities=tuple(
            city_of(tuple(swap[card] for card in city.cards), city.buildings, city.tokens)
            for city in state.cities
        ),
        discard=tuple(swap[card] for card in state.discard),
    )


def _exchange(state, random):
    """Return each card's stand-in: another whose resource side and tier look the same."""
    shown = {value & CARD for value in state.market if value >= BUILT}
    shown |= {card for city in state.cities for card in city.buildings}
    alike = defaultdict(list)
    for card in range(len(BUILDINGS)):
        if card not in shown:
            alike[(CARDS[card].sort, CARDS[card].tier)].append(card)
    swap = {card: card for card in (*shown, *range(FIRST_STARTER, len(CARDS)))}
    for cards in alike.values():
        swap |= zip(cards, random.sample(cards, len(cards)), strict=True)
    return swap


def _shuffled_by_tier(cards, random):
    random.shuffle(cards)
    return tuple(sorted(cards, key=lambda card: CARDS[card].tier))
