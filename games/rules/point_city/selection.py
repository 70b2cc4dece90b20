"""Which market slots may be chosen while a turn is composed, and why the others may not (PC-26 to PC-28)."""

from games.rules.point_city.board import NEIGHBOURS, SLOTS
from games.rules.point_city.cards import WILD
from games.rules.point_city.checks import check_pair
from games.rules.point_city.draft import Refusal, SlotChoice
from games.rules.point_city.faces import amounts
from games.rules.point_city.market import terms
from games.rules.point_city.packed import of_sort
from games.rules.point_city.payments import shortage
from games.rules.point_city.refusals import refusal
from games.rules.point_city.state import State
from games.rules.protocol import IllegalMove


def slot_choices(state: State, seat: int, slots: tuple[int, ...]) -> tuple[SlotChoice, ...]:
    """Return every slot as it stands after these were selected."""
    return tuple(_choice(state, seat, slots, slot) for slot in range(SLOTS))


def closed_choices(error: IllegalMove) -> tuple[SlotChoice, ...]:
    """Return the slots when nothing may be chosen at all."""
    why = explain(error)
    return tuple(SlotChoice(slot, selected=False, allowed=False, refusal=why) for slot in range(SLOTS))


def pair_refusal(state: State, seat: int, a: int, b: int) -> Refusal | None:
    """Return why two slots cannot be taken together, or None if they can."""
    low, high = min(a, b), max(a, b)
    try:
        check_pair(state, seat, low, high)
    except IllegalMove as error:
        need, purse = terms(state, state.cities[seat], low, high)
        return explain(error, shortage(need, purse), of_sort(purse, WILD))
    return None


def explain(error: IllegalMove, missing: int = 0, ingenuity: int = 0) -> Refusal:
    """Return an error as the draft shows it."""
    code, *values = error.values.items()
    return Refusal(str(code[1]), error.rule, error.reason, tuple(values), amounts(missing), ingenuity)


def _choice(state: State, seat: int, slots: tuple[int, ...], slot: int) -> SlotChoice:
    if slot in slots:
        return SlotChoice(slot, selected=True, allowed=True, refusal=None)
    why = _second(state, seat, slots[0], slot) if len(slots) == 1 else _first(state, seat, slot)
    return SlotChoice(slot, selected=False, allowed=why is None, refusal=why)


def _first(state: State, seat: int, slot: int) -> Refusal | None:
    """Return None if some neighbour goes with the slot, else the refusal nearest to being lifted."""
    refusals = [pair_refusal(state, seat, slot, other) for other in NEIGHBOURS[slot]]
    return None if None in refusals else min(filter(None, refusals), key=_distance)


def _second(state: State, seat: int, first: int, slot: int) -> Refusal | None:
    if slot not in NEIGHBOURS[first]:
        return explain(refusal("not_adjacent"))
    return pair_refusal(state, seat, first, slot)


def _distance(why: Refusal) -> int:
    return sum(amount.count for amount in why.missing) - why.ingenuity
