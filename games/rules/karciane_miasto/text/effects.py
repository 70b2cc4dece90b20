"""What effects of cards there are, as frozen records (section 14.1, KM-115)."""

from typing import ClassVar, Literal

from games.rules.karciane_miasto.text.terms import (
    Amount,
    Condition,
    Filter,
    Group,
    Modifier,
    Natural,
    Target,
    Value,
    Who,
    data,
)


@data
class VpEffect:
    """Gain or lose VP."""

    kind: ClassVar[str] = "vp"
    who: Who
    n: Value


@data
class SupportEffect:
    """Gain or lose support."""

    kind: ClassVar[str] = "support"
    who: Who
    group: Group | Literal["choose", "each", "empty", "object"]
    n: Value


@data
class GoodsEffect:
    """Put goods on Districts, or remove them."""

    kind: ClassVar[str] = "goods"
    target: Target
    n: Value


@data
class DrawEffect:
    """Draw cards."""

    kind: ClassVar[str] = "draw"
    who: Who
    n: Amount


@data
class SearchEffect:
    """Take some of the top cards of the own deck."""

    kind: ClassVar[str] = "search"
    n: Natural
    take: Natural


@data
class RecoverEffect:
    """Take cards back from the own discard pile."""

    kind: ClassVar[str] = "recover"
    filter: Filter
    n: Natural


@data
class RefreshEffect:
    """Replace face-up cards of the planning zone."""

    kind: ClassVar[str] = "refresh"
    n: Natural


@data
class ReadyEffect:
    """Ready Officials."""

    kind: ClassVar[str] = "ready"
    target: Target


@data
class OccupyEffect:
    """Occupy Officials."""

    kind: ClassVar[str] = "occupy"
    target: Target


@data
class CountersEffect:
    """Put fulfilment counters on a Plan (KM-40)."""

    kind: ClassVar[str] = "counters"
    target: Target
    n: Amount


@data
class LeaveEffect:
    """A card leaves its zone for the discard pile."""

    kind: ClassVar[str] = "leave"
    target: Target


@data
class DestroyEffect:
    """A District leaves the map (KM-24)."""

    kind: ClassVar[str] = "destroy"
    target: Target


@data
class ModifyEffect:
    """A modifier comes into force for a while (KM-114)."""

    kind: ClassVar[str] = "modify"
    modifier: Modifier
    until: Literal["build", "turn"]


@data
class BlockEffect:
    """Goods on a District cannot pay for this build (KM-59)."""

    kind: ClassVar[str] = "block"
    target: Target


@data
class StopBuildEffect:
    """The build fails (KM-63)."""

    kind: ClassVar[str] = "stop_build"


@data
class CancelEffect:
    """The Event being played is cancelled (KM-38)."""

    kind: ClassVar[str] = "cancel"


@data
class VoteAddEffect:
    """Votes for the side one has declared."""

    kind: ClassVar[str] = "vote_add"
    side: Literal["yours"]
    group: Literal["choose", "each"]
    n: Amount


@data
class VoteMuteEffect:
    """An opponent's support in a group does not count."""

    kind: ClassVar[str] = "vote_mute"
    who: Literal["opponent"]
    group: Literal["choose"]


@data
class VoteTieEffect:
    """Ties count for the side one has declared."""

    kind: ClassVar[str] = "vote_tie"
    side: Literal["yours"]


@data
class VoteSwitchEffect:
    """One's declaration changes to the other side."""

    kind: ClassVar[str] = "vote_switch"


@data
class VoteCancelEffect:
    """The vote is cancelled (KM-76)."""

    kind: ClassVar[str] = "vote_cancel"


@data
class Option:
    """One of the ways to carry out a ``choose``."""

    label: str
    effects: "tuple[Effect, ...]"


@data
class ChooseEffect:
    """Choose one option."""

    kind: ClassVar[str] = "choose"
    options: tuple[Option, ...]


@data
class WhenEffect:
    """Effects that happen only if conditions are true."""

    kind: ClassVar[str] = "when"
    require: tuple[Condition, ...]
    effects: "tuple[Effect, ...]"


Effect = (
    VpEffect
    | SupportEffect
    | GoodsEffect
    | DrawEffect
    | SearchEffect
    | RecoverEffect
    | RefreshEffect
    | ReadyEffect
    | OccupyEffect
    | CountersEffect
    | LeaveEffect
    | DestroyEffect
    | ModifyEffect
    | BlockEffect
    | StopBuildEffect
    | CancelEffect
    | VoteAddEffect
    | VoteMuteEffect
    | VoteTieEffect
    | VoteSwitchEffect
    | VoteCancelEffect
    | ChooseEffect
    | WhenEffect
)
