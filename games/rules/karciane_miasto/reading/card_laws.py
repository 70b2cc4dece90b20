"""What a card must keep to as a whole, beside what each of its words allows (KM-109, KM-116, KM-117)."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from games.rules.karciane_miasto.reading.card_rows import Card
from games.rules.karciane_miasto.reading.loader import CardError
from games.rules.karciane_miasto.text.abilities import BuildText
from games.rules.karciane_miasto.text.terms import Filter, Trigger, Window, Within

_EXTRA_KEYS: Mapping[str, tuple[str, ...]] = {
    "built": ("filter", "within", "modes"),
    "vote_ended": ("result", "unanimous", "voted"),
}
"""What the triggers that have more keys than the event and by whom may say (KM-116)."""
_BRIEF = ("short", "counter", "vote")


def check_card(card: Card) -> None:
    """Raise ``CardError`` with the card's id and the rule for the first thing that is wrong."""
    for fault in _faults(card):
        raise CardError(f"{card.id}: {fault}")


def _faults(card: Card) -> Iterator[str]:
    yield from _pile_faults(card)
    if card.kind == "terrain" and len(card.subtypes) != 1:
        yield "a Terrain has one subtype"
    if card.kind == "district":
        yield from _district_faults(card)
    if len({cost.kind for cost in card.play_cost}) < len(card.play_cost):
        yield "a kind of cost twice"
    if card.subtype in _BRIEF and [one.kind for one in card.abilities] != ["play"]:
        yield "such an Event has one ability, to be played"
    for record, around in _records(card):
        if isinstance(record, Within):
            yield from _within_faults(card, record, around)
        elif isinstance(record, Trigger):
            yield from _trigger_faults(card, record)


def _pile_faults(card: Card) -> Iterator[str]:
    """Yield that a card lies in another pile than its kind and its stage ask for (KM-8, KM-117)."""
    later = card.type if card.stage > 1 else "base"
    if card.pile != {"district": later, "terrain": "base"}.get(card.kind, ""):
        yield f"it does not lie in pile {card.pile!r} (KM-8)"


def _district_faults(card: Card) -> Iterator[str]:
    if any(card.cost) != (card.stage > 1):
        yield "a District of stage 1 costs nothing, any other a good (KM-117)"
    if card.type == "public" and card.start_goods:
        yield "a Public District starts without goods (KM-117)"


def _within_faults(card: Card, within: Within, around: frozenset[type]) -> Iterator[str]:
    """Yield what a range is measured from where there is no such thing (KM-109)."""
    if within.of == "cell" and BuildText not in around:
        yield "'cell' stands outside Build text (KM-109)"
    if within.of == "self" and not card.pile:
        yield "'self' has no place on the map (KM-109)"
    if isinstance(within.of, Filter) and Window not in around:
        yield "a range of other cards stands outside a window (KM-109)"


def _trigger_faults(card: Card, trigger: Trigger) -> Iterator[str]:
    optional = [field for field in fields(trigger) if field.default is not MISSING]
    for field in optional:
        is_given = getattr(trigger, field.name) != field.default
        if is_given and field.name not in _EXTRA_KEYS.get(trigger.event, ()):
            yield f"{field.name!r} means nothing to the trigger {trigger.event!r} (KM-116)"
    if card.pile and trigger.by != "any":
        yield "a card on the map asks for nobody's deed in particular (KM-116)"


def _records(text: Any, around: frozenset[type] = frozenset()) -> Iterator[tuple[Any, frozenset[type]]]:
    """Yield the records within a text, each with the kinds of those around it."""
    if isinstance(text, tuple):
        for each in text:
            yield from _records(each, around)
    elif is_dataclass(text):
        yield text, around
        inner = around | {type(text)}
        for field in fields(text):
            yield from _records(getattr(text, field.name), inner)
