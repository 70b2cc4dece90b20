"""The effects of cards, one function per kind, found by its kind (KM-115).

Each function first collects the answers it needs, then changes the position; an open question stops it
before anything has changed.
"""

from collections.abc import Callable

from games.rules.karciane_miasto.act.asking import Answers
from games.rules.karciane_miasto.act.conditions import holds, value
from games.rules.karciane_miasto.act.people import gain_support, gain_vp
from games.rules.karciane_miasto.act.play import Asked, Play
from games.rules.karciane_miasto.act.targets import group_type, legal_options
from games.rules.karciane_miasto.cards import EFFECTS, GROUP_OF, GROUPS, effect_names
from games.rules.karciane_miasto.effects.council import COUNCIL_EFFECTS
from games.rules.karciane_miasto.effects.districts import MAP_EFFECTS
from games.rules.karciane_miasto.effects.out_of_play import OUT_OF_PLAY_EFFECTS
from games.rules.karciane_miasto.effects.zones import ZONE_EFFECTS
from games.rules.karciane_miasto.events import EventCancelled, ModifierBegan
from games.rules.karciane_miasto.state import Lasting
from games.rules.karciane_miasto.tasks import Resolve
from games.rules.karciane_miasto.text.effects import (
    CancelEffect,
    ChooseEffect,
    ModifyEffect,
    StopBuildEffect,
    SupportEffect,
    VpEffect,
    WhenEffect,
)
from games.rules.records import renewed


def resolve(play: Play, task: Resolve) -> None:
    """Carry out the first of the effects; the others wait behind what it brings."""
    if not task.effects:
        return
    name, *rest = task.effects
    effect = EFFECTS[name]
    answers = Answers(task.context, name, task.picks)
    mark = len(play.agenda)
    if rest:
        play.agenda.append(Resolve(task.context, tuple(rest)))
    try:
        KINDS[effect.kind](play, answers, effect, task)
    except Asked as asked:
        del play.agenda[mark:]
        play.agenda.append(task)
        play.question = asked.question


def _vp(play: Play, answers: Answers, effect: VpEffect, _: Resolve) -> None:
    seat = answers.seat(play, effect.who)
    gain_vp(play, seat, value(play, answers.context, effect.n))


def _support(play: Play, answers: Answers, effect: SupportEffect, _: Resolve) -> None:
    seat = answers.seat(play, effect.who)
    n = value(play, answers.context, effect.n)
    for group in _groups(play, answers, effect, seat):
        gain_support(play, seat, group, n)


def _groups(play: Play, answers: Answers, effect: SupportEffect, seat: int) -> list[int]:
    """Return the groups meant, one chosen by *you* where there is a choice (KM-115)."""
    match effect.group:
        case "each":
            return [*range(len(GROUPS))]
        case "choose":
            return [answers.group()]
        case "empty":
            empty = [group for group, points in enumerate(play.players[seat].support) if not points]
            return [answers.group(empty)] if empty else []
        case "object":
            of_type = group_type(play, answers.context)
            return [] if of_type is None else [_thanks(answers, of_type)]
        case _:
            return [GROUPS.index(effect.group)]


def _thanks(answers: Answers, of_type: str) -> int:
    return GROUP_OF[of_type] if of_type in GROUP_OF else answers.group()


def _modify(play: Play, answers: Answers, effect: ModifyEffect, _: Resolve) -> None:
    you = answers.context.you
    lasting = Lasting(answers.name, you, effect.until)
    play.turn = renewed(play.turn, lasting=(*play.turn.lasting, lasting))
    play.told.append(ModifierBegan(you, answers.context.card, effect.until))


def _stop_build(play: Play, answers: Answers, effect: StopBuildEffect, _: Resolve) -> None:
    if play.build:
        play.build = renewed(play.build, stopped=True)


def _cancel(play: Play, answers: Answers, effect: CancelEffect, _: Resolve) -> None:
    if play.playing:
        play.playing = renewed(play.playing, cancelled=True)
        play.told.append(EventCancelled(play.turn.active, play.playing.card))


def _choose(play: Play, answers: Answers, effect: ChooseEffect, _: Resolve) -> None:
    options = legal_options(play, answers.context, effect)
    if options:
        chosen = int(answers.choose("option", [f"option {at}" for at in options]).split()[1])
        names = effect_names(f"{answers.name}.{chosen}", effect.options[chosen].effects)
        play.first_do(Resolve(answers.context, names))


def _when(play: Play, answers: Answers, effect: WhenEffect, _: Resolve) -> None:
    if holds(play, answers.context, effect.require):
        play.first_do(Resolve(answers.context, effect_names(answers.name, effect.effects)))


KINDS: dict[str, Callable[..., None]] = {
    "vp": _vp,
    "support": _support,
    "modify": _modify,
    "stop_build": _stop_build,
    "cancel": _cancel,
    "choose": _choose,
    "when": _when,
    **MAP_EFFECTS,
    **ZONE_EFFECTS,
    **OUT_OF_PLAY_EFFECTS,
    **COUNCIL_EFFECTS,
}
"""The function of each kind of effect."""
