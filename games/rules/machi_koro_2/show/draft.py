"""A move being composed, as the page shows it: what is chosen, what is open, what it would do."""

from dataclasses import dataclass

from games.rules.errors import Refusal
from games.rules.machi_koro_2.show.faces import Face
from games.rules.protocol import IllegalMove
from games.rules.records import hash_once


@dataclass(frozen=True, slots=True)
class Discount:
    """A landmark that makes another cheaper (MK-39)."""

    name: str
    coins: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A card looked at closely: its price now, how that comes about, and why not to build it."""

    face: Face
    price: int | None
    printed: int | None
    discounts: tuple[Discount, ...]
    coins: int
    refusal: Refusal | None

    @property
    def left(self) -> int:
        """How many coins are left after building it."""
        return self.coins - (self.price or 0)


@dataclass(frozen=True, slots=True)
class Choice:
    """An establishment that may be chosen: whose it is, how many there are, whether it is chosen."""

    value: str
    seat: int
    face: Face
    count: int
    selected: bool


@hash_once
@dataclass(frozen=True, slots=True)
class MachiDraft:
    """The draft of one seat's move.

    ``asks`` is what comes next: nothing, build, roll, own, theirs, give or confirm. A card
    may be looked at in any phase, out of turn too. ``idle`` is what passing pays.
    """

    asks: str
    initial: bool = False
    can_pass: bool = False
    idle: int = 0
    offer: Offer | None = None
    own: tuple[Choice, ...] = ()
    theirs: tuple[Choice, ...] = ()
    receiver: int | None = None
    swaps: int = 0
    notation: str | None = None
    error: IllegalMove | None = None

    @property
    def chosen_own(self) -> Choice | None:
        """The own establishment chosen, if any."""
        return next((choice for choice in self.own if choice.selected), None)

    @property
    def chosen_theirs(self) -> Choice | None:
        """The opponent's establishment chosen, if any."""
        return next((choice for choice in self.theirs if choice.selected), None)
