"""Who may act, and whether a move is legal (PC-19 to PC-50, PC-82, PC-83)."""

from games.rules.point_city.board import PAIRS, SLOTS
from games.rules.point_city.cards import WILD
from games.rules.point_city.market.pairs import flips, has_take, terms, tokens_due
from games.rules.point_city.market.payments import Pay, affordable, covers, shortage
from games.rules.point_city.market.ways import ways_to_pay
from games.rules.point_city.moves import Automa, Flip, Move, Pass, TakeDeck, TakeMarket
from games.rules.point_city.packed import of_sort, total
from games.rules.point_city.refusals import refusal
from games.rules.point_city.state import State
from games.rules.protocol import CHANCE

_PAIRS = frozenset(PAIRS)


def is_automa_turn(state: State) -> bool:
    """Whether the automa is to move (PC-65)."""
    return not state.over and state.holder >= state.deal.seats


def is_stuck(state: State) -> bool:
    """Whether the player to move can only pass: no deck, no pair (PC-32)."""
    return state.drawn >= len(state.deal.order) and not has_take(state, state.cities[state.holder])


def actor(state: State) -> int | None:
    """Return the seat to act, ``CHANCE`` for the automa and a forced pass, None when it is over."""
    if state.over:
        return None
    deal = state.deal
    holder = (deal.first + state.turn - 1) % len(state.cities)
    if holder >= deal.seats or (state.drawn >= len(deal.order) and is_stuck(state)):
        return CHANCE
    return holder


def check(state: State, seat: int, move: Move) -> None:
    """Raise ``IllegalMove`` unless the seat may make the move now."""
    if seat != actor(state):
        raise refusal("game_over" if state.over else "not_your_turn")
    if seat == CHANCE:
        _check_chance(state, move)
        return
    match move:
        case TakeMarket():
            pair = (move.a, move.b)
            _check_adjacent(pair)
            check_payment(state, seat, pair, move.pay)
            check_tokens(state, pair, move.tokens)
        case TakeDeck():
            check_deck(state)
        case Flip(slot):
            check_flip(state, slot)
        case Automa() | Pass():
            raise refusal("no_automa" if move == Automa() else "no_pass")


def check_flip(state: State, slot: int) -> None:
    """Refuse a flip that is not open (PC-20, PC-21)."""
    _check_slot(slot)
    if state.flipped:
        raise refusal("flip_used")
    if Flip(slot) not in flips(state):
        raise refusal("flip_not_available")


def check_deck(state: State) -> None:
    """Refuse a deck pair when there is none (PC-31)."""
    if state.drawn >= len(state.deal.order):
        raise refusal("deck_empty")


def check_pair(state: State, seat: int, a: int, b: int) -> None:
    """Refuse slots that are no pair or cannot be paid for (PC-26, PC-28)."""
    _check_adjacent((a, b))
    _check_means(*terms(state, state.cities[seat], a, b))


def check_payment(state: State, seat: int, pair: tuple[int, int], pay: Pay) -> None:
    """Refuse a payment that is not the player's, too small or too large (PC-37, PC-39)."""
    need, purse = terms(state, state.cities[seat], *pair)
    if pay in ways_to_pay(need, purse).payments:
        return
    _check_means(need, purse)
    if any(pay.count(sort) > of_sort(purse, sort) for sort in pay):
        raise refusal("card_not_available")
    raise refusal("payment_redundant" if covers(need, pay) else "payment_short")


def check_tokens(state: State, pair: tuple[int, int], tokens: tuple[int, ...]) -> None:
    """Refuse tokens that are not face up, or not as many as due (PC-46 to PC-50, PC-83)."""
    wanted = tokens_due(state, *pair)
    if not wanted and not tokens:
        return
    if any(token not in state.line for token in tokens):
        raise refusal("token_not_available")
    if len(tokens) != wanted or len(set(tokens)) != wanted:
        raise refusal("tokens_wrong_number", wanted=wanted)


def _check_adjacent(pair: tuple[int, int]) -> None:
    if pair not in _PAIRS:
        for slot in pair:
            _check_slot(slot)
        raise refusal("not_adjacent")


def _check_means(need: int, purse: int) -> None:
    if not affordable(need, purse):
        missing = total(shortage(need, purse)) - of_sort(purse, WILD)
        raise refusal("cannot_afford", missing=missing)


def _check_slot(slot: int) -> None:
    if not 0 <= slot < SLOTS:
        raise refusal("slot_invalid")


def _check_chance(state: State, move: Move) -> None:
    expected = Automa if is_automa_turn(state) else Pass
    if not isinstance(move, expected):
        raise refusal("not_your_turn")
