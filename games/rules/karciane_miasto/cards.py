"""The card set, read once from ``cards.json``; what is not understood stops the start."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from games.rules.karciane_miasto.reading.card_reader import read_card
from games.rules.karciane_miasto.reading.card_rows import (
    GOODS,
    GROUPS,
    INDICES,
    PILES,
    SUBTYPES,
    TYPES,
    Card,
    Goods,
)
from games.rules.karciane_miasto.reading.legal_decks import faults_of
from games.rules.karciane_miasto.reading.loader import CardError, read
from games.rules.karciane_miasto.reading.set_rows import FormerDeckRow, SetRows
from games.rules.karciane_miasto.text.abilities import PlayAbility
from games.rules.karciane_miasto.text.effects import ChooseEffect, Effect, WhenEffect

_SOURCE = Path(__file__).with_name("cards.json").read_bytes()
DIGEST = sha256(_SOURCE).hexdigest()


@dataclass(frozen=True, slots=True)
class StarterDeck:
    """A deck that everybody may choose (KM-105)."""

    id: str
    name: str
    text: str
    cards: tuple[str, ...]


_WORDS = {"types": TYPES, "goods": GOODS, "groups": GROUPS, "indices": INDICES, "subtypes": SUBTYPES}
_PARTS = {
    "districts": {"district"},
    "player_cards": {"event", "plan", "official"},
    "terrains": {"terrain"},
    "former_cards": {"event", "plan", "official"},
}
"""The parts of the file that hold cards, and their kinds."""
_CARD_SET = "the card set"


def read_rows(data: object) -> SetRows:
    """Return a file's rows; ``CardError`` if anything but the cards and decks in it is not understood."""
    rows: SetRows = read(SetRows, data, _CARD_SET)
    for part, words in _WORDS.items():
        if (ids := tuple(row.id for row in getattr(rows, part))) != words:
            raise CardError(f"{_CARD_SET}.{part}: {ids} are not {words}")
    return rows


def read_cards(rows: SetRows) -> dict[str, Card]:
    """Return the cards of a file; ``CardError`` tells the card's id and what is wrong with it."""
    cards: dict[str, Card] = {}
    for part, kinds in _PARTS.items():
        for at, row in enumerate(getattr(rows, part)):
            card = read_card(getattr(row, "card", row), f"{_CARD_SET}.{part}[{at}]")
            if card.kind not in kinds:
                raise CardError(f"{card.id}: a card of kind {card.kind!r} among the {part}")
            if card.id in cards:
                raise CardError(f"{card.id}: two cards bear this id")
            cards[card.id] = card
    return cards


def read_decks(rows: SetRows, cards: Mapping[str, Card]) -> dict[str, StarterDeck]:
    """Return the starter decks of a file; ``CardError`` if one is no legal deck (KM-103 to KM-105)."""
    decks: dict[str, StarterDeck] = {}
    former = {row.card["id"] for row in rows.former_cards}
    known = {card: cards[card] for card in cards if card not in former}
    for row in rows.starter_decks:
        if row.id in decks:
            raise CardError(f"{row.id}: two starter decks bear this id")
        deck = StarterDeck(row.id, row.name, row.text, tuple(Counter(row.cards).elements()))
        decks[row.id] = _legal(deck, rows, known)
    return decks


def read_former_decks(rows: SetRows, cards: Mapping[str, Card]) -> dict[tuple[int, str], StarterDeck]:
    """Return, by version and id, the starter decks of earlier versions; ``CardError`` as for today's.

    The rows go back in time: each says how a deck differs from the one of the version after.
    """
    decks = read_decks(rows, cards)
    former: dict[tuple[int, str], StarterDeck] = {}
    for version in sorted({row.version for row in rows.former_decks}, reverse=True):
        for row in rows.former_decks:
            if row.version == version:
                decks[row.id] = _legal(_changed_back(decks, row), rows, cards)
        former |= {(version, name): deck for name, deck in decks.items()}
    return former


