"""The dice, the income they bring and the swaps in its midst (MK-17 to MK-31)."""

from games.rules.machi_koro_2.events import Declined, DiceRolled, Swapped, named
from games.rules.machi_koro_2.moves import Decline, Swap
from games.rules.machi_koro_2.play.building import offer
from games.rules.machi_koro_2.play.income import after_roll, collect
from games.rules.machi_koro_2.play.ledger import Ledger
from games.rules.machi_koro_2.play.turns import added, turned
from games.rules.machi_koro_2.state import State, Turn
from games.rules.protocol import Step


def throw(state: State, count: int) -> Step[State]:
    """Take the dice into the hand; chance decides how they fall (MK-17)."""
    turn = state.turn
    return Step(turned(state, Turn("dice", turn.seat, turn.number, (0,) * count)), (), False)


def fall(state: State, dice: tuple[int, ...]) -> Step[State]:
    """Let the dice fall and pay what they bring (MK-18, MK-22)."""
    turn, result = state.turn, sum(dice)
    ledger = Ledger(state.coins, DiceRolled(turn.seat, dice, result))
    swaps = collect(state, ledger, result)
    if not swaps:
        fallen = turned(state, Turn("dice", turn.seat, turn.number, dice))
        return offer(fallen, ledger, after_roll(fallen, ledger))
    asked = Turn("swap", turn.seat, turn.number, dice, swaps=swaps, received=ledger.received[turn.seat])
    after = State(state.deal, tuple(ledger.coins), state.cities, state.rows, state.built, asked)
    return Step(after, tuple(ledger.events))


def trade(state: State, move: Swap | Decline) -> Step[State]:
    """Make one swap, or end the swaps of this roll and go on with its income (MK-30)."""
    match move:
        case Swap():
            return _swap(state, move)
        case Decline():
            ledger = Ledger(state.coins, Declined(state.turn.seat))
            return offer(state, ledger, after_roll(state, ledger))


def _swap(state: State, move: Swap) -> Step[State]:
    """Let two establishments change cities; then the next swap, if any (MK-30, MK-31, MK-61)."""
    turn = state.turn
    cities = [*state.cities]
    cities[turn.seat] = added(added(cities[turn.seat], move.own, -1), move.theirs, 1)
    cities[move.seat] = added(added(cities[move.seat], move.theirs, -1), move.own, 1)
    event = Swapped(turn.seat, move.seat, *named(move.own), *named(move.theirs))
    left = Turn("swap", turn.seat, turn.number, turn.dice, swaps=turn.swaps - 1, received=turn.received)
    after = State(state.deal, state.coins, tuple(cities), state.rows, state.built, left)
    if left.swaps:
        return Step(after, (event,), False)
    ledger = Ledger(state.coins, event)
    return offer(after, ledger, after_roll(after, ledger))
