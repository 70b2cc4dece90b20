"""Step 3 of a build: what it costs, the intended payment, the window, the payment (KM-58 to KM-62)."""

from games.rules.karciane_miasto.act.goods import (
    LISTED,
    Bill,
    can_pay,
    paid_goods,
    partial,
    payments,
    pays,
    totals,
)
from games.rules.karciane_miasto.act.modifiers import cost_change
from games.rules.karciane_miasto.act.play import Play, Position, Steps
from games.rules.karciane_miasto.cards import CARDS
from games.rules.karciane_miasto.city import Lot
from games.rules.karciane_miasto.city_events import PaymentDeclared
from games.rules.karciane_miasto.flow.windows import open_window
from games.rules.karciane_miasto.moves import AnyMove, payment_of, payment_text
from games.rules.karciane_miasto.state import Build, Question
from games.rules.karciane_miasto.tasks import Do, StepName
from games.rules.records import renewed

FOR_BUILD = "build"
"""What a question is for, if it is for the build and not for a text."""


def under_way(play: Play) -> Build:
    """Return the build under way."""
    assert play.build is not None
    return play.build


def bill(position: Position, seat: int, card: str) -> Bill:
    """Return what a build costs the builder now (KM-58)."""
    return Bill(CARDS[card].cost, cost_change(position, seat, card))


def stock(position: Position) -> list[Lot]:
    """Return the Districts whose goods may pay for a build (KM-59)."""
    blocked = position.build.blocked if position.build else ()
    return [lot for lot in position.city.lots if lot.goods and lot.serial not in blocked]


def goods(play: Play) -> None:
    """Step 3: let the builder declare the intended payment, unless the build costs nothing (KM-60)."""
    due = bill(play, play.turn.active, under_way(play).card)
    play.first_do(Do("window_pay"), Do("settle"))
    if due.due:
        _ask(play, due)


def _ask(play: Play, due: Bill) -> None:
    options = (*payment_options(play, due), "abandon")
    play.question = Question("pay", play.turn.active, options, FOR_BUILD)


def payment_options(position: Position, due: Bill) -> list[str]:
    """Return the first payments of a bill, or of a part of it if it cannot be paid (KM-60)."""
    lots = stock(position)
    possible = payments(due, lots) if can_pay(due, totals(lots)) else partial(due, lots)
    ways = [payment_text(way) for _, way in zip(range(LISTED), possible, strict=False)]
    return [*dict.fromkeys(ways)]


def declared(play: Play, seat: int, move: AnyMove) -> None:
    """Declare the payment, or give the build up (KM-60, KM-64)."""
    if move.kind == "abandon":
        _drop_until(play, "settle")
        play.first_do(Do("fail"))
        return
    payment = payment_of(move.words)
    play.build = renewed(under_way(play), payment=payment)
    play.told.append(PaymentDeclared(seat, tuple([(*cell, n) for cell, n in payment])))


def ask_again(play: Play) -> None:
    """Ask for the payment anew, before the window or after it, because the price may be another now."""
    if play.agenda[-1] == Do("window_pay"):
        _drop_until(play, "settle")
        play.first_do(Do("goods"))


def _drop_until(play: Play, step: StepName) -> None:
    while play.agenda.pop() != Do(step):
        pass


def window_pay(play: Play) -> None:
    """Open the window after the payment was declared (KM-61)."""
    open_window(play, "build_pay")


def settle(play: Play) -> None:
    """Make the payment if it still pays exactly; else ask for another, or fail (KM-62)."""
    build, lots = under_way(play), stock(play)
    due = bill(play, play.turn.active, build.card)
    paid = paid_goods(build.payment, lots)
    if build.stopped:
        play.first_do(Do("fail"))
    elif not due.due:
        play.build = renewed(build, payment=())
        play.first_do(Do("stand"))
    elif paid is not None and pays(due, paid):
        play.first_do(Do("stand"))
    elif can_pay(due, totals(lots)):
        play.first_do(Do("settle"))
        _ask(play, due)
    else:
        play.first_do(Do("fail"))


STEPS: Steps = {"goods": goods, "window_pay": window_pay, "settle": settle}
