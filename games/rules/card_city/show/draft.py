"""A decision being composed, as the page shows it: what is chosen, what is open, what it would do."""

from dataclasses import dataclass

from games.rules.errors import Refusal
from games.rules.protocol import IllegalMove
from games.rules.records import hash_once


@dataclass(frozen=True, slots=True)
class Tile:
    """A card in the hand while it is divided or kept; ``pile`` is pair, up, down, keep or under."""

    place: int
    card: str
    pile: str


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A type of card that the seat could place: how many it holds, and whether any cell is legal."""

    card: str
    count: int
    selected: bool
    allowed: bool
    cost: int


@dataclass(frozen=True, slots=True)
class Spot:
    """A frontier cell while composing: whether the chosen card may lie there."""

    cell: int
    x: int
    y: int
    allowed: bool
    selected: bool

    @property
    def value(self) -> str:
        """What a page posts for the cell."""
        return f"{self.x} {self.y}"


@dataclass(frozen=True, slots=True)
class Preview:
    """What the composed move would change in the own city."""

    score_before: int
    score_after: int
    income_before: int
    income_after: int
    coins_before: int
    coins_after: int


@hash_once
@dataclass(frozen=True, slots=True)
class CardCityDraft:
    """The draft of one seat's decision.

    ``asks`` is what comes next: nothing, wait, pair, down, pile, under, cell or confirm. Post the places of
    ``pair``, ``down`` and ``under`` selected, plus one more to add, swap or drop it; ``card`` and
    ``cell`` replace what was chosen; ``why`` asks about a cell. ``warnings`` are stuck (CC-42), lost (the
    other card could not be built any more) and unpaid (a card too dear at present).
    """

    asks: str
    phase: str
    tiles: tuple[Tile, ...] = ()
    pair_left: int = 0
    down_left: int = 0
    cards: tuple[CardChoice, ...] = ()
    card: str = ""
    spots: tuple[Spot, ...] = ()
    cell: str = ""
    may_pass: bool = False
    preview: Preview | None = None
    warnings: tuple[str, ...] = ()
    why: Refusal | None = None
    notation: str | None = None
    error: IllegalMove | None = None
