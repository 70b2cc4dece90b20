"""The closed language of the cards: one frozen record per kind of thing (section 14.1).

A list of the data is a tuple here. ``kind`` names the row's record; the loader refuses what fits none.
"""

from dataclasses import dataclass
from sys import maxsize
from typing import Annotated, ClassVar, Literal, TypeVar, dataclass_transform

T = TypeVar("T")

Natural = Annotated[int, range(maxsize)]
Positive = Annotated[int, range(1, maxsize)]
Stage = Annotated[int, range(1, 4)]

Type = Literal["residential", "commercial", "industrial", "public"]
Good = Literal["residents", "services", "products"]
Group = Literal["citizens", "merchants", "industrialists"]
Index = Literal["pollution", "education", "health", "crime"]
Kind = Literal["district", "terrain", "event", "plan", "official"]
Subtype = Literal[
    "health",
    "education",
    "safety",
    "culture",
    "tourism",
    "recreation",
    "transport",
    "energy",
    "technology",
    "heavy",
    "food",
    "office",
    "administration",
    "utilities",
    "forest",
    "water",
    "hills",
    "meadow",
]
EventSubtype = Literal["short", "long", "counter", "vote"]
Mode = Literal["create", "expand", "rebuild"]
WindowName = Literal["build_start", "build_pay", "event_play", "vote"]
By = Literal["you", "opponent", "any"]
Op = Literal["==", ">=", "<="]
Whom = Literal["each", "you", "opponents", "active"]
Who = Literal["you", "actor", "opponent"]
Event = Literal["built", "turn_start", "turn_end", "exchanged", "discarded", "vote_ended"]


@dataclass_transform(frozen_default=True, kw_only_default=True)
def data(cls: type[T]) -> type[T]:
    """Make a frozen record of named fields."""
    return dataclass(frozen=True, slots=True, kw_only=True)(cls)


@data
class Filter:
    """Which cards are meant; all keys must match (KM-108)."""

    kind: Kind | tuple[Kind, ...]
    type: tuple[Type, ...] = ()
    subtype: tuple[Subtype | EventSubtype, ...] = ()
    stage: tuple[Stage, ...] = ()
    other: Literal[True] | None = None
    controller: Literal["you", "opponent"] | None = None
    state: Literal["ready"] | None = None


@data
class Within:
    """How near, and to what: the card itself, the cell of the build, or a card that matches (KM-109)."""

    range: Natural
    of: Literal["self", "cell"] | Filter


@data
class Count:
    """A number that is counted: cards in play that match (KM-110)."""

    count: Filter
    within: Within | None = None
    max: Natural | None = None


Value = int | Count
Amount = Natural | Count
"""A value that may not be below 0."""


@data
class CountCondition:
    """How many matching cards are in play (KM-111)."""

    kind: ClassVar[str] = "count"
    filter: Filter
    op: Op
    n: Natural
    within: Within | None = None


@data
class LevelCondition:
    """The level of a city index (KM-18, KM-111)."""

    kind: ClassVar[str] = "level"
    index: Index
    op: Op
    n: int


@data
class SupportCondition:
    """The support of *you* in one group or in each (KM-111)."""

    kind: ClassVar[str] = "support"
    who: Literal["you"]
    group: Literal["one", "each"]
    op: Op
    n: Natural


Condition = CountCondition | LevelCondition | SupportCondition


@data
class Pick:
    """A matching card in play that *you* choose (KM-112)."""

    pick: Filter
    n: Literal[1]
    used: Literal[True] | None = None


@data
class All:
    """Every matching card in play (KM-112)."""

    all: Filter


Target = Literal["self", "object"] | Pick | All


@data
class GoodsCost:
    """Goods of a kind from Districts of the payer's choice (KM-113)."""

    kind: ClassVar[str] = "goods"
    goods: Good
    n: Natural
    from_: Filter | None = None
    within: Within | None = None


@data
class OccupyCost:
    """Occupies the Official itself, or any ready one the payer controls (KM-113)."""

    kind: ClassVar[str] = "occupy"
    target: Literal["self", "any"]


@data
class SupportCost:
    """Support from any groups in any mixture, or from one (KM-48)."""

    kind: ClassVar[str] = "support"
    group: Literal["any", "one"]
    n: Natural


@data
class DiscardCost:
    """Cards of the payer's choice from hand (KM-113)."""

    kind: ClassVar[str] = "discard"
    n: Natural


Cost = GoodsCost | OccupyCost | SupportCost | DiscardCost


@data
class IndexModifier:
    """Changes an index (KM-18)."""

    kind: ClassVar[str] = "index"
    index: Index
    n: int


@data
class CostModifier:
    """Changes what a build costs (KM-58)."""

    kind: ClassVar[str] = "cost"
    who: Whom
    filter: Filter
    n: int


@data
class SupportGainModifier:
    """Changes the support a build gives (KM-65)."""

    kind: ClassVar[str] = "support_gain"
    who: Whom
    filter: Filter
    n: int


@data
class HandLimitModifier:
    """Changes the hand limit (KM-34)."""

    kind: ClassVar[str] = "hand_limit"
    who: Whom
    n: int


@data
class ForbidModifier:
    """Forbids to cover by a Rebuild, or to destroy (KM-114)."""

    kind: ClassVar[str] = "forbid"
    what: Literal["rebuild", "destroy"]
    who: Whom
    filter: Filter
    within: Within | None = None


@data
class NoVoteModifier:
    """A Rebuild needs no vote (KM-54)."""

    kind: ClassVar[str] = "no_vote"
    who: Whom


Modifier = (
    IndexModifier | CostModifier | SupportGainModifier | HandLimitModifier | ForbidModifier | NoVoteModifier
)


@data
class Trigger:
    """What a Reaction waits for (KM-116)."""

    event: Event
    by: By
    filter: Filter | None = None
    within: Within | None = None
    modes: tuple[Mode, ...] = ()
    result: Literal["won", "lost"] | None = None
    unanimous: Literal[True] | None = None
    voted: Literal["with"] | None = None


@data
class Window:
    """When a response fits (KM-79)."""

    on: WindowName
    by: By
    filter: Filter | None = None
    within: Within | None = None
    uses: Filter | None = None
