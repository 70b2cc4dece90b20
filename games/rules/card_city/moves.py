"""The moves of Card City and their notation: cards by their letters, cells by x and y (CC-84)."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

from games.rules.card_city.cards import CODES, DECK_TYPES
from games.rules.card_city.cities.grid import ALL_CELLS, REACH, cell_at, place_of
from games.rules.card_city.state import Cards
from games.rules.protocol import MalformedMove
from games.rules.words import gettext_noop

Pile = Literal["pair", "rest"]


@lru_cache(maxsize=4096)
def letters(cards: Cards) -> str:
    """Return cards as a row of their letters."""
    return "".join(CODES[card] for card in cards)


def _place(cell: int) -> str:
    return "{} {}".format(*place_of(cell))


@dataclass(frozen=True, slots=True)
class Divide:
    """Lay out the Pair, and which cards of the Rest lie face down; the others face up (CC-22)."""

    pair: Cards
    down: Cards
    kind: ClassVar[str] = "divide"
    secret: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"divide {letters(self.pair)} hide {letters(self.down)}"


@dataclass(frozen=True, slots=True)
class Choose:
    """Take the Pair or the Rest (CC-25)."""

    pile: Pile
    kind: ClassVar[str] = "choose"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return f"choose {self.pile}"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep these cards and put the other under the deck (CC-71)."""

    cards: Cards
    kind: ClassVar[str] = "keep"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return f"keep {letters(self.cards)}"


@dataclass(frozen=True, slots=True)
class Build:
    """Build a held card on a cell (CC-31, CC-32)."""

    card: int
    cell: int
    kind: ClassVar[str] = "build"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return f"build {CODES[self.card]} {_place(self.cell)}"


@dataclass(frozen=True, slots=True)
class Develop:
    """Add a card of the supply to a ready district (CC-43, CC-46)."""

    card: int
    cell: int
    kind: ClassVar[str] = "develop"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return f"develop {CODES[self.card]} {_place(self.cell)}"


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy the card for sale and place it at once (CC-59, CC-61)."""

    cell: int
    kind: ClassVar[str] = "buy"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return f"buy {_place(self.cell)}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Buy nothing this round (CC-62)."""

    kind: ClassVar[str] = "pass"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return "pass"


Move = Divide | Choose | Keep | Build | Develop | Buy | Pass

BUILDS = {(card, cell): Build(card, cell) for card in DECK_TYPES for cell in ALL_CELLS}
DEVELOPS = {(card, cell): Develop(card, cell) for card in DECK_TYPES for cell in ALL_CELLS}
BUYS = {cell: Buy(cell) for cell in ALL_CELLS}
PASS = Pass()
CHOICES = (Choose("pair"), Choose("rest"))
_PLAIN: dict[str, Move] = {str(move): move for move in (PASS, *CHOICES)}
_CARDS = f"[{CODES[: len(DECK_TYPES)]}]"
_DIVIDE = re.compile(f"divide ({_CARDS}{{2}}) hide ({_CARDS}{{1,3}})")
_KEEP = re.compile(f"keep ({_CARDS}{{2}})")
_ON_CELL = re.compile(f"(?:(build|develop) ({_CARDS})|buy) (0|-?[1-9]) (0|-?[1-9])")


def cards_of(text: str) -> Cards:
    """Return the cards of a row of letters, in the order of the types."""
    return tuple(sorted(map(CODES.index, text)))


def parse_move(text: str) -> Move:
    """Read a move's notation."""
    if text in _PLAIN:
        return _PLAIN[text]
    if match := _DIVIDE.fullmatch(text):
        return Divide(cards_of(match[1]), cards_of(match[2]))
    if match := _KEEP.fullmatch(text):
        return Keep(cards_of(match[1]))
    if match := _ON_CELL.fullmatch(text):
        return _on_cell(match[1], match[2], int(match[3]), int(match[4]))
    raise MalformedMove(gettext_noop("That isn't a move in Card City."))


def _on_cell(verb: str | None, letter: str | None, x: int, y: int) -> Move:
    if max(abs(x), abs(y)) > REACH:
        raise MalformedMove(gettext_noop("No city can reach that far."))
    cell = cell_at(x, y)
    if verb is None or letter is None:
        return BUYS[cell]
    ready = BUILDS if verb == "build" else DEVELOPS
    return ready[CODES.index(letter), cell]
