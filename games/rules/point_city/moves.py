"""The moves of Point City and their notation (PC-81)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from games.rules.point_city.cards import SORTS, TOKEN_NUMBERS, TOKENS
from games.rules.protocol import MalformedMove
from games.rules.records import record
from games.rules.words import gettext_noop


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn one market card to its building side (PC-20)."""

    slot: int
    kind: ClassVar[str] = "flip"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return f"flip {self.slot}"


@dataclass(frozen=True, slots=True)
class TakeDeck:
    """Take the top two cards of the deck (PC-30)."""

    kind: ClassVar[str] = "deck"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return "deck"


@record
class TakeMarket:
    """Take two neighbouring cards, paying sorts of cards and choosing tokens; all ascending (PC-81)."""

    a: int
    b: int
    pay: tuple[int, ...] = ()
    tokens: tuple[int, ...] = ()
    kind: ClassVar[str] = "take"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        paid = ["pay", *(SORTS[sort] for sort in self.pay)] if self.pay else []
        taken = ["get", *(TOKENS[token].id for token in self.tokens)] if self.tokens else []
        return " ".join(["take", str(self.a), str(self.b), *paid, *taken])


@dataclass(frozen=True, slots=True)
class Automa:
    """The automa's whole turn (PC-68, PC-84)."""

    kind: ClassVar[str] = "automa"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return "automa"


@dataclass(frozen=True, slots=True)
class Pass:
    """The forced pass: no deck and no pair that can be taken (PC-32)."""

    kind: ClassVar[str] = "pass"
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return "pass"


Move = Flip | TakeDeck | TakeMarket | Automa | Pass

_PLAIN: dict[str, Move] = {"deck": TakeDeck(), "automa": Automa(), "pass": Pass()}
_FLIP = re.compile(r"flip ([0-9]{1,2})")
_TAKE = re.compile(r"take ([0-9]{1,2}) ([0-9]{1,2})(?: pay((?: [a-z]+[12]?)+?))?(?: get((?: [a-z0-9-]+)+))?")
SORT_NUMBERS = {name: sort for sort, name in enumerate(SORTS)}


def take(slots: tuple[int, int], pay: Sequence[int] = (), tokens: Sequence[int] = ()) -> TakeMarket:
    """Return the market move in its one canonical form, whatever the order of its parts."""
    a, b = sorted(slots)
    return TakeMarket(a, b, tuple(sorted(pay)), tuple(sorted(tokens)))


def sort_number(name: str) -> int:
    """Return the sort of that name (``energy2``, ``ingenuity``)."""
    if name not in SORT_NUMBERS:
        raise MalformedMove(gettext_noop("There's no resource card called %(name)s."), name=name)
    return SORT_NUMBERS[name]


def token_number(name: str) -> int:
    """Return the civic token with that id."""
    if name not in TOKEN_NUMBERS:
        raise MalformedMove(gettext_noop("There's no civic token called %(name)s."), name=name)
    return TOKEN_NUMBERS[name]


def parse_move(text: str) -> Move:
    """Read a move's notation."""
    if text in _PLAIN:
        return _PLAIN[text]
    if match := _FLIP.fullmatch(text):
        return Flip(int(match[1]))
    if match := _TAKE.fullmatch(text):
        pay = [sort_number(name) for name in (match[3] or "").split()]
        tokens = [token_number(name) for name in (match[4] or "").split()]
        return take((int(match[1]), int(match[2])), pay, tokens)
    raise MalformedMove(gettext_noop("That isn't a move in Point City."))
