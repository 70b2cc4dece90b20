"""Decks of this card set, and decks as text (KM-103 to KM-106)."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from games.rules.karciane_miasto.cards import (
    CARDS,
    FORMER_DECKS,
    SETTINGS,
    STARTER_DECKS,
    WITHDRAWN,
    Card,
)
from games.rules.karciane_miasto.reading.legal_decks import faults_of
from games.rules.karciane_miasto.state import VERSION
from games.rules.protocol import IllegalMove, MalformedMove
from games.rules.words import gettext_noop

_PART = re.compile(r"([A-Z][0-9]{2})\*([1-9][0-9]?)")


@cache
def _cards_under(version: int) -> Mapping[str, Card]:
    """Return the cards that there were under a version of the rules; new ones may join old games."""
    return {name: card for name, card in CARDS.items() if WITHDRAWN.get(name, version) >= version}


def deck_faults(cards: Iterable[str], version: int = VERSION) -> tuple[IllegalMove, ...]:
    """Return everything that forbids a deck, each with its rule: unknown cards, size, copies, Plans."""
    return faults_of(Counter(cards), _cards_under(version), SETTINGS)


def check_deck(cards: Iterable[str], version: int) -> None:
    """Raise the first thing that forbids a deck (KM-103, KM-104, KM-106)."""
    for fault in deck_faults(cards, version):
        raise fault


def deck_text(cards: Iterable[str]) -> str:
    """Return a deck as text: ``L01*3,S02*2``, by id."""
    return ",".join(f"{card}*{count}" for card, count in sorted(Counter(cards).items()))


def read_deck(text: str, version: int = VERSION) -> tuple[str, ...]:
    """Return the cards of a deck by id: a starter deck's id, or a deck as text; it need not be legal.

    Starter decks are those of the version of the rules.
    """
    if text in STARTER_DECKS:
        return tuple(sorted(FORMER_DECKS.get((version, text), STARTER_DECKS[text]).cards))
    matches = [_PART.fullmatch(part) for part in text.split(",")]
    parts = [(part[1], int(part[2])) for part in matches if part]
    if len(parts) != len(matches):
        raise MalformedMove(gettext_noop("This isn't a deck. Write it like this: L01*3,S02*2"))
    return tuple(card for card, count in sorted(parts) for _ in range(count))
