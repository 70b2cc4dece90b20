"""The position of a game of Card City: cities as bits, hands and piles as short tuples of card types."""

from dataclasses import dataclass
from enum import StrEnum

from games.rules.card_city.cards import DECK_TYPES, TYPES
from games.rules.card_city.cities.city import City
from games.rules.records import record

Cards = tuple[int, ...]
"""Cards by type, in the order of the types, the deck apart."""


class Phase(StrEnum):
    """What is being done: the first three are steps of phase 1 (CC-18, CC-77)."""

    DIVIDE = "divide"
    CHOOSE = "choose"
    KEEP = "keep"
    BUILD = "build"
    DEVELOP = "develop"
    BUY = "buy"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    """The game has none."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What setup decided for the whole game; every state of the game shares it (CC-11, CC-15)."""

    options: Options
    seats: int
    first: int


@record
class Piles:
    """Phase 1: the divider, how many divisions there were with this one, and the cards (CC-22 to CC-24).

    ``hand`` is what the divider, or the solo player, holds; once the piles lie out, all is in them.
    """

    divider: int
    division: int = 1
    hand: Cards = ()
    pair: Cards = ()
    up: Cards = ()
    down: Cards = ()


@record
class State:
    """A position. ``acts`` are the seats that may move now; it follows from the rest."""

    deal: Deal
    phase: Phase
    round: int
    cities: tuple[City, ...]
    hands: tuple[Cards, ...]
    """What each seat has received and not yet built (CC-25, CC-26)."""
    supply: tuple[int, ...]
    """How many cards of each type of the deck are left in the supply (CC-13)."""
    deck: Cards
    """The cards still to be drawn, top first."""
    piles: Piles
    acts: frozenset[int]

    @property
    def start_player(self) -> int:
        """The seat that holds the marker (CC-19, CC-64)."""
        return (self.deal.first + self.round - 1) % self.deal.seats

    @property
    def turn_order(self) -> tuple[int, ...]:
        """The seats from the start player on, clockwise (CC-19)."""
        return tuple([(self.start_player + step) % self.deal.seats for step in range(self.deal.seats)])

    @property
    def chooser(self) -> int:
        """The seat that chooses in this division, whoever divides (CC-24)."""
        return (self.start_player + self.piles.division) % self.deal.seats


def copies(seats: int) -> tuple[int, ...]:
    """Return how many cards of each type are in the deck (CC-12)."""
    return tuple(seats * TYPES[card].share for card in DECK_TYPES)


def supply_of(seats: int) -> tuple[int, ...]:
    """Return how many cards of each type are in the supply at the start (CC-13)."""
    return tuple(TYPES[card].box - count for card, count in zip(DECK_TYPES, copies(seats), strict=True))


def untouched(state: State) -> int:
    """Return how many cards of the deck were never drawn; those below were put under it (CC-71, CC-76)."""
    if state.deal.seats > 1:
        return len(state.deck)
    return max(0, len(state.deck) - (state.round - (state.phase == Phase.KEEP)))


def without(cards: Cards, taken: Cards) -> Cards:
    """Return the cards that are left when some are taken out."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)
