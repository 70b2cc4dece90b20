"""One card of the card set as a frozen row, and the keys of its data (section 14.1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from games.rules.karciane_miasto.text.abilities import NO_BUILD_TEXT, Ability, BuildText, PlayAbility
from games.rules.karciane_miasto.text.effects import Effect
from games.rules.karciane_miasto.text.terms import (
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
