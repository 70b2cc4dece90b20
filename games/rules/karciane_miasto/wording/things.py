"""The things that texts speak of: cards that match a filter, places, targets, counted values."""

from collections.abc import Callable, Iterable, Mapping

from games.rules.karciane_miasto.text.names import EVENT_NAMES, SUBTYPE_NAMES, TYPE_NAMES
from games.rules.karciane_miasto.text.terms import All, Count, Filter, Kind, Pick, Target, Value, Within
from games.rules.phrases import Phrase, enumerated, gettext, ngettext, npgettext, pgettext

_ON_MAP = {"district", "terrain"}


def either(first: Phrase, second: Phrase) -> Phrase:
    """Join two by "or"."""
    return gettext("%(first)s or %(second)s", first=first, second=second)


def things(cards: Filter, n: int = 1) -> Phrase:
    """Name the cards that a filter means, as ``n`` of them (KM-108)."""
    named = enumerated([_KINDS[kind](cards, n) for kind in kinds(cards)], either)
    if cards.other:
        named = gettext("other %(what)s", what=named)
    if cards.controller == "you":
        named = gettext("%(what)s you control", what=named)
    if cards.controller == "opponent":
        named = gettext("%(what)s an opponent controls", what=named)
    return gettext("ready %(what)s", what=named) if cards.state else named


def kinds(cards: Filter) -> tuple[Kind, ...]:
    """Return the kinds of cards that a filter names."""
    return cards.kind if isinstance(cards.kind, tuple) else (cards.kind,)


def event_sorts(cards: Filter) -> Phrase:
    """Name the subtypes of Events that a filter means; without any, those that can be in play (KM-108)."""
    return _listed(EVENT_NAMES[each] for each in cards.subtype or ("long",))


def _listed(names: Iterable[Phrase]) -> Phrase:
    return enumerated(tuple(names), either)


def _types(cards: Filter) -> Phrase:
    return _listed(TYPE_NAMES[each] for each in cards.type)


def _subtypes(cards: Filter) -> Phrase:
    return _listed(SUBTYPE_NAMES[each] for each in cards.subtype)


def _stages(cards: Filter) -> Phrase:
    numbers = tuple(Phrase(str(each)) for each in cards.stage)
    return gettext("stage %(stages)s", stages=enumerated(numbers, _either_number))


def _either_number(first: Phrase, second: Phrase) -> Phrase:
    """Join two by "or": Chinese sets numbers apart from words, but no words from each other."""
    return pgettext("between numbers", "%(first)s or %(second)s", first=first, second=second)


def _typed(cards: Filter, n: int) -> Phrase:
    return npgettext("by type", "%(detail)s District", "%(detail)s Districts", n, detail=_types(cards))


def _subtyped(cards: Filter, n: int) -> Phrase:
    return npgettext("by subtype", "%(detail)s District", "%(detail)s Districts", n, detail=_subtypes(cards))


def _staged(cards: Filter, n: int) -> Phrase:
    return npgettext("by stage", "%(detail)s District", "%(detail)s Districts", n, detail=_stages(cards))


_HEADS: Mapping[str, Callable[[Filter, int], Phrase]] = {
    "type": _typed,
    "subtype": _subtyped,
    "stage": _staged,
}
_DETAILS: Mapping[str, Callable[[Filter], Phrase]] = {
    "type": _types,
    "subtype": _subtypes,
    "stage": _stages,
}


def _district(cards: Filter, n: int) -> Phrase:
    named = [key for key in _HEADS if getattr(cards, key)]
    if not named:
        return npgettext("in a text", "District", "Districts", n)
    what = _HEADS[named[0]](cards, n)
    for key in named[1:]:
        what = gettext("%(what)s (%(detail)s)", what=what, detail=_DETAILS[key](cards))
    return what


def _terrain(cards: Filter, n: int) -> Phrase:
    return _subtypes(cards) if cards.subtype else npgettext("in a text", "Terrain", "Terrains", n)


def _event(cards: Filter, n: int) -> Phrase:
    return ngettext("%(sorts)s Event", "%(sorts)s Events", n, sorts=event_sorts(cards))


def _plan(_: Filter, n: int) -> Phrase:
    return npgettext("in a text", "Plan", "Plans", n)


def _official(_: Filter, n: int) -> Phrase:
    return npgettext("in a text", "Official", "Officials", n)


_KINDS: Mapping[Kind, Callable[[Filter, int], Phrase]] = {
    "district": _district,
    "terrain": _terrain,
    "event": _event,
    "plan": _plan,
    "official": _official,
}


def near(found: Within) -> Phrase:
    """Say how near (KM-109)."""
    if found.of == "self":
        return gettext("within range %(range)s of this card", range=found.range)
    if found.of == "cell":
        return gettext("within range %(range)s", range=found.range)
    return gettext("within range %(range)s of any %(what)s", range=found.range, what=things(found.of))


def place(cards: Filter, within: Within | None) -> Phrase:
    """Say where the cards are looked for."""
    if within:
        return near(within)
    return gettext("on the map") if set(kinds(cards)) <= _ON_MAP else gettext("in play")


def things_near(cards: Filter, within: Within | None, n: int = 1) -> Phrase:
    """Name cards that match, and how near they lie if that is said."""
    what = things(cards, n)
    return gettext("%(what)s %(place)s", what=what, place=near(within)) if within else what


def target(found: Target) -> Phrase:
    """Name a target, as what a deed is done to (KM-112)."""
    match found:
        case "self":
            return gettext("this card")
        case "object":
            return gettext("the card just built")
        case Pick():
            return gettext("one %(what)s", what=_picked(found))
        case All(all=all_):
            return gettext("all %(what)s", what=things(all_, 2))


def onto(target: Target) -> Phrase:
    """Name a target, as where something is put."""
    match target:
        case "self":
            return gettext("on this card")
        case "object":
            return gettext("on the card just built")
        case Pick():
            return gettext("on one %(what)s", what=_picked(target))
        case All(all=all_):
            return gettext("on each %(what)s", what=things(all_))


def out_of(target: Target) -> Phrase:
    """Name a target, as where something is taken from."""
    match target:
        case "self":
            return gettext("from this card")
        case "object":
            return gettext("from the card just built")
        case Pick():
            return gettext("from one %(what)s", what=_picked(target))
        case All(all=all_):
            return gettext("from each %(what)s", what=things(all_))


def _picked(pick: Pick) -> Phrase:
    what = things(pick.pick)
    return gettext("%(what)s in the intended payment", what=what) if pick.used else what


def counted(value: Value, tell: Callable[[int], Phrase]) -> Phrase:
    """Say something of a number, or of each card that is counted (KM-110)."""
    if isinstance(value, int):
        return tell(value)
    return _each(tell(1), value)


def _each(said: Phrase, value: Count) -> Phrase:
    what = things_near(value.count, value.within)
    if value.max is None:
        return gettext("%(said)s for each %(what)s", said=said, what=what)
    return gettext("%(said)s for each %(what)s (at most %(max)s)", said=said, what=what, max=value.max)
