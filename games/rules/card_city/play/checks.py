"""Whether a move is legal, and which rule forbids it if not (CC-81)."""

from games.rules.card_city.cards import SOLD, TYPES
from games.rules.card_city.cities.city import City, beside, buildable, next_price, purchasable
from games.rules.card_city.cities.grid import districts, near
from games.rules.card_city.cities.growth import growable, growths, is_ready
from games.rules.card_city.moves import Build, Buy, Choose, Develop, Divide, Keep, Move, Pass
from games.rules.card_city.play.divisions import divisions, keeps
from games.rules.card_city.play.rounds import open_growths
from games.rules.card_city.refusals import refusal
from games.rules.card_city.state import Cards, Phase, State

_PHASES = {phase.value: phase for phase in Phase} | {"pass": Phase.BUY}
"""The phase in which moves of each kind are made."""


def check(state: State, seat: int, move: Move) -> None:
    """Raise ``IllegalMove`` unless the seat may make the move now."""
    if code := refusal_code(state, seat, move):
        raise refusal(code)


def refusal_code(state: State, seat: int, move: Move) -> str | None:
    """Return why the seat may not make the move now, or None."""
    if seat not in state.acts or state.phase != _PHASES[move.kind]:
        return "wrong_phase" if seat in state.acts else _idle_code(state, seat, move)
    match move:
        case Build(card, cell):
            return build_code(state, seat, card, cell)
        case Divide() | Keep():
            return _acquisition_code(state.piles.hand, move)
        case Develop(card, cell):
            return development_code(state, seat, card, cell)
        case Buy(cell):
            return purchase_code(state, seat, cell)
        case Choose() | Pass():
            return None


def build_code(state: State, seat: int, card: int, cell: int) -> str | None:
    """Return why a card may not be built on a cell, or None (CC-32 to CC-38)."""
    if card not in state.hands[seat]:
        return "not_your_card"
    city, row = state.cities[seat], TYPES[card]
    if buildable(city, card) >> cell & 1:
        return None
    if code := _cell_code(city, card, cell):
        return code
    if city.coins < row.cost:
        return "not_enough_coins"
    return _neighbour_code(city, card, (*row.never_beside, *row.not_built_beside), cell)


def development_code(state: State, seat: int, card: int, cell: int) -> str | None:
    """Return why a district may not take a card on a cell, or None (CC-46, CC-47, CC-54)."""
    city = state.cities[seat]
    if open_growths(state, seat).get(card, 0) >> cell & 1:
        return None
    if code := _cell_code(city, card, cell):
        return code
    if not _touches_ready_district(city, card, cell):
        return "no_ready_district"
    if not growable(city, card) >> cell & 1:
        return _neighbour_code(city, card, TYPES[card].never_beside, cell)
    return "wait_for_earlier_players" if state.supply[card] else "supply_empty"


def purchase_code(state: State, seat: int, cell: int) -> str | None:
    """Return why the card for sale may not be bought for a cell, or None (CC-61, CC-62)."""
    city = state.cities[seat]
    if purchasable(city, state.supply) >> cell & 1:
        return None
    if not state.supply[SOLD]:
        return "supply_empty"
    if city.coins < next_price(city):
        return "not_enough_coins"
    return _cell_code(city, SOLD, cell) or _neighbour_code(city, SOLD, TYPES[SOLD].never_beside, cell)


def _idle_code(state: State, seat: int, move: Move) -> str:
    """Return why a seat that does not act may not; what is none of this phase has nothing to wait for."""
    if state.phase == Phase.OVER:
        return "game_over"
    order = state.turn_order
    if seat not in order or state.phase != _PHASES[move.kind]:
        return "not_your_turn"
    if state.phase == Phase.DEVELOP and growths(state.cities[seat], state.supply):
        return "wait_for_earlier_players"
    if state.phase == Phase.BUY:
        (buyer,) = state.acts
        return "already_bought" if order.index(seat) < order.index(buyer) else "not_your_turn"
    return "not_your_turn"


def _acquisition_code(hand: Cards, move: Divide | Keep) -> str | None:
    """Return why cards may not be divided or kept so, or None (CC-22, CC-23, CC-71)."""
    if move in (divisions(hand) if isinstance(move, Divide) else keeps(hand)):
        return None
    wanted = move.pair + move.down if isinstance(move, Divide) else move.cards
    held = all(wanted.count(card) <= hand.count(card) for card in wanted)
    return "bad_division" if held else "not_your_card"


def _cell_code(city: City, card: int, cell: int) -> str | None:
    """Return what is wrong with the cell, or with any cell for a card that counts (CC-7, CC-8, CC-33)."""
    if city.taken >> cell & 1:
        return "cell_occupied"
    if not city.square >> cell & 1:
        return "outside_square"
    if not city.frontier >> cell & 1:
        return "not_adjacent"
    return "limit_reached" if TYPES[card].counts and not city.spare else None


def _neighbour_code(city: City, card: int, apart: tuple[int, ...], cell: int) -> str:
    other = next(other for other in apart if beside(city, (other,)) >> cell & 1)
    return "_beside_".join(TYPES[one].id for one in sorted((card, other)))


def _touches_ready_district(city: City, card: int, cell: int) -> bool:
    around = near(1 << cell)
    groups = districts(city.cells[card]) if TYPES[card].growth else ()
    return any(group & around and is_ready(city, card, group) for group in groups)
