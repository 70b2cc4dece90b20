"""The lines of a card: each keyword with its rule, and what stands behind it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from games.rules.karciane_miasto.cards import CARDS, GOOD_OF, GOODS, INDICES, Card
from games.rules.karciane_miasto.cards import EFFECTS as NAMED
from games.rules.karciane_miasto.text.abilities import (
    Ability,
    ActionAbility,
    ActionBAbility,
    ConstantAbility,
    PlayAbility,
    ReactionAbility,
)
from games.rules.karciane_miasto.text.effects import ChooseEffect, CountersEffect
from games.rules.karciane_miasto.text.names import MODE_NAMES
from games.rules.karciane_miasto.text.terms import IndexModifier, Window
from games.rules.karciane_miasto.wording.conditions import conditions
from games.rules.karciane_miasto.wording.effects import effects, then
from games.rules.karciane_miasto.wording.modifiers import index, modifier
from games.rules.karciane_miasto.wording.moments import built, costs, trigger, window
from games.rules.karciane_miasto.wording.signs import effect_sign, modifier_sign
from games.rules.karciane_miasto.wording.speech import Speech
from games.rules.karciane_miasto.wording.things import either
from games.rules.phrases import Phrase, enumerated, gettext


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text: its kind and sign for the eye, the rule behind it, and its keyword if it has one."""

    kind: str
    sign: str
    rule: str
    text: Phrase
    keyword: Phrase | None = None


@cache
def lines(card_id: str) -> tuple[Line, ...]:
    """Return what stands on a card."""
    card = CARDS[card_id]
    abilities = (ABILITIES[each.kind](each, card) for each in card.abilities)
    return (*_before(card), *_build(card), *_indices(card), *abilities)


def ability_line(card_id: str, at: int) -> Line:
    """Return the line of one ability, by its place on the card."""
    card = CARDS[card_id]
    ability = card.abilities[at]
    return ABILITIES[ability.kind](ability, card)


def effect_text(name: str) -> Phrase:
    """Say what one effect does, by its name in ``EFFECTS``."""
    return effects([NAMED[name]], _speech_of(name))


def option_texts(name: str) -> tuple[Phrase, ...]:
    """Say what each option of a ``choose`` does, by the effect's name in ``EFFECTS``."""
    named = NAMED[name]
    options = named.options if isinstance(named, ChooseEffect) else ()
    return tuple(effects(option.effects, _speech_of(name)) for option in options)


def _speech_of(name: str) -> Speech:
    card_id, _, place = name.partition("/")
    at, card = place.partition(".")[0], CARDS[card_id]
    return speech(card, card.abilities[int(at)] if at.isdigit() else None)


def speech(card: Card, ability: Ability | None = None) -> Speech:
    """Return in whose voice a text of a card is told (KM-95)."""
    good = GOOD_OF.get(card.type or "")
    goods = "goods" if good is None else GOODS[good]
    if isinstance(ability, ReactionAbility):
        return Speech(goods, ACTORS.get(ability.on.event, _THAT_PLAYER), told=bool(card.pile))
    return Speech(goods, _THAT_OPPONENT if card.window and card.window.by == "opponent" else _THAT_PLAYER)


ACTORS: Mapping[str, Phrase] = {"built": gettext("the builder"), "vote_ended": gettext("the applicant")}
_THAT_PLAYER = gettext("that player")
_THAT_OPPONENT = gettext("that opponent")


def _before(card: Card) -> Iterator[Line]:
    """Yield what must be true and be paid to play a card, and how long it stays (KM-30, KM-37)."""
    if card.require:
        yield Line("require", "forbid", "KM-37", conditions(card.require), gettext("Only if:"))
    if card.play_cost:
        yield Line("price", "price", "KM-37", costs(card.play_cost), gettext("Cost:"))
    if card.time:
        yield Line("time", "long", "KM-30", Phrase(str(card.time)), gettext("Time:"))


