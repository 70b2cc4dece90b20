"""The card set, read once from ``cards.json``; what is not understood stops the start."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.rules.karciane_miasto.card_rows import (
    GOODS,
    GROUPS,
    INDICES,
    PILES,
    SUBTYPES,
    TYPES,
    Card,
    Goods,
    read_card,
)
from games.rules.karciane_miasto.effect_texts import ChooseEffect, Effect, WhenEffect
from games.rules.karciane_miasto.loader import CardError, read
from games.rules.karciane_miasto.texts import PlayAbility

_SOURCE = Path(__file__).with_name("cards.json").read_bytes()
_DATA: dict[str, Any] = json.loads(_SOURCE)
DIGEST = sha256(_SOURCE).hexdigest()


@dataclass(frozen=True, slots=True)
class Settings:
    """The numbers of the game."""

    players_min: int
    players_max: int
    vp_to_win: int
    hand_start: int
    hand_limit: int
    support_max: int
    deck_size: int
    max_copies: int
    min_plans: int
    max_rounds: int


@dataclass(frozen=True, slots=True)
class StarterDeck:
    """A deck that everybody may choose (KM-105)."""

    id: str
    name: str
    text: str
    cards: tuple[str, ...]


_PARTS = {"districts", "terrains", "player_cards"}
_TABLES = {
    "types": {"id", "name"},
    "goods": {"id", "name", "district_type"},
    "groups": {"id", "name", "district_type"},
    "indices": {"id", "name"},
    "subtypes": {"id", "name", "terrain"},
    "starter_decks": {"id", "name", "text", "cards"},
}
"""The keys of the rows of the other tables."""


def read_set(data: Mapping[str, Any]) -> dict[str, Card]:
    """Return the cards of a whole set; ``CardError`` if anything in it is not understood."""
    _require_keys(data, _PARTS | {"settings", *_TABLES}, "the card set")
    settings: Settings = read(Settings, data["settings"], "settings")
    for table, keys in _TABLES.items():
        for row in data[table]:
            _require_keys(row, keys, f"{table} {row.get('id')}")
    rows = [row for part in sorted(_PARTS) for row in data[part]]
    found = {row["id"]: read_card(row) for row in rows}
    if len(found) != len(rows):
        raise CardError("two cards bear the same id")
    for deck in data["starter_decks"]:
        if deck["cards"].keys() - found or sum(deck["cards"].values()) != settings.deck_size:
            raise CardError(f"{deck['id']}: not a deck of these cards")
    return found


def _require_keys(row: Mapping[str, Any], known: set[str], where: str) -> None:
    if unknown := row.keys() - known:
        raise CardError(f"{where}: unknown key {min(unknown)!r}")


CARDS: Mapping[str, Card] = read_set(_DATA)
SETTINGS = Settings(**_DATA["settings"])
GOOD_OF: Mapping[str, int] = {row["district_type"]: at for at, row in enumerate(_DATA["goods"])}
"""Which good a type of District holds; Public ones hold none (KM-16)."""
GROUP_OF: Mapping[str, int] = {row["district_type"]: at for at, row in enumerate(_DATA["groups"])}
"""Which group thanks for a type of District; for Public ones the builder chooses (KM-45)."""
PLAYERS = tuple(range(SETTINGS.players_min, SETTINGS.players_max + 1))
MAP_CARDS = tuple(card for card in CARDS.values() if card.pile)
PLAYER_CARDS = tuple(card for card in CARDS.values() if not card.pile)
STARTER_DECKS: Mapping[str, StarterDeck] = {
    row["id"]: StarterDeck(
        row["id"],
        row["name"],
        row["text"],
        tuple(card for card, copies in row["cards"].items() for _ in range(copies)),
    )
    for row in _DATA["starter_decks"]
}


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
    found = [(at, one.effects) for at, one in enumerate(card.abilities) if isinstance(one, PlayAbility)]
    return tuple(name for at, effects in found for name in effect_names(f"{card.id}/{at}", effects))


PLAY_NAMES: Mapping[str, tuple[str, ...]] = {card.id: _play_names(card) for card in CARDS.values()}
"""The effects of playing each card, by name."""

__all__ = [
    "CARDS",
    "EFFECTS",
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
    "Card",
    "Goods",
    "effect_names",
    "read_card",
]
