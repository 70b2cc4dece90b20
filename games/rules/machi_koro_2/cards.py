"""The cards of Machi Koro 2 as frozen rows, read once from ``cards.json`` (MK-1).

A card is known by its number: the establishments come first, then the landmarks.
"""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

_SOURCE = Path(__file__).with_name("cards.json").read_bytes()
_DATA: dict[str, Any] = json.loads(_SOURCE)

DIGEST = sha256(_SOURCE).hexdigest()
LOW, HIGH, LANDMARK_ROW = range(3)
"""The three decks, and the row turned up from each."""
DECKS = ("1-6", "7-12", "landmarks")


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does: its kind and the numbers and words the kind needs.

    Nothing reads ``rounding``, ``optional`` and ``to``: they say in the data what the kind does anyway. They
    stay, since the digest that games state is of the data, and ``test_cards.py`` holds them to the code.
    """

    kind: str
    coins: int = 0
    symbol: str = ""
    more_than: int = 0
    rounding: str = ""
    optional: bool = False
    trigger: str = ""
    total: int = 0
    to: str = ""
    count: int = 0
    applies_to: str = ""
    build_requirement: str = ""


@dataclass(frozen=True, slots=True)
class Establishment:
    """A kind of establishment: when it activates, what it costs, how many there are."""

    id: str
    name: str
    deck: str
    colour: str
    activation: tuple[int, ...]
    cost: int
    copies: int
    symbol: str
    effect: Effect
    text: str


@dataclass(frozen=True, slots=True)
class Landmark:
    """A landmark: its price as first, second and third in a city; None where it cannot be built."""

    id: str
    name: str
    costs: tuple[int | None, ...]
    timing: str
    scope: str
    effect: Effect
    text: str


def _row(data: dict[str, Any]) -> dict[str, Any]:
    row = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return {**row, "effect": Effect(**data["effect"])}


ESTABLISHMENTS = tuple(Establishment(**_row(data)) for data in _DATA["establishments"])
LANDMARKS = tuple(Landmark(**_row(data)) for data in _DATA["landmarks"])
KINDS = len(ESTABLISHMENTS)
"""How many kinds of establishments there are, and the number of the first landmark."""
CARDS: tuple[Establishment | Landmark, ...] = (*ESTABLISHMENTS, *LANDMARKS)
EFFECTS = tuple(card.effect for card in CARDS)
IDS = tuple(card.id for card in CARDS)
CARD_NUMBERS = {name: number for number, name in enumerate(IDS)}
COPIES = tuple(card.copies for card in ESTABLISHMENTS) + (1,) * len(LANDMARKS)
DECK_OF = tuple(DECKS.index(card.deck) for card in ESTABLISHMENTS) + (LANDMARK_ROW,) * len(LANDMARKS)
IN_CITY_ORDER = tuple(
    sorted(
        range(KINDS),
        key=lambda n: (ESTABLISHMENTS[n].activation[0], ESTABLISHMENTS[n].activation[-1], IDS[n]),
    )
)
"""The kinds of establishments as they lie in a city (MK-45)."""
SYMBOLS = tuple(dict.fromkeys(card.symbol for card in ESTABLISHMENTS))
WITH_SYMBOL = {
    symbol: tuple(number for number, card in enumerate(ESTABLISHMENTS) if card.symbol == symbol)
    for symbol in SYMBOLS
}


def _activated(colour: str) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(
            n for n, card in enumerate(ESTABLISHMENTS) if card.colour == colour and result in card.activation
        )
        for result in range(13)
    )


RED, BLUE, GREEN, PURPLE = map(_activated, ("red", "blue", "green", "purple"))
"""By result of the dice: the establishments of a colour that activate (MK-20, MK-21)."""
