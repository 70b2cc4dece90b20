"""Who acts, what they may do, and what comes of it (MK-16, MK-56, MK-57)."""

from games.rules.machi_koro_2.cards import ESTABLISHMENTS, IDS
from games.rules.machi_koro_2.moves import (
    BUILDS,
    DECLINE,
    FALLS,
    GIVES,
    PASS,
    ROLLS,
    SWAPS,
    Build,
    Decline,
    Give,
    Move,
    Pass,
    Roll,
    Rolled,
    Swap,
)
from games.rules.machi_koro_2.play.building import build, build_nothing
from games.rules.machi_koro_2.play.checks import actor, check
from games.rules.machi_koro_2.play.prices import buildable
from games.rules.machi_koro_2.play.rolling import fall, throw, trade
from games.rules.machi_koro_2.play.turns import give
from games.rules.machi_koro_2.state import State, owned
from games.rules.protocol import CHANCE, Draw, Step

_NOBODY: frozenset[int] = frozenset()
_ONLY = {seat: frozenset((seat,)) for seat in range(CHANCE, 5)}


def to_act(state: State) -> frozenset[int]:
    """Return the active player, or ``CHANCE`` while dice fall (MK-16, MK-57)."""
    seat = actor(state)
    return _NOBODY if seat is None else _ONLY[seat]


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Return what the seat may do now; building in the order of the rows, then passing."""
    if seat != actor(state):
        return ()
    match state.turn.phase:
        case "roll":
            return ROLLS
        case "dice":
            return FALLS[len(state.turn.dice)]
        case "swap":
            return _swaps(state, seat)
        case "give":
            return tuple(GIVES[card] for card in owned(state.cities[seat]))
        case "initial" | "build" | "over":
            return (*[BUILDS[card] for card in buildable(state, seat)], PASS)


def _swaps(state: State, seat: int) -> tuple[Move, ...]:
    """Return declining, then every trade of an own kind for one of an opponent's (MK-30)."""
    offers = [
        (other, kind) for other, city in enumerate(state.cities) if other != seat for kind in owned(city)
    ]
    return (
        DECLINE,
        *[SWAPS[own][other][kind] for own in owned(state.cities[seat]) for other, kind in offers],
    )


def apply(state: State, seat: int, move: Move) -> Step[State]:
    """Check the move and return what it leads to."""
    check(state, seat, move)
    match move:
        case Roll(count):
            return throw(state, count)
        case Rolled(dice):
            return fall(state, dice)
        case Build(card):
            return build(state, card)
        case Pass():
            return build_nothing(state)
        case Swap() | Decline():
            return trade(state, move)
        case Give(card):
            return give(state, card)


def sample(state: State, draw: Draw) -> Move:
    """Let every die fall (MK-57)."""
    dice = [draw.below(f"die:{number}", 6) for number in range(1, len(state.turn.dice) + 1)]
    return FALLS[1][dice[0]] if len(dice) == 1 else FALLS[2][6 * dice[0] + dice[1]]


def default_move(state: State, seat: int) -> Move:
    """Return what is played for a seat that left or is out of time: it builds nothing (MK-67)."""
    match state.turn.phase:
        case "roll":
            return ROLLS[0]
        case "swap":
            return DECLINE
        case "give":
            return GIVES[min(owned(state.cities[seat]), key=_gift_order)]
        case "initial" | "build" | "dice" | "over":
            return PASS


def _gift_order(card: int) -> tuple[int, int, str]:
    return ESTABLISHMENTS[card].cost, ESTABLISHMENTS[card].activation[0], IDS[card]
