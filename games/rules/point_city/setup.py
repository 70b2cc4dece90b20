"""The deal of a new game (PC-7 to PC-15, PC-65)."""

from collections.abc import Iterator, Mapping
from itertools import chain

from games.rules.point_city.board import SLOTS
from games.rules.point_city.cards import CARDS, FIRST_STARTER, SETUPS, TOKENS
from games.rules.point_city.state import City, Deal, Options, State, city_of
from games.rules.protocol import Draw

_SALTS = 2**32
_TIERS = {
    tier: {f"{card.id}#1": number for number, card in enumerate(CARDS) if card.tier == tier}
    for tier in (1, 2, 3)
}
"""The cards of each tier by the name of the one copy there is."""
_TOKENS = {
    promo: {f"{token.id}#1": number for number, token in enumerate(TOKENS) if promo or not token.promo}
    for promo in (False, True)
}
"""The civic tokens by name, without and with the promo tokens (PC-12)."""


def setup(seats: int, options: Options, draw: Draw) -> State:
    """Shuffle, lay out the market and the civic tokens, and choose who begins (PC-8, PC-10, PC-12)."""
    kept = SETUPS[seats]
    tiers = [_top(kept.tier_cards[tier - 1], f"tier-{tier}", _TIERS[tier], draw) for tier in _TIERS]
    order = tuple(chain.from_iterable(tiers))
    line = tuple(_top(kept.civic_tokens, "tokens", _TOKENS[options.promo], draw))
    first = draw.below("first-seat", seats)
    deal = Deal(options, seats, first, order, f"{draw.below('handles', _SALTS):08x}")
    market = order[:SLOTS]
    return State(deal=deal, market=market, cities=tuple(_cities(seats, first)), line=line)


def _top(count: int, label: str, names: Mapping[str, int], draw: Draw) -> list[int]:
    """Shuffle what bears these names and return so many from the top."""
    return [names[name] for name in draw.shuffle(f"shuffle:{label}", [*names])[:count]]


def _cities(seats: int, first: int) -> Iterator[City]:
    """Deal a starting card to each player, the marked one to the first; none to the automa (PC-13, PC-65)."""
    for seat in range(seats):
        yield city_of(cards=(FIRST_STARTER + (seat - first) % seats,))
    if seats == 1:
        yield City()
