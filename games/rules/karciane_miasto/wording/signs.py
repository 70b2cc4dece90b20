"""Which sign of the sprite stands for a card at a glance, taken from what it does."""

from collections.abc import Mapping

from games.rules.karciane_miasto.cards import GROUPS, Card
from games.rules.karciane_miasto.text.abilities import (
    Ability,
    ActionAbility,
    ConstantAbility,
    ReactionAbility,
)
from games.rules.karciane_miasto.text.effects import Effect, ModifyEffect, SupportEffect
from games.rules.karciane_miasto.text.terms import (
    Filter,
    GoodsCost,
    IndexModifier,
    LevelCondition,
    Modifier,
)

EFFECT_SIGNS: Mapping[str, str] = {
    "vp": "vp",
    "support": "support",
    "goods": "goods",
    "draw": "draw",
    "search": "search",
    "recover": "recover",
    "refresh": "refresh",
    "ready": "ready",
    "occupy": "occupy",
    "counters": "progress",
    "leave": "leave",
    "destroy": "destroy",
    "modify": "constant",
    "block": "block",
    "stop_build": "stop",
    "cancel": "cancel",
    "vote_add": "vote",
    "vote_mute": "mute",
    "vote_tie": "tie",
    "vote_switch": "switch",
    "vote_cancel": "cancel",
    "choose": "choose",
    "when": "choose",
}
MODIFIER_SIGNS: Mapping[str, str] = {
    "index": "constant",
    "cost": "price",
    "support_gain": "support",
    "hand_limit": "hand",
    "forbid": "forbid",
    "no_vote": "vote",
}
EVENT_SIGNS: Mapping[str, str] = {
    "built": "build",
    "turn_start": "long",
    "turn_end": "long",
    "exchanged": "support",
    "discarded": "hand",
    "vote_ended": "vote",
}


def emblem(card: Card) -> str:
    """Return the sign of what a card is about: of a Plan what brings it on, of others what they do first."""
    first, *_ = card.abilities
    if card.kind == "plan":
        return _aim(first)
    return (
        modifier_sign(first.modifier) if isinstance(first, ConstantAbility) else effect_sign(first.effects[0])
    )


def effect_sign(effect: Effect) -> str:
    """Return the sign of an effect."""
    if isinstance(effect, ModifyEffect):
        return modifier_sign(effect.modifier)
    if isinstance(effect, SupportEffect) and effect.group in GROUPS:
        return effect.group
    return EFFECT_SIGNS[effect.kind]


def modifier_sign(modifier: Modifier) -> str:
    """Return the sign of a modifier."""
    return f"index-{modifier.index}" if isinstance(modifier, IndexModifier) else MODIFIER_SIGNS[modifier.kind]


def _aim(ability: Ability) -> str:
    if isinstance(ability, ActionAbility):
        return next((cost.goods for cost in ability.cost if isinstance(cost, GoodsCost)), "action")
    if not isinstance(ability, ReactionAbility):
        return "constant"
    levels = [f"index-{each.index}" for each in ability.require if isinstance(each, LevelCondition)]
    return (*levels, *ability.on.modes, *_built(ability.on.filter), EVENT_SIGNS[ability.on.event])[0]


def _built(cards: Filter | None) -> tuple[str, ...]:
    """Return the signs of what is to be built, the most telling first."""
    if cards is None:
        return ()
    stage = ["stage"] if cards.stage else []
    terrain = ["terrain"] if cards.kind == "terrain" else []
    return (*cards.type, *cards.subtype, *stage, *terrain)
