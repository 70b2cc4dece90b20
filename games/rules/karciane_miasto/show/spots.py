"""What can be pressed on the table while a decision is composed (section 16)."""

from collections.abc import Iterator

from games.rules.karciane_miasto.show.draft import KarcianeMiastoDraft, Spot
from games.rules.karciane_miasto.show.view import Decision, OptionView

_PILES = frozenset({"take", "pile"})
_HAND = frozenset({"discard"})
_DEEDS = frozenset({"use", "respond", "action_b"})


def spots(decision: Decision, draft: KarcianeMiastoDraft) -> tuple[Spot, ...]:
    """Return the cells, the piles and the cards that can be pressed, each with what it posts."""
    if decision.kind == "place":
        return tuple(_places(decision, draft))
    if decision.kind == "pay":
        return tuple(_stock(draft))
    possible = (_spot(option, draft) for option in decision.options)
    return tuple({spot.ref: spot for spot in possible if spot}.values())


def _places(decision: Decision, draft: KarcianeMiastoDraft) -> Iterator[Spot]:
    for place in decision.places:
        yield Spot(
            ref=f"{place.x},{place.y}",
            mode=place.mode,
            field="place",
            value=f"{place.mode} {place.x},{place.y}",
            selected=place.notation == draft.notation,
        )


def _stock(draft: KarcianeMiastoDraft) -> Iterator[Spot]:
    for row in draft.stock:
        yield Spot(ref=row.cell, mode="pay", field="add", value=row.cell, count=row.used)


def _spot(option: OptionView, draft: KarcianeMiastoDraft) -> Spot | None:
    ref = option.ref or _named(option)
    if ref is None:
        return None
    mode = "target" if option.kind == "target" else "use" if option.kind in _DEEDS else "choose"
    selected = option.notation == draft.notation
    return Spot(ref=ref, mode=mode, field="move", value=option.notation, selected=selected)


def _named(option: OptionView) -> str | None:
    """Return the pile or the card of the own hand that an option names."""
    if option.kind in _PILES:
        return option.words[0]
    return option.card if option.kind in _HAND else None
