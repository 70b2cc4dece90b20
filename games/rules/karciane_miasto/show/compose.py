"""Composing a decision part by part, by the engine's own checks (KM-60, KM-86)."""

from collections.abc import Sequence
from dataclasses import replace

from games.rules.errors import Refusal
from games.rules.karciane_miasto.act.goods import Bill, can_pay, canonical_payment, good_of, totals
from games.rules.karciane_miasto.cards import GOODS
from games.rules.karciane_miasto.city import Cell, Lot
from games.rules.karciane_miasto.decks import deck_faults, read_deck
from games.rules.karciane_miasto.flow.checks import asked_for, check
from games.rules.karciane_miasto.moves import cell_at, parse_move, payment_of, payment_text
from games.rules.karciane_miasto.show.draft import KarcianeMiastoDraft, StockChoice
from games.rules.karciane_miasto.show.previews import place_view
from games.rules.karciane_miasto.show.spots import spots
from games.rules.karciane_miasto.show.table import view_for
from games.rules.karciane_miasto.state import Phase, Question, State
from games.rules.protocol import Fields, IllegalMove, MalformedMove


def compose(state: State, seat: int, fields: Fields) -> KarcianeMiastoDraft:
    """Return the draft the fields ask for, and what can be pressed; a seat that is not asked has none."""
    draft, decision = _composed(state, seat, fields), view_for(state, seat).decision
    if draft.asks == "nothing" or decision is None:
        return draft
    return replace(draft, spots=spots(decision, draft))


def _composed(state: State, seat: int, fields: Fields) -> KarcianeMiastoDraft:
    if state.phase == Phase.DECKS and not state.players[seat].deck_name:
        return _deck(state, seat, _last(fields, "deck") or _last(fields, "move").removeprefix("deck "))
    question = state.question
    if question is None or question.seat != seat:
        return KarcianeMiastoDraft()
    if question.kind == "pay" and not _last(fields, "move"):
        return _payment(state, question, fields)
    if question.kind == "place" and _last(fields, "place"):
        return _checked(state, question, f"place {_last(fields, 'place')}")
    return _checked(state, question, _last(fields, "move"))


def _last(fields: Fields, name: str) -> str:
    """Return the last value of a field; a lone string is a value too."""
    values: Sequence[str] = fields.get(name, ())
    return values if isinstance(values, str) else values[-1] if values else ""


def _every(fields: Fields, name: str) -> Sequence[str]:
    values: Sequence[str] = fields.get(name, ())
    return [values] if isinstance(values, str) else values


def _checked(state: State, question: Question, text: str) -> KarcianeMiastoDraft:
    """Return a draft of a whole notation, with the reason if it is illegal."""
    try:
        move = parse_move(text)
        check(state, question.seat, move)
    except MalformedMove:
        return KarcianeMiastoDraft(asks=question.kind)
    except IllegalMove as error:
        return KarcianeMiastoDraft(asks=question.kind, error=error)
    place = place_view(state, question.seat, move) if move.kind == "place" else None
    return KarcianeMiastoDraft(asks=question.kind, place=place, notation=text)


def _deck(state: State, seat: int, text: str) -> KarcianeMiastoDraft:
    """Return a draft of the choice of a deck, with everything that forbids it (KM-106)."""
    try:
        cards = read_deck(text, state.deal.version)
    except MalformedMove:
        return KarcianeMiastoDraft(asks="deck")
    wrong = deck_faults(cards, state.deal.version)
    faults, error = tuple(map(Refusal.of, wrong)), wrong[0] if wrong else None
    return KarcianeMiastoDraft(
        asks="deck", faults=faults, error=error, notation=None if wrong else f"deck {text}"
    )


def _payment(state: State, question: Question, fields: Fields) -> KarcianeMiastoDraft:
    """Return a draft of a payment by goods per District (KM-60)."""
    due, lots = asked_for(state, question)
    chosen = _chosen(lots, fields)
    if chosen is None:
        chosen = dict(payment_of(parse_move(question.options[0]).words))
    text = payment_text(canonical_payment((cell, n) for cell, n in chosen.items() if n))
    return _payment_draft(state, question, (due, lots), (text, chosen))


def _payment_draft(
    state: State, question: Question, asked: tuple[Bill, list[Lot]], choice: tuple[str, dict[Cell, int]]
) -> KarcianeMiastoDraft:
    (due, lots), (text, chosen) = asked, choice
    checked = _checked(state, question, text)
    return KarcianeMiastoDraft(
        asks="pay",
        stock=tuple(
            [_stock_choice(lot, chosen.get(lot.cell, 0)) for lot in lots if good_of(lot) is not None]
        ),
        cost=due.cost,
        change=due.change,
        due=due.due,
        paid=sum(chosen.values()),
        full=can_pay(due, totals(lots)),
        notation=checked.notation,
        error=checked.error if sum(chosen.values()) >= due.due else None,
    )


def _stock_choice(lot: Lot, used: int) -> StockChoice:
    good = good_of(lot)
    assert good is not None
    return StockChoice(
        x=lot.cell[0], y=lot.cell[1], card=lot.card, good=GOODS[good], goods=lot.goods, used=used
    )


def _chosen(lots: list[Lot], fields: Fields) -> dict[Cell, int] | None:
    """Return the goods chosen so far, or None if nothing was chosen."""
    if _last(fields, "suggest") or not any(_last(fields, name) for name in ("goods", "add", "drop")):
        return None
    stock = {lot.cell: lot.goods for lot in lots}
    chosen: dict[Cell, int] = {}
    for value in _every(fields, "goods"):
        _add(chosen, stock, value)
    for name, n in (("add", 1), ("drop", -1)):
        for value in _every(fields, name):
            _add(chosen, stock, f"{value}*{n}")
    return chosen


def _add(chosen: dict[Cell, int], stock: dict[Cell, int], text: str) -> None:
    """Add goods of a District, within what is there; what is not understood is left out."""
    where, _, number = text.partition("*")
    try:
        cell, n = cell_at(where), int(number)
    except ValueError:
        return
    if cell in stock:
        chosen[cell] = min(max(0, chosen.get(cell, 0) + n), stock[cell])
