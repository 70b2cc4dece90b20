"""What is different while a modifier is in force (KM-114)."""

from collections.abc import Callable, Mapping

from games.rules.karciane_miasto.text.names import INDEX_NAMES
from games.rules.karciane_miasto.text.terms import (
    By,
    CostModifier,
    ForbidModifier,
    HandLimitModifier,
    IndexModifier,
    Modifier,
    NoVoteModifier,
    SupportGainModifier,
    Whom,
)
from games.rules.karciane_miasto.wording.moments import built
from games.rules.karciane_miasto.wording.things import things, things_near
from games.rules.phrases import Phrase, gettext, ngettext

FOR: Mapping[Whom, Phrase] = {
    "each": gettext("for every player"),
    "you": gettext("for you"),
    "opponents": gettext("for your opponents"),
    "active": gettext("for the active player"),
}
_BUILDER: Mapping[Whom, By] = {"each": "any", "you": "you", "opponents": "opponent", "active": "any"}


def modifier(found: Modifier) -> Phrase:
    """Say what is different."""
    return MODIFIERS[found.kind](found)


def signed(n: int) -> str:
    """Write a change with its sign."""
    return f"+{n}" if n > 0 else f"\N{MINUS SIGN}{-n}"


def index(name: str, n: int) -> Phrase:
    """Say how much an index changes (KM-18)."""
    return gettext("%(index)s %(change)s", index=INDEX_NAMES[name], change=signed(n))


def _index(modifier: IndexModifier) -> Phrase:
    return index(modifier.index, modifier.n)


def _cost(modifier: CostModifier) -> Phrase:
    said = {"what": things(modifier.filter, 2), "whom": FOR[modifier.who]}
    if modifier.n < 0:
        return ngettext(
            "%(what)s cost %(n)s good less %(whom)s",
            "%(what)s cost %(n)s goods less %(whom)s",
            -modifier.n,
            **said,
        )
    return ngettext(
        "%(what)s cost %(n)s good more %(whom)s",
        "%(what)s cost %(n)s goods more %(whom)s",
        modifier.n,
        **said,
    )


def _support_gain(modifier: SupportGainModifier) -> Phrase:
    said = {"moment": built(_BUILDER[modifier.who], modifier.filter)}
    if modifier.n < 0:
        return ngettext(
            "%(moment)s: %(n)s less support", "%(moment)s: %(n)s less support", -modifier.n, **said
        )
    return ngettext("%(moment)s: %(n)s more support", "%(moment)s: %(n)s more support", modifier.n, **said)


def _hand_limit(modifier: HandLimitModifier) -> Phrase:
    return gettext("hand limit %(change)s %(whom)s", change=signed(modifier.n), whom=FOR[modifier.who])


def _forbid(modifier: ForbidModifier) -> Phrase:
    what = things_near(modifier.filter, modifier.within, 2)
    said = FORBIDDEN[modifier.what](what)
    return said if modifier.who == "each" else gettext("%(said)s %(whom)s", said=said, whom=FOR[modifier.who])


FORBIDDEN: Mapping[str, Callable[[Phrase], Phrase]] = {
    "rebuild": lambda what: gettext("%(what)s can't be Rebuilt", what=what),
    "destroy": lambda what: gettext("%(what)s can't be destroyed", what=what),
}


def _no_vote(modifier: NoVoteModifier) -> Phrase:
    return gettext("no City Council vote is needed %(whom)s to Rebuild", whom=FOR[modifier.who])


MODIFIERS: Mapping[str, Callable[..., Phrase]] = {
    IndexModifier.kind: _index,
    CostModifier.kind: _cost,
    SupportGainModifier.kind: _support_gain,
    HandLimitModifier.kind: _hand_limit,
    ForbidModifier.kind: _forbid,
    NoVoteModifier.kind: _no_vote,
}