def _build(card: Card) -> Iterator[Line]:
    """Yield the Build text (KM-55, KM-56)."""
    said = []
    if card.build.modes != MODES.get(card.kind, ()):
        modes = enumerated([MODE_NAMES[mode] for mode in card.build.modes], either)
        said.append(gettext("%(modes)s only", modes=modes))
    if card.build.require:
        said.append(gettext("only if %(conditions)s", conditions=conditions(card.build.require)))
    if card.build.extra:
        said.append(effects(card.build.extra, speech(card)))
    if said:
        yield Line("build", "build", "KM-88", enumerated(said, _semicolon), gettext("Build:"))


MODES = {"district": ("create", "expand", "rebuild"), "terrain": ("create",)}
"""How a card can be built if nothing else stands on it (KM-51, KM-54)."""


def _semicolon(first: Phrase, second: Phrase) -> Phrase:
    return gettext("%(first)s; %(second)s", first=first, second=second)


def _indices(card: Card) -> Iterator[Line]:
    for name, n in zip(INDICES, card.indices, strict=True):
        if n:
            yield Line("index", f"index-{name}", "KM-18", index(name, n))


def _play(ability: PlayAbility, card: Card) -> Line:
    said, sign = effects(ability.effects, speech(card, ability)), effect_sign(ability.effects[0])
    if card.window:
        return Line("play", sign, "KM-79", _at(window(card.window), said))
    return Line("play", sign, "KM-38", said, None if card.subtype == "short" else gettext("When played:"))


def _at(moment: Phrase, said: Phrase) -> Phrase:
    return gettext("%(moment)s: %(said)s", moment=moment, said=said)


def _action(ability: ActionAbility, card: Card) -> Line:
    said = effects(ability.effects, speech(card, ability))
    if ability.cost:
        said = then(costs(ability.cost), said)
    if ability.require:
        said = gettext("if %(conditions)s, %(said)s", conditions=conditions(ability.require), said=said)
    windows = [window(ability.window or Window(on=on, by="any")) for on in ability.timing if on != "main"]
    if windows:
        return _bulb(ability, said, enumerated(windows, either))
    if ability.limit:
        return Line("action", "turn", "KM-90", said, gettext("Action[1]:"))
    return Line("action", "action", "KM-89", said, gettext("Action:"))


def _bulb(ability: ActionAbility, said: Phrase, moment: Phrase) -> Line:
    if "main" in ability.timing:
        moment = gettext("in your Main phase or %(moment)s", moment=moment)
    if ability.limit:
        moment = gettext("%(moment)s, once in your turn", moment=moment)
    return Line("action", "bulb", "KM-91", _at(moment, said), gettext("Light bulb:"))


def _action_b(ability: ActionBAbility, card: Card) -> Line:
    said = effects(ability.effects, speech(card, ability))
    return Line("action", "action-b", "KM-66", _at(built("you", ability.built), said), gettext("Action[B]:"))


def _reaction(ability: ReactionAbility, card: Card) -> Line:
    when = trigger(ability.on)
    if ability.require:
        when = gettext("%(moment)s, if %(conditions)s", moment=when, conditions=conditions(ability.require))
    if card.kind == "plan" and ability.effects == (PROGRESS,):
        return Line("progress", "progress", "KM-40", when, gettext("Progress:"))
    said = effects(ability.effects, speech(card, ability))
    return Line("reaction", "reaction", "KM-92", _at(when, said), gettext("Reaction:"))


PROGRESS = CountersEffect(target="self", n=1)
"""What "Progress" on a Plan stands for (KM-40)."""


def _constant(ability: ConstantAbility, _: Card) -> Line:
    change = ability.modifier
    if isinstance(change, IndexModifier):
        return Line("index", modifier_sign(change), "KM-18", modifier(change))
    return Line("constant", modifier_sign(change), "KM-87", modifier(change))


ABILITIES: Mapping[str, Callable[..., Line]] = {
    PlayAbility.kind: _play,
    ActionAbility.kind: _action,
    ActionBAbility.kind: _action_b,
    ReactionAbility.kind: _reaction,
    ConstantAbility.kind: _constant,
}
