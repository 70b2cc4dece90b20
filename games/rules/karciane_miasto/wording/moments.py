"""When something happens: triggers, windows of responses, and costs that are paid first."""

from collections.abc import Callable, Mapping, Sequence

from games.rules.karciane_miasto.text.names import MODE_NAMES
from games.rules.karciane_miasto.text.terms import (
    By,
    Cost,
    DiscardCost,
    Event,
    Filter,
    GoodsCost,
    OccupyCost,
    SupportCost,
    Trigger,
    Window,
    WindowName,
)
from games.rules.karciane_miasto.wording.things import either, event_sorts, kinds, near, things, things_near
from games.rules.phrases import Phrase, enumerated, gettext, ngettext, pgettext

WHEN: Mapping[tuple[Event | WindowName, By], Phrase] = {
    ("turn_start", "you"): gettext("at the start of your turn"),
    ("turn_start", "opponent"): gettext("at the start of an opponent's turn"),
    ("turn_start", "any"): gettext("at the start of every turn"),
    ("turn_end", "you"): gettext("at the end of your turn"),
    ("turn_end", "opponent"): gettext("at the end of an opponent's turn"),
    ("turn_end", "any"): gettext("at the end of every turn"),
    ("exchanged", "you"): gettext("when you exchange support for a VP"),
    ("exchanged", "opponent"): gettext("when an opponent exchanges support for a VP"),
    ("exchanged", "any"): gettext("when any player exchanges support for a VP"),
    ("discarded", "you"): gettext("when you discard a card"),
    ("discarded", "opponent"): gettext("when an opponent discards a card"),
    ("discarded", "any"): gettext("when any player discards a card"),
    ("vote_ended", "you"): gettext("when a City Council vote on your motion ends"),
    ("vote_ended", "opponent"): gettext("when a City Council vote on an opponent's motion ends"),
    ("vote_ended", "any"): gettext("when a City Council vote ends"),
    ("build_start", "you"): gettext("at the start of your Build phase"),
    ("build_start", "opponent"): gettext("at the start of an opponent's Build phase"),
    ("build_start", "any"): gettext("at the start of any Build phase"),
    ("build_pay", "you"): gettext("when you pay for a build"),
    ("build_pay", "opponent"): gettext("when an opponent pays for a build"),
    ("build_pay", "any"): gettext("when any player pays for a build"),
    ("event_play", "you"): gettext("when you play an Event"),
    ("event_play", "opponent"): gettext("when an opponent plays an Event"),
    ("event_play", "any"): gettext("when any player plays an Event"),
    ("vote", "you"): gettext("in a City Council vote on your motion"),
    ("vote", "opponent"): gettext("in a City Council vote on an opponent's motion"),
    ("vote", "any"): gettext("in a City Council vote"),
}
"""Moments by what happens and whose deed it is (KM-77, KM-116)."""


ANYTHING = Filter(kind=("district", "terrain"))
"""What can be built."""


def built(by: By, cards: Filter | None) -> Phrase:
    """Say that a card is built, and by whom."""
    what = things(cards or ANYTHING)
    match by:
        case "you":
            return gettext("when you build any %(what)s", what=what)
        case "opponent":
            return gettext("when an opponent builds any %(what)s", what=what)
        case "any":
            return gettext("when any %(what)s is built", what=what)


def trigger(found: Trigger) -> Phrase:
    """Say when a Reaction happens (KM-116)."""
    if found.event == "built":
        return _with(_placed(built(found.by, found.filter), found), _modes(found))
    details = []
    if found.result:
        details.append(_RESULTS[found.result])
    if found.unanimous:
        details.append(gettext("unanimous"))
    if found.voted:
        details.append(gettext("with a result that matches your declaration"))
    return _with(WHEN[found.event, found.by], details)


_RESULTS = {"won": gettext("motion passed"), "lost": gettext("motion rejected")}


def _placed(said: Phrase, trigger: Trigger) -> Phrase:
    return gettext("%(said)s %(place)s", said=said, place=near(trigger.within)) if trigger.within else said


def _modes(trigger: Trigger) -> list[Phrase]:
    if not trigger.modes:
        return []
    return [
        gettext("using %(modes)s", modes=enumerated([MODE_NAMES[mode] for mode in trigger.modes], either))
    ]


def _with(said: Phrase, details: Sequence[Phrase]) -> Phrase:
    if not details:
        return said
    return gettext("%(said)s (%(details)s)", said=said, details=enumerated(details, _comma))


def _comma(first: Phrase, second: Phrase) -> Phrase:
    return gettext("%(first)s, %(second)s", first=first, second=second)


def window(found: Window) -> Phrase:
    """Say when a response fits (KM-79)."""
    details = []
    if found.filter:
        details.append(_concerned(found.filter))
    if found.within:
        details.append(near(found.within))
    if found.uses:
        details.append(gettext("using goods from any %(what)s", what=things(found.uses)))
    return _with(WHEN[found.on, found.by], details)


def _concerned(cards: Filter) -> Phrase:
    return event_sorts(cards) if kinds(cards) == ("event",) else things(cards)


def costs(found: Sequence[Cost]) -> Phrase:
    """Say what is paid, joined by "and" (KM-113)."""
    return enumerated([COSTS[each.kind](each) for each in found], _and)


def _and(first: Phrase, second: Phrase) -> Phrase:
    """Join two costs by "and"."""
    return pgettext("costs", "%(first)s and %(second)s", first=first, second=second)


def _goods(cost: GoodsCost) -> Phrase:
    used = USE[cost.goods](cost.n)
    if not (cost.from_ or cost.within):
        return used
    source = things_near(cost.from_ or Filter(kind="district"), cost.within, 2)
    return gettext("%(used)s from %(what)s", used=used, what=source)


USE: Mapping[str, Callable[[int], Phrase]] = {
    "residents": lambda n: ngettext("use %(n)s Resident", "use %(n)s Residents", n),
    "services": lambda n: ngettext("use %(n)s Service", "use %(n)s Services", n),
    "products": lambda n: ngettext("use %(n)s Product", "use %(n)s Products", n),
}


def _occupy(cost: OccupyCost) -> Phrase:
    return (
        gettext("occupy this Official") if cost.target == "self" else gettext("occupy one of your Officials")
    )


def _support(cost: SupportCost) -> Phrase:
    if cost.group == "one":
        return ngettext("pay %(n)s support from one group", "pay %(n)s support from one group", cost.n)
    return ngettext("pay %(n)s support from any group", "pay %(n)s support from any groups", cost.n)


def _discard(cost: DiscardCost) -> Phrase:
    return ngettext("discard %(n)s card from your hand", "discard %(n)s cards from your hand", cost.n)


COSTS: Mapping[str, Callable[..., Phrase]] = {
    GoodsCost.kind: _goods,
    OccupyCost.kind: _occupy,
    SupportCost.kind: _support,
    DiscardCost.kind: _discard,
}
