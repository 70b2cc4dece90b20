"""What effects do, as orders to the reader or as what others do (KM-115)."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce

from games.rules.karciane_miasto.text.effects import (
    BlockEffect,
    CancelEffect,
    ChooseEffect,
    CountersEffect,
    DestroyEffect,
    DrawEffect,
    Effect,
    GoodsEffect,
    LeaveEffect,
    ModifyEffect,
    OccupyEffect,
    ReadyEffect,
    RecoverEffect,
    RefreshEffect,
    SearchEffect,
    StopBuildEffect,
    SupportEffect,
    VoteAddEffect,
    VoteCancelEffect,
    VoteMuteEffect,
    VoteSwitchEffect,
    VoteTieEffect,
    VpEffect,
    WhenEffect,
)
from games.rules.karciane_miasto.wording.conditions import conditions
from games.rules.karciane_miasto.wording.gains import draws, gains_support, gains_vp, puts
from games.rules.karciane_miasto.wording.modifiers import modifier
from games.rules.karciane_miasto.wording.speech import Speech
from games.rules.karciane_miasto.wording.things import counted, onto, out_of, target, things
from games.rules.phrases import Phrase, enumerated, gettext, ngettext


def effects(found: Sequence[Effect], speech: Speech) -> Phrase:
    """Say all effects in their order."""
    first, *others = [EFFECTS[each.kind](each, speech) for each in found]
    return reduce(then, others, first)


def then(first: Phrase, second: Phrase) -> Phrase:
    """Say two deeds, one after the other."""
    return gettext("%(first)s, then %(second)s", first=first, second=second)


def _vp(effect: VpEffect, speech: Speech) -> Phrase:
    return counted(effect.n, partial(gains_vp, speech.other(effect.who)))


def _support(effect: SupportEffect, speech: Speech) -> Phrase:
    return counted(effect.n, partial(gains_support, effect, speech))


def _goods(effect: GoodsEffect, speech: Speech) -> Phrase:
    return counted(effect.n, partial(puts, effect.target, speech))


def _draw(effect: DrawEffect, speech: Speech) -> Phrase:
    return counted(effect.n, partial(draws, speech.other(effect.who)))


def _search(effect: SearchEffect, _: Speech) -> Phrase:
    return ngettext(
        "look at the top %(n)s card of your deck, take %(take)s and put the rest on the bottom",
        "look at the top %(n)s cards of your deck, take %(take)s and put the rest on the bottom",
        effect.n,
        take=effect.take,
    )


def _recover(effect: RecoverEffect, _: Speech) -> Phrase:
    return ngettext(
        "take %(n)s card from your discard pile into your hand (%(what)s)",
        "take %(n)s cards from your discard pile into your hand (%(what)s)",
        effect.n,
        what=things(effect.filter, effect.n),
    )


def _refresh(effect: RefreshEffect, _: Speech) -> Phrase:
    return ngettext(
        "replace up to %(n)s face-up District in the planning zone",
        "replace up to %(n)s face-up Districts in the planning zone",
        effect.n,
    )


def _ready(effect: ReadyEffect, _: Speech) -> Phrase:
    return gettext("ready %(target)s", target=target(effect.target))


def _occupy(effect: OccupyEffect, _: Speech) -> Phrase:
    return gettext("occupy %(target)s", target=target(effect.target))


def _counters(effect: CountersEffect, _: Speech) -> Phrase:
    where = onto(effect.target)
    return counted(
        effect.n,
        lambda n: ngettext(
            "put %(n)s fulfilment counter %(where)s",
            "put %(n)s fulfilment counters %(where)s",
            n,
            where=where,
        ),
    )


def _leave(effect: LeaveEffect, _: Speech) -> Phrase:
    return gettext("put %(target)s on its owner's discard pile", target=target(effect.target))


def _destroy(effect: DestroyEffect, _: Speech) -> Phrase:
    return gettext("destroy %(target)s", target=target(effect.target))


def _modify(effect: ModifyEffect, _: Speech) -> Phrase:
    if effect.until == "build":
        return gettext("during this Build phase, %(clause)s", clause=modifier(effect.modifier))
    return gettext("until the end of this turn, %(clause)s", clause=modifier(effect.modifier))


def _block(effect: BlockEffect, _: Speech) -> Phrase:
    return gettext("during this Build phase, goods %(source)s can't be used", source=out_of(effect.target))


def _stop_build(_: StopBuildEffect, __: Speech) -> Phrase:
    return gettext("this build fails")


def _cancel(_: CancelEffect, __: Speech) -> Phrase:
    return gettext("cancel that Event")


def _vote_add(effect: VoteAddEffect, _: Speech) -> Phrase:
    return counted(effect.n, ADDED[effect.group])


ADDED: Mapping[str, Callable[[int], Phrase]] = {
    "choose": lambda n: ngettext(
        "add %(n)s vote in a group of your choice to your side",
        "add %(n)s votes in a group of your choice to your side",
        n,
    ),
    "each": lambda n: ngettext(
        "add %(n)s vote in each group to your side", "add %(n)s votes in each group to your side", n
    ),
}


def _vote_mute(_: VoteMuteEffect, __: Speech) -> Phrase:
    return gettext(
        "choose an opponent and a group; that opponent's support in that group doesn't count in this vote"
    )


def _vote_tie(_: VoteTieEffect, __: Speech) -> Phrase:
    return gettext("ties count for your side in this vote")


def _vote_switch(_: VoteSwitchEffect, __: Speech) -> Phrase:
    return gettext("change your declaration to the other side")


def _vote_cancel(_: VoteCancelEffect, __: Speech) -> Phrase:
    return gettext("cancel this vote")


def _choose(effect: ChooseEffect, speech: Speech) -> Phrase:
    options = enumerated([effects(option.effects, speech) for option in effect.options], _or_else)
    return gettext("choose one: %(options)s", options=options)


def _or_else(first: Phrase, second: Phrase) -> Phrase:
    return gettext("%(first)s; or %(second)s", first=first, second=second)


def _when(effect: WhenEffect, speech: Speech) -> Phrase:
    said = effects(effect.effects, speech)
    return gettext("if %(conditions)s, %(said)s", conditions=conditions(effect.require), said=said)


EFFECTS: Mapping[str, Callable[..., Phrase]] = {
    VpEffect.kind: _vp,
    SupportEffect.kind: _support,
    GoodsEffect.kind: _goods,
    DrawEffect.kind: _draw,
    SearchEffect.kind: _search,
    RecoverEffect.kind: _recover,
    RefreshEffect.kind: _refresh,
    ReadyEffect.kind: _ready,
    OccupyEffect.kind: _occupy,
    CountersEffect.kind: _counters,
    LeaveEffect.kind: _leave,
    DestroyEffect.kind: _destroy,
    ModifyEffect.kind: _modify,
    BlockEffect.kind: _block,
    StopBuildEffect.kind: _stop_build,
    CancelEffect.kind: _cancel,
    VoteAddEffect.kind: _vote_add,
    VoteMuteEffect.kind: _vote_mute,
    VoteTieEffect.kind: _vote_tie,
    VoteSwitchEffect.kind: _vote_switch,
    VoteCancelEffect.kind: _vote_cancel,
    ChooseEffect.kind: _choose,
    WhenEffect.kind: _when,
}
