"""Conditions as clauses that follow "if" (KM-111)."""

from collections.abc import Callable, Mapping, Sequence

from games.rules.karciane_miasto.text.names import INDEX_NAMES
from games.rules.karciane_miasto.text.terms import (
    Condition,
    CountCondition,
    LevelCondition,
    Op,
    SupportCondition,
)
from games.rules.karciane_miasto.wording.things import place, things
from games.rules.phrases import Phrase, enumerated, gettext, ngettext


def conditions(found: Sequence[Condition]) -> Phrase:
    """Say all conditions, joined by "and"."""
    return enumerated([CONDITIONS[each.kind](each) for each in found], _both)


def _both(first: Phrase, second: Phrase) -> Phrase:
    return gettext("%(first)s, and %(second)s", first=first, second=second)


def _count(condition: CountCondition) -> Phrase:
    where = place(condition.filter, condition.within)
    if (condition.op, condition.n) == (">=", 1):
        return gettext("there is at least 1 %(what)s %(place)s", what=things(condition.filter), place=where)
    if condition.n == 0 and condition.op != ">=":
        return gettext("there is no %(what)s %(place)s", what=things(condition.filter), place=where)
    return _COUNTS[condition.op](condition.n, things(condition.filter, condition.n), where)


def _at_least(n: int, what: Phrase, where: Phrase) -> Phrase:
    return ngettext(
        "there is at least %(n)s %(what)s %(place)s",
        "there are at least %(n)s %(what)s %(place)s",
        n,
        what=what,
        place=where,
    )


def _at_most(n: int, what: Phrase, where: Phrase) -> Phrase:
    return ngettext(
        "there is at most %(n)s %(what)s %(place)s",
        "there are at most %(n)s %(what)s %(place)s",
        n,
        what=what,
        place=where,
    )


def _exactly(n: int, what: Phrase, where: Phrase) -> Phrase:
    return ngettext(
        "there is exactly %(n)s %(what)s %(place)s",
        "there are exactly %(n)s %(what)s %(place)s",
        n,
        what=what,
        place=where,
    )


_COUNTS: Mapping[Op, Callable[[int, Phrase, Phrase], Phrase]] = {
    ">=": _at_least,
    "<=": _at_most,
    "==": _exactly,
}


def _level(condition: LevelCondition) -> Phrase:
    index = INDEX_NAMES[condition.index]
    if condition.op == ">=":
        return gettext("%(index)s is at least %(n)s", index=index, n=condition.n)
    if condition.op == "<=" and condition.n:
        return gettext("%(index)s is at most %(n)s", index=index, n=condition.n)
    return gettext("%(index)s is %(n)s", index=index, n=condition.n)


def _support(condition: SupportCondition) -> Phrase:
    amount = _AMOUNTS[condition.op](condition.n)
    if condition.group == "one":
        return gettext("you have %(amount)s with one group", amount=amount)
    return gettext("you have %(amount)s with each group", amount=amount)


_AMOUNTS: Mapping[Op, Callable[[int], Phrase]] = {
    ">=": lambda n: ngettext("at least %(n)s support point", "at least %(n)s support points", n),
    "<=": lambda n: ngettext("at most %(n)s support point", "at most %(n)s support points", n),
    "==": lambda n: ngettext("exactly %(n)s support point", "exactly %(n)s support points", n),
}

CONDITIONS: Mapping[str, Callable[..., Phrase]] = {
    CountCondition.kind: _count,
    LevelCondition.kind: _level,
    SupportCondition.kind: _support,
}
