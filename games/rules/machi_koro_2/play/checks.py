"""Whether a move is legal, and if not, why (MK-10, MK-16, MK-17, MK-30, MK-40, MK-41, MK-56)."""

from games.rules.machi_koro_2.cards import DECK_OF
from games.rules.machi_koro_2.moves import Build, Decline, Give, Move, Pass, Roll, Rolled, Swap
from games.rules.machi_koro_2.play.prices import NEVER, prices_for
from games.rules.machi_koro_2.refusals import refusal
from games.rules.machi_koro_2.state import State, is_landmark
from games.rules.protocol import CHANCE

_PHASES: dict[str, tuple[str, ...]] = {
    Build.kind: ("initial", "build"),
    Pass.kind: ("initial", "build"),
    Roll.kind: ("roll",),
    Rolled.kind: ("dice",),
    Swap.kind: ("swap",),
    Decline.kind: ("swap",),
    Give.kind: ("give",),
}
"""When each kind of move is asked for (MK-15)."""


def actor(state: State) -> int | None:
    """Return who decides: the active player, ``CHANCE`` while dice fall, nobody at the end (MK-16)."""
    phase = state.turn.phase
    if phase == "dice":
        return CHANCE
    return None if phase == "over" else state.turn.seat


def check(state: State, seat: int, move: Move) -> None:
    """Raise ``IllegalMove`` unless the seat may make the move now."""
    _check_turn(state, seat, move)
    match move:
        case Build(card):
            check_build(state, seat, card)
        case Roll(count):
            _check_dice(count, (1, 2))
        case Rolled(dice):
            _check_dice(len(dice), (len(state.turn.dice),))
        case Swap(own, other, theirs):
            _check_owned(state, own, "not_owned")
            _check_opponent(state, other, theirs)
        case Give(card):
            _check_owned(state, card, "gift_not_owned")
        case Pass() | Decline():
            pass


def check_build(state: State, seat: int, card: int) -> None:
    """Refuse what does not lie in a row, is not open to the player, or is too dear (MK-10, MK-40, MK-41)."""
    if state.turn.phase == "initial" and is_landmark(card):
        raise refusal("landmark_not_allowed_now")
    if card not in state.rows[DECK_OF[card]].kinds:
        raise refusal("not_in_row")
    price, coins = prices_for(state, seat)[card], state.coins[seat]
    if price == NEVER:
        raise refusal("requirement_not_met")
    if price > coins:
        raise refusal("not_enough_coins", price=price, coins=coins)


def _check_dice(count: int, allowed: tuple[int, ...]) -> None:
    if count not in allowed:
        raise refusal("bad_dice_count")


def _check_owned(state: State, card: int, code: str) -> None:
    """Refuse an establishment that is not in the active player's city (MK-30, MK-50)."""
    if not state.cities[state.turn.seat].copies[card]:
        raise refusal(code)


def _check_opponent(state: State, seat: int, card: int) -> None:
    """Refuse a seat that is no opponent, or has no such establishment (MK-30)."""
    if seat == state.turn.seat or seat >= len(state.cities) or not state.cities[seat].copies[card]:
        raise refusal("bad_opponent")


def _check_turn(state: State, seat: int, move: Move) -> None:
    if seat != actor(state):
        raise refusal("game_over" if state.turn.phase == "over" else "not_your_turn")
    if state.turn.phase not in _PHASES[move.kind]:
        raise refusal("no_chance" if move.kind == Rolled.kind else "wrong_phase")
