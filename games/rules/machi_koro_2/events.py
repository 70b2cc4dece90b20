"""What happened at the table, in public facts only (MK-55).

``colour`` is that of the card, ``landmark`` for a landmark. Names are kept beside ids, so that an
old log reads the same when cards change.
"""

from games.rules.machi_koro_2.cards import CARDS, ESTABLISHMENTS, KINDS
from games.rules.records import record


@record
class DiceRolled:
    """The active player's dice fell (MK-18)."""

    seat: int
    dice: tuple[int, ...]
    total: int
    only_for: int | None = None


@record
class Earned:
    """The bank paid for so many copies of a card (MK-24, MK-D1, MK-D3, MK-44)."""

    seat: int
    card: str
    name: str
    colour: str
    copies: int
    coins: int
    only_for: int | None = None


@record
class Paid:
    """One player paid another for a card, as far as the coins went (MK-32)."""

    payer: int
    seat: int
    card: str
    name: str
    colour: str
    copies: int
    owed: int
    coins: int
    only_for: int | None = None


@record
class Levelled:
    """All coins were shared out equally; the bank added some (MK-47)."""

    card: str
    name: str
    coins: int
    added: int
    only_for: int | None = None


@record
class Helped:
    """A player without coins took one from the bank (MK-36)."""

    seat: int
    only_for: int | None = None


@record
class Built:
    """A card was built and paid for (MK-42)."""

    seat: int
    card: str
    name: str
    price: int
    only_for: int | None = None


@record
class TurnedUp:
    """A card of the deck was turned up into its row (MK-46)."""

    card: str
    name: str
    row: int
    only_for: int | None = None
    minor: bool = True


@record
class DeckEmptied:
    """The last card of a deck lies in its row: it is no longer refilled (MK-46)."""

    row: int
    only_for: int | None = None


@record
class Passed:
    """A player built nothing; ``forced`` if nothing could be built (MK-13, MK-43)."""

    seat: int
    forced: bool
    only_for: int | None = None


@record
class Swapped:
    """Two establishments changed cities (MK-30)."""

    seat: int
    other: int
    card: str
    name: str
    card2: str
    name2: str
    only_for: int | None = None


@record
class Declined:
    """A player did not exchange (MK-30)."""

    seat: int
    only_for: int | None = None


@record
class Given:
    """An establishment went to the neighbour on the right; ``forced`` without a choice (MK-50)."""

    seat: int
    other: int
    card: str
    name: str
    forced: bool
    only_for: int | None = None


@record
class ExtraTurn:
    """The same player takes one more turn (MK-51)."""

    seat: int
    only_for: int | None = None


@record
class GameWon:
    """The game is over (MK-53)."""

    seat: int
    landmarks: tuple[int, ...]
    only_for: int | None = None


Event = (
    DiceRolled
    | Earned
    | Paid
    | Levelled
    | Helped
    | Built
    | TurnedUp
    | DeckEmptied
    | Passed
    | Swapped
    | Declined
    | Given
    | ExtraTurn
    | GameWon
)


LANDMARK = "landmark"
"""What stands for a colour where a landmark pays."""


def labelled(card: int) -> tuple[str, str, str]:
    """Return a card's id, name and colour."""
    return *named(card), ESTABLISHMENTS[card].colour if card < KINDS else LANDMARK


def named(card: int) -> tuple[str, str]:
    """Return a card's id and name."""
    return CARDS[card].id, CARDS[card].name
