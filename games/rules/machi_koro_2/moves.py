"""The moves of Machi Koro 2 and their notation; every one is made once and used again."""

import re
from dataclasses import dataclass
from typing import ClassVar

from games.rules.machi_koro_2.cards import CARD_NUMBERS, CARDS, IDS, KINDS
from games.rules.protocol import MalformedMove
from games.rules.words import gettext_noop

SEATS = 5


@dataclass(frozen=True, slots=True)
class Build:
    """Build a card that lies in a row (MK-10, MK-37)."""

    card: int
    kind: ClassVar[str] = "build"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return f"build {IDS[self.card]}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Build nothing (MK-10, MK-37)."""

    kind: ClassVar[str] = "pass"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Roll:
    """Take one die or two (MK-17)."""

    count: int
    kind: ClassVar[str] = "roll"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return f"roll {self.count}"


@dataclass(frozen=True, slots=True)
class Rolled:
    """How the dice fell: a move of chance (MK-18, MK-57)."""

    dice: tuple[int, ...]
    kind: ClassVar[str] = "rolled"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return " ".join(("rolled", *map(str, self.dice)))


@dataclass(frozen=True, slots=True)
class Swap:
    """Trade an own establishment for one of an opponent (MK-30)."""

    own: int
    seat: int
    theirs: int
    kind: ClassVar[str] = "swap"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return f"swap {IDS[self.own]} {self.seat} {IDS[self.theirs]}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Give up the remaining swaps of this roll (MK-30)."""

    kind: ClassVar[str] = "decline"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return "decline"


@dataclass(frozen=True, slots=True)
class Give:
    """Hand an own establishment to the neighbour on the right (MK-50)."""

    card: int
    kind: ClassVar[str] = "give"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return f"give {IDS[self.card]}"


Move = Build | Pass | Roll | Rolled | Swap | Decline | Give

PASS, DECLINE = Pass(), Decline()
BUILDS = tuple(map(Build, range(len(CARDS))))
GIVES = tuple(map(Give, range(KINDS)))
ROLLS = (Roll(1), Roll(2))
_PIPS = range(1, 7)
FALLS = {
    1: tuple(Rolled((pips,)) for pips in _PIPS),
    2: tuple(Rolled((one, two)) for one in _PIPS for two in _PIPS),
}
"""All the ways one die and two may fall, the last die fastest."""
SWAPS = tuple(
    tuple(tuple(Swap(own, seat, theirs) for theirs in range(KINDS)) for seat in range(SEATS))
    for own in range(KINDS)
)
_FIXED: tuple[Move, ...] = (PASS, DECLINE, *BUILDS, *GIVES, *FALLS[1], *FALLS[2])
_PLAIN = {str(move): move for move in _FIXED}
_ROLL = re.compile(r"roll ([0-9]{1,2})")
_SWAP = re.compile(r"swap ([a-z_]+) ([0-9]) ([a-z_]+)")


def parse_move(text: str) -> Move:
    """Read a move's notation."""
    if text in _PLAIN:
        return _PLAIN[text]
    if match := _ROLL.fullmatch(text):
        return Roll(int(match[1]))
    if match := _SWAP.fullmatch(text):
        return Swap(_kind(match[1]), int(match[2]), _kind(match[3]))
    raise MalformedMove(gettext_noop("That isn't a move in Machi Koro 2."))


def _kind(name: str) -> int:
    number = CARD_NUMBERS.get(name, KINDS)
    if number >= KINDS:
        raise MalformedMove(gettext_noop("There's no establishment called %(name)s."), name=name)
    return number
