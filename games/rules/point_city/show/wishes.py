"""What a page asks for while a turn is composed: fields read once, leniently (PC-81).

An old link may carry anything, so what is no slot, sort or token at all is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.fields import known, last
from games.rules.point_city.board import NEIGHBOURS, SLOTS
from games.rules.point_city.cards import TOKEN_NUMBERS
from games.rules.point_city.moves import SORT_NUMBERS
from games.rules.protocol import Fields

_SLOT_NUMBERS = {str(slot): slot for slot in range(SLOTS)}


@dataclass(frozen=True, slots=True)
class Wish:
    """The parts of a turn a page has sent; ``pay`` is None when it leaves the payment open."""

    flip: int | None
    deck: bool
    slots: tuple[int, ...]
    pay: tuple[int, ...] | None
    tokens: tuple[int, ...]
    why: int | None


def read(fields: Fields) -> Wish:
    """Return what the fields ask for; payment and tokens hold only for the very pair they were sent with."""
    sent = known(fields.get("slot", ()), _SLOT_NUMBERS)
    slots = select(sent)
    kept = len(slots) == len(sent) == 2
    return Wish(
        flip=last(known(fields.get("flip", ()), _SLOT_NUMBERS)),
        deck=bool(fields.get("deck")),
        slots=slots,
        pay=_payment(fields.get("pay", ())) if kept else None,
        tokens=tuple(known(fields.get("token", ()), TOKEN_NUMBERS)) if kept else (),
        why=last(known(fields.get("why", ()), _SLOT_NUMBERS)),
    )


def select(sent: Sequence[int]) -> tuple[int, ...]:
    """Return the slots selected after a row of clicks: the same again drops, one too far starts anew."""
    slots: tuple[int, ...] = ()
    for slot in sent:
        if slot in slots:
            slots = tuple(other for other in slots if other != slot)
        elif len(slots) == 1 and slot in NEIGHBOURS[slots[0]]:
            slots = (*slots, slot)
        else:
            slots = (slot,)
    return slots


def _payment(values: Sequence[str]) -> tuple[int, ...] | None:
    """Return the sorts of the last payment sent, as its ``PaymentChoice.value`` lists them."""
    sorts = known(values[-1].split(), SORT_NUMBERS) if values else []
    return tuple(sorted(sorts)) or None
