"""The deal of a new game (CC-11 to CC-15, CC-20, CC-21)."""

from games.rules.card_city.cards import CARDS_EACH, CODES, DECK_TYPES, SOLO_DRAW, TYPES
from games.rules.card_city.cities.city import FOUNDED
from games.rules.card_city.state import Cards, Deal, Options, Phase, Piles, State, copies, supply_of
from games.rules.protocol import Draw


def setup(seats: int, options: Options, draw: Draw) -> State:
    """Shuffle the deck, choose who begins, and let that player draw (CC-12, CC-15, CC-20)."""
    counts = zip(DECK_TYPES, copies(seats), strict=True)
    names = [f"{CODES[card]}#{copy}" for card, count in counts for copy in range(count)]
    first = draw.below("first-seat", seats)
    hand, deck = _first_hand(draw_size(seats), draw.shuffle("shuffle:deck", names), draw)
    return State(
        deal=Deal(options, seats, first),
        phase=Phase.KEEP if seats == 1 else Phase.DIVIDE,
        round=1,
        cities=(FOUNDED,) * seats,
        hands=((),) * seats,
        supply=supply_of(seats),
        deck=deck,
        piles=Piles(first, hand=tuple(sorted(hand))),
        acts=frozenset({first}),
    )


def draw_size(seats: int) -> int:
    """Return how many cards the start player draws (CC-12, CC-71)."""
    return SOLO_DRAW if seats == 1 else seats * CARDS_EACH


def _first_hand(count: int, deck: tuple[str, ...], draw: Draw) -> tuple[Cards, Cards]:
    """Draw from the top; what round 1 forbids is shuffled back and drawn anew (CC-21, CC-73)."""
    hand = deck[:count]
    deck = deck[count:]
    while unwanted := tuple(name for name in hand if TYPES[_card(name)].not_in_round == 1):
        hand = tuple(name for name in hand if name not in unwanted)
        deck = draw.shuffle("shuffle:back", [*deck, *unwanted])
        hand, deck = hand + deck[: len(unwanted)], deck[len(unwanted) :]
    return tuple(map(_card, hand)), tuple(map(_card, deck))


def _card(name: str) -> int:
    return CODES.index(name[0])
