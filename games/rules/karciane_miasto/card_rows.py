"""One card of the card set as a frozen row, read strictly (section 14.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, get_args

from games.rules.karciane_miasto.effect_texts import Effect
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

TYPES: tuple[Type, ...] = get_args(Type)
GOODS: tuple[Good, ...] = get_args(Good)
GROUPS: tuple[Group, ...] = get_args(Group)
INDICES: tuple[Index, ...] = get_args(Index)
SUBTYPES: tuple[Subtype, ...] = get_args(Subtype)
PILES: tuple[str, ...] = ("base", *TYPES)
"""The piles of the planning zone, the face-down one first (KM-8)."""
Goods = tuple[int, int, int]
"""Residents, Services and Products, in the order of ``GOODS``."""


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
    if (card.kind in ("district", "terrain")) != (card.pile in PILES):
        raise CardError(f"{card.id}: unknown pile {card.pile!r}")
    if len({cost.kind for cost in card.play_cost}) < len(card.play_cost):
        raise CardError(f"{card.id}: a kind of cost twice")
    brief = card.subtype in ("short", "counter", "vote")
    if brief and [one.kind for one in card.abilities] != ["play"]:
        raise CardError(f"{card.id}: such an Event has one ability, to be played")
