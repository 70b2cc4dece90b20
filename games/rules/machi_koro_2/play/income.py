"""The income step: restaurants, bank, major establishments, landmarks (MK-20 to MK-35, MK-D1 to MK-D5)."""

from collections.abc import Callable

from games.rules.machi_koro_2.cards import BLUE, EFFECTS, GREEN, PURPLE, RED, Effect
from games.rules.machi_koro_2.laws import Law, law
from games.rules.machi_koro_2.play.effects import BANK, DEMANDS, demand
from games.rules.machi_koro_2.play.ledger import Ledger, counter_clockwise
from games.rules.machi_koro_2.state import State


def collect(state: State, ledger: Ledger, result: int) -> int:
    """Carry out stages A, B and C; return how many swaps the active player may make (MK-22)."""
    here = law(state.built)
    if RED[result]:
        _restaurants(state, ledger, RED[result], here)
    _bank(state, ledger, result, here)
    return _majors(state, ledger, PURPLE[result]) if PURPLE[result] else 0


def _restaurants(state: State, ledger: Ledger, reds: tuple[int, ...], here: Law) -> None:
    """Let the active player pay the opponents' restaurants (MK-23, MK-33, MK-35)."""
    payer = state.turn.seat
    for seat in counter_clockwise(payer, len(state.cities)):
        copies = state.cities[seat].copies
        for card in reds:
            if n := copies[card]:
                ledger.pay(payer, seat, card, n * (EFFECTS[card].coins + here.bonus[card]), n)


def _bank(state: State, ledger: Ledger, result: int, here: Law) -> None:
    """Pay everybody's blue cards and the active player's green ones (MK-24)."""
    active = state.turn.seat
    _pay(state, ledger, active, BLUE[result] + GREEN[result], here)
    for seat in counter_clockwise(active, len(state.cities)):
        _pay(state, ledger, seat, BLUE[result], here)


def _pay(state: State, ledger: Ledger, seat: int, cards: tuple[int, ...], here: Law) -> None:
    city = state.cities[seat]
    for card in cards:
        if n := city.copies[card]:
            effect = EFFECTS[card]
            ledger.earn(seat, card, n * (BANK[effect.kind](effect, city) + here.bonus[card]), n)


def _majors(state: State, ledger: Ledger, cards: tuple[int, ...]) -> int:
    """Resolve the active player's purple cards copy by copy; return the swaps they allow (MK-27)."""
    seat, swaps = state.turn.seat, 0
    copies = state.cities[seat].copies
    for card in cards:
        for _ in range(copies[card]):
            if EFFECTS[card].kind in DEMANDS:
                demand(ledger, state.cities, seat, card)
            else:
                swaps += 1
    return swaps if swaps and _opponents_own_any(state) else 0


def _opponents_own_any(state: State) -> bool:
    return any(any(city.copies) for seat, city in enumerate(state.cities) if seat != state.turn.seat)


def after_roll(state: State, ledger: Ledger) -> tuple[bool, bool]:
    """Carry out stage D; return whether the roll brings an extra turn and forces a gift (MK-D1 to MK-D5)."""
    extra = give = False
    for card in law(state.built).after_roll:
        effect = EFFECTS[card]
        if not _TRIGGERED[effect.trigger](state, ledger, effect):
            continue
        if effect.kind in BANK:
            ledger.earn(state.turn.seat, card, effect.coins)
        elif effect.kind in DEMANDS:
            demand(ledger, state.cities, state.turn.seat, card)
        extra |= effect.kind == "extra_turn"
        give |= effect.kind == "give_establishment"
    return extra, give


def _is_doubles(state: State, ledger: Ledger, effect: Effect) -> bool:
    dice = state.turn.dice
    return len(dice) == 2 and dice[0] == dice[1]


def _has_total(state: State, ledger: Ledger, effect: Effect) -> bool:
    return sum(state.turn.dice) == effect.total


def _received_nothing(state: State, ledger: Ledger, effect: Effect) -> bool:
    turn = state.turn
    return len(turn.dice) == 2 and not turn.received + ledger.received[turn.seat]


_TRIGGERED: dict[str, Callable[[State, Ledger, Effect], bool]] = {
    "doubles": _is_doubles,
    "roll_total": _has_total,
    "two_dice_no_coins": _received_nothing,
}
"""Whether a landmark's trigger fits the roll (MK-18, MK-19, MK-D3)."""
