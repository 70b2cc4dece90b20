"""Composing a card that goes on a cell: built, developed or bought (CC-32, CC-46, CC-61)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.rules.card_city.cards import CODES, SOLD, TYPES
from games.rules.card_city.cities.city import City, buildable, can_build, next_price, purchasable, with_card
from games.rules.card_city.cities.grid import cells_of, place_of
from games.rules.card_city.cities.growth import growths, is_stuck
from games.rules.card_city.moves import BUILDS, BUYS, DEVELOPS, Move
from games.rules.card_city.play.checks import build_code, development_code, purchase_code
from games.rules.card_city.play.rounds import open_growths
from games.rules.card_city.refusals import REFUSALS, refusal
from games.rules.card_city.scoring import city_points, empty_cells, income
from games.rules.card_city.show.draft import CardChoice, CardCityDraft, Preview, Spot
from games.rules.card_city.show.wishes import Wish
from games.rules.card_city.state import Cards, Phase, State, without
from games.rules.errors import Refusal


@dataclass(frozen=True, slots=True)
class _Placing:
    """What a phase lets a seat place: cells and cost by type, and how to name move and refusal.

    ``hand`` are the cards that go to the supply if they are not built (CC-39).
    """

    cells: Mapping[int, int]
    costs: Mapping[int, int]
    held: Cards
    hand: Cards
    move: Callable[[int, int], Move]
    code: Callable[[int, int], str | None]


def compose_placing(state: State, seat: int, wish: Wish) -> CardCityDraft:
    """Return the draft: a type, of which the first that can be placed stands, and a cell for it."""
    city, placing = state.cities[seat], _placing(state, seat)
    card = _card(placing, wish)
    code = None if wish.cell is None else placing.code(card, wish.cell)
    cell = None if code else wish.cell
    return CardCityDraft(
        "cell" if cell is None else "confirm",
        state.phase.value,
        cards=_choices(placing, card),
        card=CODES[card],
        spots=_spots(city, placing.cells.get(card, 0), cell),
        cell="" if cell is None else "{} {}".format(*place_of(cell)),
        may_pass=state.phase == Phase.BUY,
        preview=None if cell is None else _preview(city, placing, card, cell),
        warnings=() if cell is None else _warnings(city, placing, card, cell),
        why=_why(placing, card, wish),
        notation=None if cell is None else str(placing.move(card, cell)),
        error=refusal(code) if code else None,
    )


def _placing(state: State, seat: int) -> _Placing:
    match state.phase:
        case Phase.BUILD:
            return _building(state, seat)
        case Phase.DEVELOP:
            return _developing(state, seat)
        case _:
            return _buying(state, seat)


def _building(state: State, seat: int) -> _Placing:
    city, held = state.cities[seat], state.hands[seat]
    return _Placing(
        {card: buildable(city, card) for card in held},
        {card: TYPES[card].cost for card in held},
        held,
        held,
        lambda card, cell: BUILDS[card, cell],
        lambda card, cell: build_code(state, seat, card, cell),
    )


def _developing(state: State, seat: int) -> _Placing:
    ready = growths(state.cities[seat], state.supply)
    return _Placing(
        open_growths(state, seat),
        dict.fromkeys(ready, 0),
        tuple(ready),
        (),
        lambda card, cell: DEVELOPS[card, cell],
        lambda card, cell: development_code(state, seat, card, cell),
    )


def _buying(state: State, seat: int) -> _Placing:
    city = state.cities[seat]
    return _Placing(
        {SOLD: purchasable(city, state.supply)},
        {SOLD: next_price(city)},
        (SOLD,),
        (),
        lambda card, cell: BUYS[cell],
        lambda card, cell: purchase_code(state, seat, cell),
    )


def _card(placing: _Placing, wish: Wish) -> int:
    """Return the type asked for if it is there, else the first that can be placed."""
    if wish.card in placing.held:
        return wish.card
    return next(card for card in placing.held if placing.cells.get(card))


def _choices(placing: _Placing, chosen: int) -> tuple[CardChoice, ...]:
    return tuple(
        CardChoice(
            CODES[card],
            placing.held.count(card),
            card == chosen,
            bool(placing.cells.get(card)),
            placing.costs[card],
        )
        for card in dict.fromkeys(placing.held)
    )


def _spots(city: City, legal: int, chosen: int | None) -> tuple[Spot, ...]:
    return tuple(
        Spot(cell, *place_of(cell), bool(legal >> cell & 1), cell == chosen)
        for cell in cells_of(city.frontier)
    )


def _preview(city: City, placing: _Placing, card: int, cell: int) -> Preview:
    after = with_card(city, card, cell, placing.costs[card])
    points, coins = (city_points(city), city_points(after)), (city.coins, after.coins)
    return Preview(*points, income(city), income(after), *coins)


def _warnings(city: City, placing: _Placing, card: int, cell: int) -> tuple[str, ...]:
    """Tell if nothing could ever be added any more, or the other held card not be built (CC-39, CC-42)."""
    after = with_card(city, card, cell, placing.costs[card])
    left = without(placing.hand, (card,)) if placing.hand else ()
    warnings = ("stuck",) if empty_cells(after) and is_stuck(after) else ()
    return (*warnings, "lost") if can_build(city, left) and not can_build(after, left) else warnings


def _why(placing: _Placing, card: int, wish: Wish) -> Refusal | None:
    code = None if wish.why is None else placing.code(card, wish.why)
    return Refusal(code, *REFUSALS[code]) if code else None
