"""Whether a move is legal, and which are: one place for both (KM-96)."""

from games.rules.karciane_miasto.act.costs import bill_of, costs_of, stock_for
from games.rules.karciane_miasto.act.goods import (
    Bill,
    can_pay,
    canonical_payment,
    is_partial,
    paid_goods,
    pays,
    totals,
)
from games.rules.karciane_miasto.city import Lot
from games.rules.karciane_miasto.flow import dealing
from games.rules.karciane_miasto.flow.leaving import leave_move
from games.rules.karciane_miasto.flow.main_phase import check_main, main_moves
from games.rules.karciane_miasto.flow.paying import FOR_BUILD, bill, stock
from games.rules.karciane_miasto.flow.windows import why_not_act, why_not_respond
from games.rules.karciane_miasto.flow.wishing import ASIDE, aside
from games.rules.karciane_miasto.moves import AnyMove, parse_move, payment_of
from games.rules.karciane_miasto.refusals import refusal
from games.rules.karciane_miasto.state import Phase, Question, State
from games.rules.karciane_miasto.tasks import Pay
from games.rules.karciane_miasto.text.terms import GoodsCost
from games.rules.protocol import CHANCE

_WRONG = {"source": "source", "place": "place", "pay": "payment"}
"""What a move that is no option is refused with, by what was asked."""


def listed(state: State, seat: int) -> tuple[AnyMove, ...]:
    """Return the legal moves of a seat that is to act."""
    if state.phase == Phase.DECKS:
        return dealing.DECK_MOVES
    if seat == CHANCE:
        return dealing.chance_moves(state)
    question = state.question
    assert question is not None
    if question.kind == "main":
        return main_moves(state, seat)
    return tuple(map(parse_move, question.options))


def check(state: State, seat: int, move: AnyMove) -> None:
    """Raise the reason if a move is illegal."""
    if seat != CHANCE and (move.kind in ASIDE or move.kind == "leave"):
        _check_aside(state, seat, move)
        return
    if state.phase == Phase.OVER:
        raise refusal("over")
    if state.phase == Phase.DECKS:
        _check_choice(state, seat, move)
    elif seat == CHANCE and state.phase == Phase.DEAL:
        dealing.check_chance(state, move)
    elif state.question is None or state.question.seat != seat:
        raise refusal("not_asked")
    elif state.question.kind == "main":
        check_main(state, seat, move)
    else:
        _check_option(state, state.question, move)


def _check_aside(state: State, seat: int, move: AnyMove) -> None:
    if leave_move(state, seat) is None:
        raise refusal("over" if state.phase == Phase.OVER else "gone")
    if move.kind != "leave" and move not in aside(state, seat):
        raise refusal("not_an_option")


def _check_choice(state: State, seat: int, move: AnyMove) -> None:
    if seat not in dealing.choosing(state):
        raise refusal("not_asked" if seat == CHANCE else "deck_chosen")
    dealing.check_choice(state, seat, move)


def _check_option(state: State, question: Question, move: AnyMove) -> None:
    text = str(move)
    if text in question.options:
        return
    if move.kind == "pay" and question.kind == "pay":
        _check_payment(state, question, move)
        return
    if move.kind == "respond" and question.kind == "respond":
        raise refusal(_why_not_respond(state, question.seat, *move.words))
    kinds = {option.partition(" ")[0] for option in question.options}
    raise refusal(_WRONG.get(question.kind, "not_an_option") if move.kind in kinds else "other_question")


def _why_not_respond(state: State, seat: int, named: str, at: str = "") -> str:
    """Return why a card of the hand, or an Official's action, is no legal response now."""
    return why_not_act(state, seat, named, int(at)) if at else why_not_respond(state, seat, named)


def _check_payment(position: State, question: Question, move: AnyMove) -> None:
    """Raise the reason unless the goods are in stock and pay what is due, or a part if all cannot be paid."""
    is_build = question.about == FOR_BUILD
    wrong = "payment" if is_build else "cost_payment"
    payment = payment_of(move.words)
    if canonical_payment(payment) != payment:
        raise refusal(wrong)
    due, lots = asked_for(position, question)
    paid = paid_goods(payment, lots)
    if paid is None:
        raise refusal("stock" if is_build else wrong)
    fits = pays if can_pay(due, totals(lots)) else is_partial
    if not fits(due, paid):
        raise refusal(wrong)


def asked_for(position: State, question: Question) -> tuple[Bill, list[Lot]]:
    """Return what is due and from which Districts."""
    if question.about == FOR_BUILD:
        assert position.build is not None
        return bill(position, question.seat, position.build.card), stock(position)
    task = position.agenda[-1]
    assert isinstance(task, Pay)
    cost = costs_of(task.text)[task.at]
    assert isinstance(cost, GoodsCost)
    return bill_of(cost), stock_for(position, task.context, cost)
