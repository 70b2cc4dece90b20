"""The deal of a new game (MK-5 to MK-8)."""

from games.rules.machi_koro_2.cards import CARDS, COPIES, DECK_OF, DECKS
from games.rules.machi_koro_2.play.rows import filled
from games.rules.machi_koro_2.state import START_COINS, City, Deal, Options, State, Turn
from games.rules.protocol import Draw

_NAMES = tuple(
    {
        f"{card.id}#{copy}": number
        for number, card in enumerate(CARDS)
        if DECK_OF[number] == deck
        for copy in range(1, COPIES[number] + 1)
    }
    for deck in range(len(DECKS))
)
"""The cards of each deck by the name of the copy (MK-1)."""


def setup(seats: int, options: Options, draw: Draw) -> State:
    """Shuffle the decks, turn up the rows, hand out coins and choose who begins (MK-5 to MK-8)."""
    decks = tuple(_shuffled(deck, draw) for deck in range(len(DECKS)))
    first = draw.below("first-seat", seats)
    return State(
        deal=Deal(options, seats, first, decks),
        coins=(START_COINS,) * seats,
        cities=(City(),) * seats,
        rows=tuple(filled((), (), 0, deck) for deck in decks),
        built=0,
        turn=Turn("initial", first),
    )


def _shuffled(deck: int, draw: Draw) -> tuple[int, ...]:
    names = _NAMES[deck]
    return tuple(names[name] for name in draw.shuffle(f"shuffle:{DECKS[deck]}", [*names]))
