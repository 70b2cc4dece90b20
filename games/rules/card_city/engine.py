"""Who acts, what they may do, and what comes of it (CC-77, CC-81, CC-84, CC-85)."""

from collections.abc import Callable
from functools import lru_cache

from games.rules.card_city.cities.city import buildable, purchasable
from games.rules.card_city.cities.grid import cells_of
from games.rules.card_city.moves import (
    BUILDS,
    BUYS,
    CHOICES,
    DEVELOPS,
    PASS,
    Build,
    Buy,
    Choose,
    Develop,
    Divide,
    Keep,
    Move,
    Pass,
)
from games.rules.card_city.play.checks import check
from games.rules.card_city.play.divisions import divisions, keeps
from games.rules.card_city.play.rounds import open_growths
from games.rules.card_city.play.turns import build, buy, choose, develop, divide, keep
from games.rules.card_city.state import Phase, State
from games.rules.protocol import Step


def to_act(state: State) -> frozenset[int]:
    """Return the seats that may move, several in phases 2 and 3 (CC-31, CC-54, CC-77)."""
    return state.acts


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Return what the seat may do: by type, then by y, then by x; not to buy comes last (CC-41, CC-85)."""
    return _LEGAL[state.phase](state, seat) if seat in state.acts else ()


def _builds(state: State, seat: int) -> tuple[Move, ...]:
    city, hand = state.cities[seat], state.hands[seat]
    first, last = hand[0], hand[-1]
    moves = _builds_on(first, buildable(city, first))
    return moves if first == last else moves + _builds_on(last, buildable(city, last))


@lru_cache(maxsize=1 << 14)
def _builds_on(card: int, cells: int) -> tuple[Move, ...]:
    return tuple([BUILDS[card, cell] for cell in cells_of(cells)])


def _developments(state: State, seat: int) -> tuple[Move, ...]:
    open_now = open_growths(state, seat).items()
    return tuple([DEVELOPS[card, cell] for card, mask in open_now for cell in cells_of(mask)])


def _purchases(state: State, seat: int) -> tuple[Move, ...]:
    open_cells = cells_of(purchasable(state.cities[seat], state.supply))
    return (*[BUYS[cell] for cell in open_cells], PASS)


_LEGAL: dict[Phase, Callable[[State, int], tuple[Move, ...]]] = {
    Phase.DIVIDE: lambda state, seat: divisions(state.piles.hand),
    Phase.CHOOSE: lambda state, seat: CHOICES,
    Phase.KEEP: lambda state, seat: keeps(state.piles.hand),
    Phase.BUILD: _builds,
    Phase.DEVELOP: _developments,
    Phase.BUY: _purchases,
    Phase.OVER: lambda state, seat: (),
}
"""What the seats that act may do in each phase."""


def apply(state: State, seat: int, move: Move) -> Step[State]:
    """Check the move and return what it leads to."""
    check(state, seat, move)
    match move:
        case Build():
            return build(state, seat, move)
        case Develop():
            return develop(state, seat, move)
        case Divide():
            return divide(state, seat, move)
        case Choose():
            return choose(state, seat, move)
        case Keep():
            return keep(state, seat, move)
        case Buy() | Pass():
            return buy(state, seat, move)


def default_move(state: State, seat: int) -> Move:
    """Return the first legal move, but buy nothing (CC-85)."""
    return PASS if state.phase == Phase.BUY else legal_moves(state, seat)[0]
