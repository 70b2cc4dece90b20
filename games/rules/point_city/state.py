"""The position of a game of Point City: small tuples of card numbers, cheap to copy."""

from dataclasses import dataclass

from games.rules.point_city.cards import SETUPS
from games.rules.point_city.packed import permanents_of, purse_of
from games.rules.protocol import Choice, option
from games.rules.records import record
from games.rules.words import gettext_noop


@dataclass(frozen=True, slots=True)
class Options:
    """What is chosen when a game is opened (PC-12, PC-76)."""

    level: str = option(
        "normal",
        gettext_noop("Solo difficulty"),
        gettext_noop("How many points the automa gets for its cards and tokens."),
        (
            Choice("easy", gettext_noop("Easy")),
            Choice("normal", gettext_noop("Normal")),
            Choice("hard", gettext_noop("Hard")),
        ),
        frozenset({1}),
    )
    promo: bool = option(
        True,
        gettext_noop("Promo tokens"),
        gettext_noop("Shuffle the four promo tokens in with the 22 base tokens."),
    )


@dataclass(frozen=True, slots=True)
class Deal:
    """What setup decided for the whole game; every state of the game shares it (PC-8 to PC-15)."""

    options: Options
    seats: int
    first: int
    order: tuple[int, ...]
    """The cards in play, top first: the market's sixteen, then the deck."""
    salt: str
    """Makes this game's card handles differ from every other game's (PC-18)."""

    @property
    def turns(self) -> int:
        """How many turns this game has in all (PC-56)."""
        return (sum(SETUPS[self.seats].tier_cards) - 16) // 2 + 1


@record
class City:
    """What lies in front of one player, or of the automa: cards, oldest first, buildings, tokens.

    ``purse`` and ``permanents`` say the same as the cards and buildings, packed for speed.
    """

    cards: tuple[int, ...] = ()
    buildings: tuple[int, ...] = ()
    tokens: tuple[int, ...] = ()
    purse: int = 0
    permanents: int = 0


@record
class State:
    """A position. In solo the automa's city follows the player's (PC-65)."""

    deal: Deal
    market: tuple[int, ...]
    """By slot: a card's number, plus ``BUILT`` if it lies building side up, or ``EMPTY``."""
    cities: tuple[City, ...]
    line: tuple[int, ...]
    """The civic tokens face up, in the order they were laid out (PC-12, PC-66)."""
    discard: tuple[int, ...] = ()
    drawn: int = 16
    turn: int = 1
    flipped: bool = False
    over: bool = False

    @property
    def holder(self) -> int:
        """Whose turn it is, as an index of ``cities`` (PC-13)."""
        return (self.deal.first + self.turn - 1) % len(self.cities)

    @property
    def deck(self) -> tuple[int, ...]:
        """The cards still in the deck, top first."""
        return self.deal.order[self.drawn :]


def city_of(
    cards: tuple[int, ...] = (), buildings: tuple[int, ...] = (), tokens: tuple[int, ...] = ()
) -> City:
    """Return a city with its packed counts."""
    return City(cards, buildings, tokens, purse_of(cards), permanents_of(buildings))
