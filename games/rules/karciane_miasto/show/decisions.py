"""The open decision as data: its options, what placements would give, what is to be paid (section 16)."""

from games.rules.karciane_miasto.act.filters import card_of
from games.rules.karciane_miasto.act.goods import can_pay, good_of, totals
from games.rules.karciane_miasto.act.piles import pile
from games.rules.karciane_miasto.act.targets import serial_of
from games.rules.karciane_miasto.cards import GOODS
from games.rules.karciane_miasto.flow.building import gratitude
from games.rules.karciane_miasto.flow.checks import asked_for, listed
from games.rules.karciane_miasto.flow.clock import CLOCKS, kind_of
from games.rules.karciane_miasto.flow.paying import FOR_BUILD, bill
from games.rules.karciane_miasto.moves import AnyMove
from games.rules.karciane_miasto.show.faces import is_unpaid
from games.rules.karciane_miasto.show.previews import place_view
from games.rules.karciane_miasto.show.swing import vote_results
from games.rules.karciane_miasto.show.view import (
    BuildView,
    Decision,
    OptionView,
    PaymentView,
    StockView,
    VoteResult,
)
from games.rules.karciane_miasto.state import Phase, Question, State

_CARD_WORDS = frozenset({"play", "find", "recover", "discard", "respond"})
_REF_WORDS = frozenset({"use", "target", "occupy", "next", "time", "action_b", "respond"})


def decision_for(state: State, viewer: int | None) -> Decision | None:
    """Return what is asked: to whom it concerns with all options, to others only who and how long (KM-6).

    Whether a seat that is asked always has a legal response, others are not told (KM-83).
    """
    if state.phase == Phase.DECKS:
        return _choice_of_deck(state, viewer)
    question = state.question
    if question is None:
        return None
    clock = kind_of(state, question.seat) or ""
    if viewer != question.seat:
        return Decision(kind=question.kind, seat=question.seat, limit=CLOCKS.disguised_as.get(clock, clock))
    return _own(state, question, clock)


def _choice_of_deck(state: State, viewer: int | None) -> Decision | None:
    if viewer is None or state.players[viewer].deck_name or state.players[viewer].gone:
        return None
    options = tuple([option_view(state, move) for move in listed(state, viewer)])
    return Decision(kind="deck", seat=viewer, limit=kind_of(state, viewer) or "", options=options)


def _own(state: State, question: Question, clock: str) -> Decision:
    moves = listed(state, question.seat)
    card = question.about.partition("/")[0].partition(":")[0]
    return Decision(
        kind=question.kind,
        seat=question.seat,
        limit=clock,
        about=card if card and question.about != FOR_BUILD else None,
        effect=question.about or None,
        options=tuple([option_view(state, move) for move in moves]),
        places=tuple([place_view(state, question.seat, move) for move in moves if move.kind == "place"]),
        payment=_payment(state, question) if question.kind == "pay" else None,
    )


def option_view(state: State, move: AnyMove) -> OptionView:
    """Return an option by what it names."""
    words = move.words
    first = words[0] if words else ""
    named = card = None
    if move.kind in _REF_WORDS and ("," in first or first.startswith("#")):
        named, card = first, card_of(state, serial_of(state, first))
    elif move.kind in _CARD_WORDS:
        card = first
    elif move.kind in ("take", "pile", "swap"):
        card = _top(state, move, first)
    return OptionView(
        notation=str(move),
        kind=move.kind,
        card=card,
        ref=named,
        ability=int(words[1]) if named and len(words) > 1 else None,
        seat=int(first) if move.kind == "opponent" else None,
        words=words,
        unpaid=move.kind == "take" and card is not None and is_unpaid(state, card),
        results=_results(state, move),
    )


def _results(state: State, move: AnyMove) -> tuple[VoteResult, ...]:
    """Return what a response would make of the vote."""
    if move.kind != "respond" or state.vote is None or state.question is None:
        return ()
    return vote_results(state, state.question.seat, move)


def _top(state: State, move: AnyMove, name: str) -> str | None:
    """Return the card that may be seen on a pile."""
    cards = pile(state, name)
    return cards[0] if cards and (name != "base" or state.piles.known) else None


def _payment(state: State, question: Question) -> PaymentView:
    due, lots = asked_for(state, question)
    stock = [
        StockView(x=lot.cell[0], y=lot.cell[1], card=lot.card, good=GOODS[good], goods=lot.goods)
        for lot in lots
        if (good := good_of(lot)) is not None
    ]
    return PaymentView(
        cost=due.cost,
        change=due.change,
        due=due.due,
        full=can_pay(due, totals(lots)),
        stock=tuple(stock),
        suggestion=question.options[0],
    )


def build_view(state: State) -> BuildView | None:
    """Return the build under way as everybody sees it (KM-50, KM-60)."""
    build = state.build
    if build is None or not build.card:
        return None
    due = bill(state, state.turn.active, build.card)
    thanks = gratitude(state, state.turn.active, build.card) if build.serial else None
    return BuildView(
        pile=build.pile,
        card=build.card,
        mode=build.mode,
        x=build.cell[0] if build.cell else None,
        y=build.cell[1] if build.cell else None,
        cost=due.cost,
        change=due.change,
        due=due.due,
        payment=tuple([(*cell, n) for cell, n in build.payment]),
        thanks=thanks,
    )
