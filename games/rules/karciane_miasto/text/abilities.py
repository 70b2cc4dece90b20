"""What stands on a card: its abilities and its Build text as frozen records (section 14.1)."""

from typing import ClassVar, Literal

from games.rules.karciane_miasto.text.effects import Effect
from games.rules.karciane_miasto.text.terms import (
    Condition,
    Cost,
    Filter,
    Mode,
    Modifier,
    Trigger,
    Window,
    WindowName,
    data,
)


@data
class PlayAbility:
    """What happens when the card is played (KM-38)."""

    kind: ClassVar[str] = "play"
    effects: tuple[Effect, ...]


@data
class ActionAbility:
    """An Action, an Action[1] or a light-bulb action (KM-89 to KM-91)."""

    kind: ClassVar[str] = "action"
    timing: tuple[Literal["main"] | WindowName, ...]
    limit: Literal["turn"] | None
    cost: tuple[Cost, ...]
    effects: tuple[Effect, ...]
    require: tuple[Condition, ...] = ()
    window: Window | None = None


@data
class ActionBAbility:
    """An Action[B], used with a build that matches (KM-66)."""

    kind: ClassVar[str] = "action_b"
    built: Filter
    effects: tuple[Effect, ...]


@data
class ReactionAbility:
    """Happens by itself whenever its trigger fires (KM-92)."""

    kind: ClassVar[str] = "reaction"
    on: Trigger
    effects: tuple[Effect, ...]
    require: tuple[Condition, ...] = ()


@data
class ConstantAbility:
    """Works as long as the card is in play (KM-87)."""

    kind: ClassVar[str] = "constant"
    modifier: Modifier


Ability = PlayAbility | ActionAbility | ActionBAbility | ReactionAbility | ConstantAbility


@data
class BuildText:
    """Where a card may be built and what it brings at once (KM-55, KM-56)."""

    modes: tuple[Mode, ...]
    require: tuple[Condition, ...]
    extra: tuple[Effect, ...]


NO_BUILD_TEXT = BuildText(modes=(), require=(), extra=())
