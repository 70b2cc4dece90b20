"""One card of the card set as a frozen row, read strictly (section 14.1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from games.rules.karciane_miasto.effect_texts import Effect
from games.rules.karciane_miasto.loader import CardError, name_of, read
from games.rules.karciane_miasto.texts import NO_BUILD_TEXT, Ability, BuildText, PlayAbility
from games.rules.karciane_miasto.vocabulary import (
    Condition,
    Cost,
    EventSubtype,
    Good,
    Group,
    Index,
    Kind,
    Natural,
    Positive,
    Stage,
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
    stage: Stage = 0
    cost: Goods = (0, 0, 0)
    start_goods: Natural = 0
    copies: Natural = 0
    pile: str = ""
    indices: tuple[int, int, int, int] = (0, 0, 0, 0)
    build: BuildText = NO_BUILD_TEXT
    time: Positive = 0
    needed: Positive = 0
    vp: Natural = 0
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


def read_card(row: Mapping[str, Any], place: str = "a card") -> Card:
    """Return a row as a card; ``CardError`` tells the card's id, or its place, and what is wrong."""
    where = name_of(row, place)
    kind: Kind = read(Kind, row.get("kind"), f"{where}.kind")
    subtype: EventSubtype | None = read(EventSubtype | None, row.get("subtype"), f"{where}.subtype")
    keys = KEYS.get((kind, subtype))
    if keys is None:
        raise CardError(f"{where}: unknown kind {kind!r} {subtype or ''}")
    if wrong := keys ^ set(row):
        raise CardError(f"{where}: key {min(wrong)!r} is unknown or missing")
    lists = {key: _numbers(row[key], key, where) for key in _NUMBERS if key in row}
    card: Card = read(Card, {**row, **lists}, where)
    _check_words(card)
    return card


_NUMBERS: Mapping[str, tuple[Any, tuple[str, ...]]] = {
    "cost": (dict[Good, Natural], GOODS),
    "indices": (dict[Index, int], INDICES),
}
"""The keys whose numbers are named in the data and have an order on a card."""


def _numbers(row: Any, key: str, where: str) -> list[int]:
    hint, order = _NUMBERS[key]
    found: dict[str, int] = read(hint, row, f"{where}.{key}")
    if key == "cost" and len(found) < len(order):
        raise CardError(f"{where}.{key}: a good is missing")
    return [found.get(each, 0) for each in order]


_PILES: Mapping[Kind, tuple[str, ...]] = {"district": PILES, "terrain": ("base",)}


def _check_words(card: Card) -> None:
    if card.pile not in _PILES.get(card.kind, ("",)):
        raise CardError(f"{card.id}: unknown pile {card.pile!r}")
    if card.kind == "terrain" and len(card.subtypes) != 1:
        raise CardError(f"{card.id}: a Terrain has one subtype")
    if len({cost.kind for cost in card.play_cost}) < len(card.play_cost):
        raise CardError(f"{card.id}: a kind of cost twice")
    brief = card.subtype in ("short", "counter", "vote")
    if brief and [one.kind for one in card.abilities] != ["play"]:
        raise CardError(f"{card.id}: such an Event has one ability, to be played")
