"""What everybody sees: the map, the piles, the zones and the indices (KM-6, KM-18)."""

from games.rules.errors import Refusal
from games.rules.karciane_miasto.act.conditions import raw_level
from games.rules.karciane_miasto.act.goods import can_pay, good_of, totals
from games.rules.karciane_miasto.act.modifiers import hand_limit, in_force
from games.rules.karciane_miasto.act.piles import BASE, pile
from games.rules.karciane_miasto.act.placement import is_satisfiable
from games.rules.karciane_miasto.act.targets import ref_of
from games.rules.karciane_miasto.act.why_not import in_own_main, why_not_use
from games.rules.karciane_miasto.cards import CARDS, GOODS, INDICES, PILES
from games.rules.karciane_miasto.city import Lot
from games.rules.karciane_miasto.flow.main_phase import usable
from games.rules.karciane_miasto.flow.paying import bill, stock
from games.rules.karciane_miasto.refusals import REFUSALS
from games.rules.karciane_miasto.show.view_parts import (
    ActionView,
    IndexView,
    LotView,
    PieceView,
    PileView,
    SeatView,
    Source,
)
from games.rules.karciane_miasto.state import Phase, Piece, State
from games.rules.karciane_miasto.text.terms import IndexModifier

Actions = dict[str, tuple[ActionView, ...]]
"""The actions a viewer may think of, by the card's ref."""


def refusal_view(code: str | None) -> Refusal | None:
    """Return a refusal's code as the rule and the reason."""
    return Refusal(code, *REFUSALS[code]) if code else None


def actions_of(state: State, seat: int | None) -> Actions:
    """Return what the viewer may use now in the own Main phase, and why not the rest (KM-89 to KM-91)."""
    by_card: dict[str, list[ActionView]] = {}
    if seat is None or not in_own_main(state, seat):
        return {}
    for ref, context, at in usable(state, seat):
        why = refusal_view(why_not_use(state, context, at))
        action = ActionView(notation=f"use {ref} {at}", ref=ref, card=context.card, ability=at, why=why)
        by_card.setdefault(ref, []).append(action)
    return {ref: tuple(actions) for ref, actions in by_card.items()}


def lot_views(state: State, actions: Actions) -> tuple[LotView, ...]:
    """Return the cards on the map in canonical order."""
    blocked = state.build.blocked if state.build else ()
    return tuple([_lot_view(lot, lot.serial in blocked, actions) for lot in state.city.lots])


def _lot_view(lot: Lot, blocked: bool, actions: Actions) -> LotView:
    card, good = CARDS[lot.card], good_of(lot)
    return LotView(
        x=lot.cell[0],
        y=lot.cell[1],
        ref=ref_of(lot),
        serial=lot.serial,
        card=lot.card,
        kind=card.kind,
        type=card.type,
        stage=card.stage,
        good=None if good is None else GOODS[good],
        goods=lot.goods,
        blocked=blocked,
        actions=actions.get(ref_of(lot), ()),
    )


def bounds(state: State) -> tuple[int, int, int, int]:
    """Return the least and greatest x, the least and greatest y in use."""
    cells = [lot.cell for lot in state.city.lots] or [(0, 0)]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return min(xs), max(xs), min(ys), max(ys)


def pile_views(state: State) -> tuple[PileView, ...]:
    """Return the piles, the face-down one first (KM-6, KM-26)."""
    return tuple([_pile_view(state, name) for name in PILES])


def _pile_view(state: State, name: str) -> PileView:
    cards, build = pile(state, name), state.build
    hidden = build is not None and build.pile == name and name != BASE and bool(build.card)
    seen = state.piles.known if name == BASE else not hidden
    top = cards[0] if cards and seen else None
    playing = top is not None and state.turn.active >= 0 and state.phase != Phase.OVER
    return PileView(
        pile=name,
        count=len(cards),
        top=top,
        hidden=hidden,
        barred=build is not None and name in build.barred,
        impossible=playing and top is not None and not is_satisfiable(state, state.turn.active, top),
        unpaid=playing and top is not None and is_unpaid(state, top),
    )


def is_unpaid(state: State, card: str) -> bool:
    """Tell whether the active player could not pay for a card now (KM-50)."""
    return not can_pay(bill(state, state.turn.active, card), totals(stock(state)))


def seat_view(state: State, seat: int, actions: Actions) -> SeatView:
    """Return what everybody sees of a player, and the viewer's own actions."""
    player = state.players[seat]
    return SeatView(
        seat=seat,
        vp=player.vp,
        support=player.support,
        hand_count=len(player.hand),
        hand_limit=hand_limit(state, seat),
        deck_count=len(player.deck) if state.turn.number else 0,
        discard=player.discard[::-1],
        zone=tuple([_piece_view(piece, actions) for piece in player.zone]),
        fulfilled=player.fulfilled,
        gone=player.gone,
        deck_chosen=bool(player.deck_name),
    )


def _piece_view(piece: Piece, actions: Actions) -> PieceView:
    card, ref = CARDS[piece.card], f"#{piece.serial}"
    return PieceView(
        serial=piece.serial,
        ref=ref,
        card=piece.card,
        kind=card.kind,
        occupied=piece.occupied,
        counters=piece.counters,
        needed=card.needed,
        vp=card.vp,
        time=piece.time,
        actions=actions.get(ref, ()),
    )


def index_views(state: State) -> tuple[IndexView, ...]:
    """Return the four indices with what makes them (KM-18)."""
    return tuple([_index_view(state, index) for index in range(len(INDICES))])


def _index_view(state: State, index: int) -> IndexView:
    raw = raw_level(state, index)
    sources = [
        Source(card=lot.card, ref=ref_of(lot), n=CARDS[lot.card].indices[index])
        for lot in state.city.lots
        if CARDS[lot.card].indices[index]
    ]
    sources += [
        Source(card=each.card, ref=f"#{each.serial}", n=each.modifier.n)
        for each in in_force(state, IndexModifier)
        if each.modifier.index == INDICES[index]
    ]
    return IndexView(index=INDICES[index], level=max(0, raw), raw=raw, sources=tuple(sources))
