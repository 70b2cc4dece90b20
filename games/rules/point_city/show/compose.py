"""Composing a turn part by part, on public facts and the engine's own checks (PC-19 to PC-51)."""

from collections.abc import Callable
from dataclasses import replace

from games.rules.errors import Refusal
from games.rules.fields import choose
from games.rules.point_city.market.pairs import tokens_due
from games.rules.point_city.moves import Flip, TakeDeck, TakeMarket
from games.rules.point_city.play.checks import actor, check_deck, check_flip, check_payment, check_tokens
from games.rules.point_city.refusals import refusal
from games.rules.point_city.show.draft import PointCityDraft
from games.rules.point_city.show.purchase import bill, preview, suggestion, token_choices
from games.rules.point_city.show.selection import slot_choices, slot_refusal
from games.rules.point_city.show.wishes import Wish, read
from games.rules.point_city.state import State
from games.rules.protocol import Fields, IllegalMove


def compose(state: State, seat: int, fields: Fields) -> PointCityDraft:
    """Return the draft the fields ask for: a flip before a deck pair, that before a market pair."""
    if state.over:
        return PointCityDraft("nothing", ())
    draft = PointCityDraft(
        "nothing", slot_choices(state, seat, ()), deck_refusal=_why(_refused(lambda: check_deck(state)))
    )
    if seat != actor(state):
        return draft
    wish = read(fields)
    draft = _select(state, seat, replace(draft, asks="cards"), wish.slots)
    if wish.why is not None:
        return replace(draft, why=slot_refusal(state, seat, draft.slots, wish.why))
    if wish.flip is not None:
        return _flip(state, wish.flip, draft)
    if wish.deck:
        return _deck(draft)
    return _pair(state, seat, wish, draft) if len(draft.slots) == 2 else draft


def _select(state: State, seat: int, draft: PointCityDraft, slots: tuple[int, ...]) -> PointCityDraft:
    """Select the slots one by one; one that may not be chosen is refused and left out."""
    for slot in slots:
        if why := slot_refusal(state, seat, draft.slots, slot):
            return replace(draft, error=refusal(why.code, **dict(why.values)))
        chosen = (*draft.slots, slot)
        draft = replace(draft, asks="second", slots=chosen, choices=slot_choices(state, seat, chosen))
    return draft


def _flip(state: State, slot: int, draft: PointCityDraft) -> PointCityDraft:
    if error := _refused(lambda: check_flip(state, slot)):
        return replace(draft, error=error)
    return replace(draft, asks="confirm", flip=slot, notation=str(Flip(slot)))


def _deck(draft: PointCityDraft) -> PointCityDraft:
    if why := draft.deck_refusal:
        return replace(draft, error=refusal(why.code))
    return replace(draft, asks="confirm", deck=True, notation=str(TakeDeck()))


def _pair(state: State, seat: int, wish: Wish, draft: PointCityDraft) -> PointCityDraft:
    """Add the payment and the tokens to a selected pair (PC-39, PC-45 to PC-50)."""
    low, high = sorted(draft.slots)
    pair = (low, high)
    wanted = tokens_due(state, *pair)
    # Nothing is left to choose where every token must be taken (PC-49).
    tokens = tuple(sorted(choose(wish.tokens, wanted) if wanted < len(state.line) else state.line[:wanted]))
    best = suggestion(state, seat, pair)
    asked = best if wish.pay is None else wish.pay
    unpaid = _refused(lambda: check_payment(state, seat, pair, asked))
    move = TakeMarket(low, high, best if unpaid else asked, tokens)
    short = _refused(lambda: check_tokens(state, pair, tokens))
    return replace(
        draft,
        asks="payment" if unpaid else "tokens" if short else "confirm",
        pair=bill(state, seat, pair, move.pay),
        tokens_wanted=wanted,
        tokens=token_choices(state, seat, move, wanted),
        preview=preview(state, seat, move),
        notation=None if unpaid or short else str(move),
        error=unpaid or (short if tokens else None),
    )


def _refused(check: Callable[[], None]) -> IllegalMove | None:
    try:
        check()
    except IllegalMove as error:
        return error
    return None


def _why(error: IllegalMove | None) -> Refusal | None:
    return Refusal.of(error) if error else None
