"""Who acts, what they may do, and what comes of it (PC-19, PC-32, PC-81, PC-84)."""

from games.rules.point_city.market.pairs import flips, takes
from games.rules.point_city.moves import Automa, Flip, Move, Pass, TakeDeck, TakeMarket
from games.rules.point_city.play.automa import play_automa
from games.rules.point_city.play.checks import actor, check, is_automa_turn
from games.rules.point_city.play.turns import flip, give_up, take_deck, take_market
from games.rules.point_city.state import State
from games.rules.protocol import CHANCE, Draw, Step

_DECK = TakeDeck()
_NOBODY: frozenset[int] = frozenset()
_ONLY = {seat: frozenset((seat,)) for seat in range(CHANCE, 4)}


def to_act(state: State) -> frozenset[int]:
    """Return the seat to move, ``CHANCE`` for the automa and a forced pass (PC-13, PC-32, PC-84)."""
    seat = actor(state)
    return _NOBODY if seat is None else _ONLY[seat]


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Return the flips, the deck pair and the market pairs open to the seat, in this order."""
    if seat != actor(state):
        return ()
    if seat == CHANCE:
        return (_forced(state),)
    deck = (_DECK,) if state.drawn < len(state.deal.order) else ()
    return (*flips(state), *deck, *takes(state, state.cities[seat]))


def apply(state: State, seat: int, move: Move) -> Step[State]:
    """Check the move and return what it leads to."""
    check(state, seat, move)
    match move:
        case TakeMarket():
            return take_market(state, seat, move)
        case TakeDeck():
            return take_deck(state, seat)
        case Flip(slot):
            return flip(state, seat, slot)
        case Automa():
            return play_automa(state)
        case Pass():
            return give_up(state)


def sample(state: State, draw: Draw) -> Move:
    """Return the move of ``CHANCE``; neither the automa nor a forced pass leaves it a choice."""
    return _forced(state)


def default_move(state: State, seat: int) -> Move:
    """Return the deck pair, or the first market pair when the deck is empty."""
    moves = legal_moves(state, seat)
    return next(move for move in moves if not isinstance(move, Flip))


def _forced(state: State) -> Move:
    return Automa() if is_automa_turn(state) else Pass()
