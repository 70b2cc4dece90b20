"""What somebody gains or loses: VP, support, cards, and goods on a card."""

from collections.abc import Callable, Mapping

from games.rules.karciane_miasto.text.effects import SupportEffect
from games.rules.karciane_miasto.text.terms import Target
from games.rules.karciane_miasto.wording.speech import Speech
from games.rules.karciane_miasto.wording.things import onto, out_of
from games.rules.phrases import Phrase, gettext, ngettext


def gains_vp(other: Phrase | None, n: int) -> Phrase:
    """Say that the reader, or somebody else, gains or loses VP."""
    if other is None:
        return gettext("gain %(n)s VP", n=n) if n >= 0 else gettext("lose %(n)s VP", n=-n)
    if n >= 0:
        return gettext("%(who)s gains %(n)s VP", who=other, n=n)
    return gettext("%(who)s loses %(n)s VP", who=other, n=-n)


def gains_support(effect: SupportEffect, speech: Speech, n: int) -> Phrase:
    """Say that the reader, or somebody else, gains or loses support."""
    other, group = speech.other(effect.who), _group(effect, speech)
    if other is None:
        return _gain_support(n, group) if n >= 0 else _lose_support(-n, group)
    if n >= 0:
        return ngettext(
            "%(who)s gains %(n)s support %(group)s",
            "%(who)s gains %(n)s support %(group)s",
            n,
            who=other,
            group=group,
        )
    return ngettext(
        "%(who)s loses %(n)s support %(group)s",
        "%(who)s loses %(n)s support %(group)s",
        -n,
        who=other,
        group=group,
    )


def _gain_support(n: int, group: Phrase) -> Phrase:
    return ngettext("gain %(n)s support %(group)s", "gain %(n)s support %(group)s", n, group=group)


def _lose_support(n: int, group: Phrase) -> Phrase:
    return ngettext("lose %(n)s support %(group)s", "lose %(n)s support %(group)s", n, group=group)


def _group(effect: SupportEffect, speech: Speech) -> Phrase:
    if effect.group == "choose" and speech.told:
        return gettext("with a group of their choice")
    if effect.group == "empty" and speech.other(effect.who):
        return gettext("with a group in which they have none")
    return GROUPS[effect.group]


GROUPS: Mapping[str, Phrase] = {
    "citizens": gettext("with the Citizens"),
    "merchants": gettext("with the Merchants"),
    "industrialists": gettext("with the Industrialists"),
    "choose": gettext("with a group of your choice"),
    "each": gettext("with each group"),
    "empty": gettext("with a group in which you have none"),
    "object": gettext("with that District's group"),
}
"""With whom support is gained or lost (KM-115)."""


def puts(where: Target, speech: Speech, n: int) -> Phrase:
    """Say that goods are put on a card, or removed from it; only a card's own goods are of a known kind."""
    if n < 0:
        return ngettext(
            "remove %(n)s good %(source)s", "remove %(n)s goods %(source)s", -n, source=out_of(where)
        )
    return PUT[speech.goods if where == "self" else "goods"](n, onto(where))


PUT: Mapping[str, Callable[[int, Phrase], Phrase]] = {
    "residents": lambda n, where: ngettext(
        "put %(n)s Resident %(where)s", "put %(n)s Residents %(where)s", n, where=where
    ),
    "services": lambda n, where: ngettext(
        "put %(n)s Service %(where)s", "put %(n)s Services %(where)s", n, where=where
    ),
    "products": lambda n, where: ngettext(
        "put %(n)s Product %(where)s", "put %(n)s Products %(where)s", n, where=where
    ),
    "goods": lambda n, where: ngettext(
        "put %(n)s good %(where)s", "put %(n)s goods %(where)s", n, where=where
    ),
}


def draws(other: Phrase | None, n: int) -> Phrase:
    """Say that the reader, or somebody else, draws cards."""
    if other is None:
        return ngettext("draw %(n)s card", "draw %(n)s cards", n)
    return ngettext("%(who)s draws %(n)s card", "%(who)s draws %(n)s cards", n, who=other)
