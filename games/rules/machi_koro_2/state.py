"""The position of a game of Machi Koro 2: small tuples of card numbers and counts."""

from dataclasses import dataclass
from typing import Literal

from games.rules.machi_koro_2.cards import KINDS
from games.rules.records import record

INITIAL_ROUNDS = 3
START_COINS = 5
LANDMARKS_TO_WIN = 3


Phase = Literal["initial", "roll", "dice", "swap", "build", "give", "over"]
"""What is to be decided; in ``dice`` chance decides, in ``over`` nobody (MK-15)."""


@dataclass(frozen=True, slots=True)
class Options:
    """There is nothing to choose when a game is opened."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What setup decided for the whole game; every state of the game shares it (MK-5, MK-8)."""

    options: Options
    seats: int
    first: int
    decks: tuple[tuple[int, ...], ...]
    """The three decks as they were shuffled, top first."""


@record
class Row:
    """The piles of one deck, the oldest first, and how many cards of the deck were turned up (MK-6)."""

    kinds: tuple[int, ...]
    counts: tuple[int, ...]
    drawn: int


@record
class City:
    """What a player has built: copies by kind of establishment, landmarks in building order."""

    copies: tuple[int, ...] = (0,) * KINDS
    landmarks: tuple[int, ...] = ()


@record
class Turn:
    """Whose turn it is, the turn's number from 0 with the initial opportunities, and what it has brought.

    ``dice`` are 0 while they fall. ``received`` counts the coins that came to the active player
    in the income step (MK-D3).
    """

    phase: Phase
    seat: int
    number: int = 0
    dice: tuple[int, ...] = ()
    extra: bool = False
    give: bool = False
    swaps: int = 0
    received: int = 0


@record
class State:
    """A position. ``built`` has the bit of every landmark that stands in any city."""

    deal: Deal
    coins: tuple[int, ...]
    cities: tuple[City, ...]
    rows: tuple[Row, ...]
    built: int
    turn: Turn

    def deck(self, row: int) -> tuple[int, ...]:
        """Return the cards still in a deck, top first."""
        return self.deal.decks[row][self.rows[row].drawn :]


def owned(city: City) -> tuple[int, ...]:
    """Return the kinds of establishments in a city, in the order of the card list."""
    return tuple(kind for kind, count in enumerate(city.copies) if count)


def right_of(seat: int, seats: int) -> int:
    """Return the right neighbour, whose turn comes just before."""
    return (seat - 1) % seats


def built_by(cities: tuple[City, ...]) -> int:
    """Return the bits of the landmarks in these cities."""
    return sum(1 << landmark for city in cities for landmark in city.landmarks)


def is_landmark(card: int) -> bool:
    """Whether a card is a landmark."""
    return card >= KINDS
