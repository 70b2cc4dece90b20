"""The card set as frozen rows, read once from ``cards.json``; what is not understood stops the start."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.rules.karciane_miasto.effect_texts import ChooseEffect, Effect, WhenEffect
from games.rules.karciane_miasto.loader import CardError, read
from games.rules.karciane_miasto.texts import NO_BUILD_TEXT, Ability, BuildText, PlayAbility
from games.rules.karciane_miasto.vocabulary import (
    Condition,
    Cost,
    EventSubtype,
    Good,
    Group,
    Index,
    Kind,
    Subtype,
    Type,
    Window,
)

_SOURCE = Path(__file__).with_name("cards.json").read_bytes()
_DATA: dict[str, Any] = json.loads(_SOURCE)
DIGEST = sha256(_SOURCE).hexdigest()

Goods = tuple[int, int, int]
"""Residents, Services and Products, in the order of ``GOODS``."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One design of a card; a key that its kind of card does not have keeps its default."""

    id: str
    kind: Kind
    name: str
    abilities: tuple[Ability, ...]
    type: Type | None = None
    subtype: EventSubtype | None = None
    subtypes: tuple[Subtype, ...] = ()
    stage: int = 0
    cost: Goods = (0, 0, 0)
    start_goods: int = 0
    copies: int = 0
    pile: str = ""
    indices: tuple[int, int, int, int] = (0, 0, 0, 0)
    build: BuildText = NO_BUILD_TEXT
    time: int = 0
    needed: int = 0
    vp: int = 0
    window: Window | None = None
    play_cost: tuple[Cost, ...] = ()
    require: tuple[Condition, ...] = ()

    @property
    def play_effects(self) -> tuple[Effect, ...]:
        """What happens when the card is played."""
        return next((one.effects for one in self.abilities if isinstance(one, PlayAbility)), ())


@dataclass(frozen=True, slots=True)
class StarterDeck:
    """A deck that everybody may choose (KM-105)."""

    id: str
    name: str
    text: str
    cards: tuple[str, ...]


_COMMON = {"id", "kind", "name", "abilities"}
_PLAYED = _COMMON | {"play_cost", "require"}
_ON_MAP = _COMMON | {"subtypes", "copies", "pile", "indices", "build"}
KEYS: Mapping[tuple[str, str | None], set[str]] = {
    ("district", None): _ON_MAP | {"type", "stage", "cost", "start_goods"},
    ("terrain", None): _ON_MAP,
    ("event", "short"): _PLAYED | {"subtype"},
    ("event", "long"): _PLAYED | {"subtype", "time"},
    ("event", "counter"): _PLAYED | {"subtype", "window"},
    ("event", "vote"): _PLAYED | {"subtype", "window"},
    ("plan", None): _PLAYED | {"needed", "vp"},
    ("official", None): _PLAYED,
}
"""The keys of each kind of card, none of which may be missing (section 14.1)."""

SETTINGS = Settings(**_DATA["settings"])
TYPES: tuple[Type, ...] = tuple(row["id"] for row in _DATA["types"])
GOODS: tuple[Good, ...] = tuple(row["id"] for row in _DATA["goods"])
GROUPS: tuple[Group, ...] = tuple(row["id"] for row in _DATA["groups"])
INDICES: tuple[Index, ...] = tuple(row["id"] for row in _DATA["indices"])
SUBTYPES: tuple[str, ...] = tuple(row["id"] for row in _DATA["subtypes"])
GOOD_OF: Mapping[str, int] = {row["district_type"]: at for at, row in enumerate(_DATA["goods"])}
"""Which good a type of District holds; Public ones hold none (KM-16)."""
GROUP_OF: Mapping[str, int] = {row["district_type"]: at for at, row in enumerate(_DATA["groups"])}
"""Which group thanks for a type of District; for Public ones the builder chooses (KM-45)."""
PILES: tuple[str, ...] = ("base", *TYPES)
"""The piles of the planning zone, the face-down one first (KM-8)."""
PLAYERS = tuple(range(SETTINGS.players_min, SETTINGS.players_max + 1))


def read_card(row: Mapping[str, Any]) -> Card:
    """Return a row as a card; ``CardError`` tells the card's id and what is wrong with it."""
    where = str(row.get("id"))
    keys = KEYS.get((row.get("kind", ""), row.get("subtype")))
    if keys is None:
        raise CardError(f"{where}: unknown kind {row.get('kind')!r} {row.get('subtype') or ''}")
    if wrong := keys ^ set(row):
        raise CardError(f"{where}: key {min(wrong)!r} is unknown or missing")
    plain = {**row}
    for key, order in (("cost", GOODS), ("indices", INDICES)):
        if key in row:
            plain[key] = _numbers(row[key], order, f"{where}.{key}")
    hints = {field.name: field.type for field in fields(Card)}
    ready = {key: plain.pop(key) for key in ("cost", "indices") if key in plain}
    card = Card(**ready, **{key: read(hints[key], value, f"{where}.{key}") for key, value in plain.items()})
    _check_words(card)
    return card


def _numbers(row: Mapping[str, Any], order: tuple[str, ...], where: str) -> tuple[int, ...]:
    if unknown := set(row) - set(order):
        raise CardError(f"{where}: unknown key {min(unknown)!r}")
    return tuple(read(int, row.get(key, 0), where) for key in order)


def _check_words(card: Card) -> None:
    if card.pile not in ("", *PILES):
        raise CardError(f"{card.id}: unknown pile {card.pile!r}")
    brief = card.subtype in ("short", "counter", "vote")
    if brief and [one.kind for one in card.abilities] != ["play"]:
        raise CardError(f"{card.id}: such an Event has one ability, to be played")


def _read_all() -> dict[str, Card]:
    rows = [*_DATA["districts"], *_DATA["terrains"], *_DATA["player_cards"]]
    found = {row["id"]: read_card(row) for row in rows}
    if len(found) != len(rows):
        raise CardError("two cards bear the same id")
    return found


CARDS: Mapping[str, Card] = _read_all()
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
