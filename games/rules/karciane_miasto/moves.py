"""The moves of Karciane Miasto and their notation: a kind and its words (section 16).

A cell is ``x,y``; a card on the map is named by its cell, one in a zone by ``#`` and its serial.
"""

import re
from functools import lru_cache
from typing import ClassVar

from games.rules.karciane_miasto.cards import CARDS, GROUPS, PILES, STARTER_DECKS, TYPES
from games.rules.protocol import MalformedMove
from games.rules.records import record
from games.rules.words import gettext_noop


@record
class Move:
    """One decision that everybody may read."""

    kind: str
    words: tuple[str, ...] = ()
    secret: ClassVar[bool] = False

    def __str__(self) -> str:
        return " ".join((self.kind, *self.words))


@record
class SecretMove:
    """One decision that others may read only after the game."""

    kind: str
    words: tuple[str, ...] = ()
    secret: ClassVar[bool] = True

    def __str__(self) -> str:
        return " ".join((self.kind, *self.words))


AnyMove = Move | SecretMove

_NUMBER = r"(?:0|-?[1-9][0-9]{0,2})"
_CELL = f"{_NUMBER},{_NUMBER}"
_PIECE = "#[1-9][0-9]{0,4}"
_REF = f"(?:{_CELL}|{_PIECE})"
_CARD = "(?:" + "|".join(card.id for card in CARDS.values() if not card.pile) + ")"
_GROUP = "(?:" + "|".join(GROUPS) + ")"
_TYPE = "(?:" + "|".join(TYPES) + ")"
_PILE = "(?:" + "|".join(PILES) + ")"
_SEAT = "[0-4]"
_ABILITY = "[0-9]"
_WINDOW = "(?:build_start|build_pay|event_play|vote)"
_DECK = "(?:" + "|".join(STARTER_DECKS) + r"|[A-Z0-9]{3}\*[0-9]{1,2}(?:,[A-Z0-9]{3}\*[0-9]{1,2})*)"
_GOODS = rf"{_CELL}\*[1-9][0-9]?"

FORMS: dict[str, str] = {
    "play": _CARD,
    "use": f"{_REF} {_ABILITY}",
    "exchange": _GROUP,
    "swap": f"{_TYPE} {_GROUP}",
    "build": "",
    "end": "",
    "take": _PILE,
    "place": f"(?:create|expand|rebuild) {_CELL}",
    "abandon": "",
    "pay": f"(?:nothing|{_GOODS}(?: {_GOODS})*)",
    "group": _GROUP,
    "spend": rf"{_GROUP}\*[1-5](?: {_GROUP}\*[1-5])*",
    "action_b": f"{_REF} {_ABILITY}",
    "decline": "",
    "vote": "(?:for|against)",
    "respond": f"(?:{_CARD}|{_REF} {_ABILITY})",
    "pass": "(?:turn|round)?",
    "target": _REF,
    "opponent": _SEAT,
    "option": "[0-9]",
    "pile": _TYPE,
    "stop": "",
    "recover": _CARD,
    "discard": _CARD,
    "occupy": _REF,
    "next": f"{_REF} {_ABILITY}",
    "time": _PIECE,
    "begin": _SEAT,
    "leave": "",
}
"""What follows the kind, as a pattern."""
SECRET_FORMS: dict[str, str] = {
    "deck": _DECK,
    "shuffle": f"{_SEAT} {_CARD}(?:,{_CARD})*",
    "find": _CARD,
    "ask": f"(?:{_WINDOW} (?:when_legal|always|never)|again)",
    "auto_order": "(?:on|off)",
    "mute": _CARD,
    "unmute": _CARD,
}
"""The same for moves that tell what others may not know."""
UNLISTED = frozenset({"deck", "shuffle", "pay"})
"""Kinds of which not every legal move is listed: there are too many (KM-60, KM-106)."""
IDLE = frozenset({"end", "decline", "abandon", "stop", "pass", "swap"})
"""Kinds that only wait or give up."""
_PATTERNS = {kind: re.compile(form) for kind, form in (FORMS | SECRET_FORMS).items()}


@lru_cache(maxsize=8192)
def parse_move(text: str) -> AnyMove:
    """Read a move's notation."""
    kind, _, rest = text.partition(" ")
    if kind not in _PATTERNS or not _PATTERNS[kind].fullmatch(rest) or text != f"{kind} {rest}".rstrip():
        raise MalformedMove(gettext_noop("That isn't a move in Karciane Miasto."))
    words = tuple(rest.split(" ")) if rest else ()
    return SecretMove(kind, words) if kind in SECRET_FORMS else Move(kind, words)


def cell_text(cell: tuple[int, int]) -> str:
    """Return a cell as it is written: ``0,-1``."""
    return f"{cell[0]},{cell[1]}"


def cell_at(text: str) -> tuple[int, int]:
    """Return the cell that is written so."""
    x, _, y = text.partition(",")
    return int(x), int(y)


def payment_text(payment: tuple[tuple[tuple[int, int], int], ...]) -> str:
    """Return goods by District as a move to pay them: ``pay 0,0*2 1,0*1``."""
    parts = [f"{cell_text(cell)}*{goods}" for cell, goods in payment]
    return " ".join(("pay", *(parts or ["nothing"])))


def payment_of(words: tuple[str, ...]) -> tuple[tuple[tuple[int, int], int], ...]:
    """Return the goods by District that a move pays, in the order written."""
    parts = [word.partition("*") for word in words if word != "nothing"]
    return tuple([(cell_at(cell), int(goods)) for cell, _, goods in parts])