def _changed_back(decks: Mapping[str, StarterDeck], row: FormerDeckRow) -> StarterDeck:
    """Return the deck of a row as it was."""
    if row.id not in decks or Counter(row.out) - Counter(decks[row.id].cards):
        raise CardError(f"{row.id}: no starter deck that version {row.version} can differ from")
    held = Counter(decks[row.id].cards) - Counter(row.out) + Counter(row.in_)
    return replace(decks[row.id], cards=tuple(held.elements()))


def _legal(deck: StarterDeck, rows: SetRows, cards: Mapping[str, Card]) -> StarterDeck:
    for fault in faults_of(Counter(deck.cards), cards, rows.settings):
        raise CardError(f"{deck.id}: {fault} ({fault.rule})")
    return deck


_ROWS = read_rows(json.loads(_SOURCE))
SETTINGS = _ROWS.settings
CARDS: Mapping[str, Card] = read_cards(_ROWS)
STARTER_DECKS: Mapping[str, StarterDeck] = read_decks(_ROWS, CARDS)
FORMER_DECKS: Mapping[tuple[int, str], StarterDeck] = read_former_decks(_ROWS, CARDS)
GOOD_OF: Mapping[str, int] = {row.district_type: at for at, row in enumerate(_ROWS.goods)}
"""Which good a type of District holds; Public ones hold none (KM-16)."""
GROUP_OF: Mapping[str, int] = {row.district_type: at for at, row in enumerate(_ROWS.groups)}
"""Which group thanks for a type of District; for Public ones the builder chooses (KM-45)."""
PLAYERS = tuple(range(SETTINGS.players_min, SETTINGS.players_max + 1))
MAP_CARDS = tuple(card for card in CARDS.values() if card.pile)
WITHDRAWN: Mapping[str, int] = {row.card["id"]: row.until for row in _ROWS.former_cards}
"""Cards that no new deck may hold, and the last version of the rules under which one might (KM-104)."""
PLAYER_CARDS = tuple(card for card in CARDS.values() if not card.pile and card.id not in WITHDRAWN)


def _named(prefix: str, effects: tuple[Effect, ...]) -> Iterator[tuple[str, Effect]]:
    """Yield effects with their names: where they stand on the card."""
    for at, effect in enumerate(effects):
        name = f"{prefix}.{at}"
        yield name, effect
        if isinstance(effect, WhenEffect):
            yield from _named(name, effect.effects)
        elif isinstance(effect, ChooseEffect):
            for number, option in enumerate(effect.options):
                yield from _named(f"{name}.{number}", option.effects)


def _every_effect() -> Iterator[tuple[str, Effect]]:
    for card in CARDS.values():
        yield from _named(f"{card.id}/x", card.build.extra)
        for at, ability in enumerate(card.abilities):
            yield from _named(f"{card.id}/{at}", getattr(ability, "effects", ()))


EFFECTS: Mapping[str, Effect] = dict(_every_effect())
"""Every effect by its name: ``S16/0.0.1.1`` stands on S16, ability 0, effect 0, option 1, effect 1."""


def effect_names(prefix: str, effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """Return the names of effects that stand in this place."""
    return tuple([f"{prefix}.{at}" for at in range(len(effects))])


def _play_names(card: Card) -> tuple[str, ...]:
    playable = [(at, one.effects) for at, one in enumerate(card.abilities) if isinstance(one, PlayAbility)]
    return tuple(name for at, effects in playable for name in effect_names(f"{card.id}/{at}", effects))


PLAY_NAMES: Mapping[str, tuple[str, ...]] = {card.id: _play_names(card) for card in CARDS.values()}
"""The effects of playing each card, by name."""

__all__ = [
    "CARDS",
    "EFFECTS",
    "FORMER_DECKS",
    "GOODS",
    "GOOD_OF",
    "GROUPS",
    "GROUP_OF",
    "INDICES",
    "MAP_CARDS",
    "PILES",
    "PLAYERS",
    "PLAYER_CARDS",
    "PLAY_NAMES",
    "SETTINGS",
    "STARTER_DECKS",
    "SUBTYPES",
    "TYPES",
    "WITHDRAWN",
    "Card",
    "Goods",
    "effect_names",
    "read_card",
]
