"""Which market slots may be chosen while a turn is composed, and why the others may not (PC-26 to PC-28)."""

from games.rules.errors import Refusal
from games.rules.point_city.board import NEIGHBOURS, SLOTS
from games.rules.point_city.cards import WILD
from games.rules.point_city.market.pairs import terms
from games.rules.point_city.market.payments import affordable, shortage
from games.rules.point_city.packed import of_sort
from games.rules.point_city.play.checks import check_pair
from games.rules.point_city.refusals import refusal
from games.rules.point_city.show.draft import PairRefusal, SlotChoice
from games.rules.point_city.show.faces import amounts
from games.rules.point_city.state import State
from games.rules.protocol import IllegalMove

Slots = tuple[int, ...]


def slot_choices(state: State, seat: int, slots: Slots) -> tuple[SlotChoice, ...]:
    """Return every slot as it stands after these were selected."""
    return tuple(_choice(state, seat, slots, slot) for slot in range(SLOTS))


def slot_refusal(state: State, seat: int, slots: Slots, slot: int) -> Refusal | None:
    """Return why a slot cannot be chosen after these, or None if it can."""
    others = _others(slots, slot)
    if not others:
        return Refusal.of(refusal("not_adjacent"))
    refusals = [pair_refusal(state, seat, slot, other) for other in others]
    return None if None in refusals else min(filter(None, refusals), key=_distance)


def pair_refusal(state: State, seat: int, a: int, b: int) -> PairRefusal | None:
    """Return why two slots cannot be taken together, or None if they can."""
    low, high = min(a, b), max(a, b)
    try:
        check_pair(state, seat, low, high)
    except IllegalMove as error:
        need, purse = terms(state, state.cities[seat], low, high)
        why, missing = Refusal.of(error), amounts(shortage(need, purse))
        return PairRefusal(why.code, why.rule, why.reason, why.values, missing, of_sort(purse, WILD))
    return None


def _choice(state: State, seat: int, slots: Slots, slot: int) -> SlotChoice:
    if slot in slots:
        return SlotChoice(slot, selected=True, allowed=True)
    others = _others(slots, slot)
    allowed = any(affordable(*terms(state, state.cities[seat], slot, other)) for other in others)
    return SlotChoice(slot, selected=False, allowed=allowed, far=not others)


def _others(slots: Slots, slot: int) -> Slots:
    """Return the neighbours a slot could be taken with: the one selected, or with none or two any."""
    return tuple(other for other in NEIGHBOURS[slot] if len(slots) != 1 or other in slots)


def _distance(why: PairRefusal) -> int:
    return sum(amount.count for amount in why.missing) - why.ingenuity
