"""The deal of a new game (PC-7 to PC-15, PC-65)."""

from collections.abc import Iterator, Sequence

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
_TOKENS = {f"{token.id}#1": number for number, token in enumerate(TOKENS)}


def setup(seats: int, options: Options, draw: Draw) -> State:
    """Shuffle, lay out the market and the civic tokens, and choose who begins."""
    order = tuple(card for tier in (1, 2, 3) for card in _tier(seats, tier, draw))
    line = _tokens(seats, options, draw)
    first = draw.below("first-seat", seats)
    deal = Deal(options, seats, first, order, f"{draw.below('handles', _SALTS):08x}")
    market = order[:SLOTS]
    return State(deal=deal, market=market, cities=tuple(_cities(seats, first)), line=line)


def _tier(seats: int, tier: int, draw: Draw) -> Sequence[int]:
    """Return the cards of a tier that are kept, top first (PC-8, PC-10)."""
    shuffled = draw.shuffle(f"shuffle:tier-{tier}", [*_TIERS[tier]])
    return [_TIERS[tier][instance] for instance in shuffled[: SETUPS[seats].tier_cards[tier - 1]]]


def _tokens(seats: int, options: Options, draw: Draw) -> tuple[int, ...]:
    """Return the civic tokens laid out face up (PC-12)."""
    instances = [name for name, token in _TOKENS.items() if options.promo or not TOKENS[token].promo]
    shuffled = draw.shuffle("shuffle:tokens", instances)
    return tuple(_TOKENS[instance] for instance in shuffled[: SETUPS[seats].civic_tokens])


def _cities(seats: int, first: int) -> Iterator[City]:
    """Deal a starting card to each player, the marked one to the first; none to the automa (PC-13, PC-65)."""
    for seat in range(seats):
        yield city_of(cards=(FIRST_STARTER + (seat - first) % seats,))
    if seats == 1:
        yield City()
