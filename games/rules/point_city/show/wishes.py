"""What a page asks for while a turn is composed: fields read once, leniently (PC-81).

An old link may carry anything, so what is no slot, sort or token at all is left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
    sent = _known(fields.get("slot", ()), _SLOT_NUMBERS)
    slots = select(sent)
    kept = len(slots) == len(sent) == 2
    return Wish(
        flip=_last(_known(fields.get("flip", ()), _SLOT_NUMBERS)),
        deck=bool(fields.get("deck")),
        slots=slots,
        pay=_payment(fields.get("pay", ())) if kept else None,
        tokens=tuple(_known(fields.get("token", ()), TOKEN_NUMBERS)) if kept else (),
        why=_last(_known(fields.get("why", ()), _SLOT_NUMBERS)),
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


def choose(sent: Sequence[int], wanted: int) -> tuple[int, ...]:
    """Return the tokens chosen after a row of clicks: the same again drops, one too many ousts the oldest."""
    tokens: tuple[int, ...] = ()
    for token in sent:
        dropped = tuple(other for other in tokens if other != token)
        tokens = dropped if token in tokens else (*tokens, token)
    return tuple(sorted(tokens[-wanted:] if wanted else ()))


def _payment(values: Sequence[str]) -> tuple[int, ...] | None:
    """Return the sorts of the last payment sent, as its ``PaymentChoice.value`` lists them."""
    sorts = _known(values[-1].split(), SORT_NUMBERS) if values else []
    return tuple(sorted(sorts)) or None


def _last(numbers: Sequence[int]) -> int | None:
    return numbers[-1] if numbers else None


def _known(values: Sequence[str], numbers: Mapping[str, int]) -> list[int]:
    return [numbers[value] for value in values if value in numbers]
