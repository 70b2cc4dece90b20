"""A chosen pair while a turn is composed: its bill, its tokens, and what it would change (PC-34 to PC-51)."""

from dataclasses import replace

from games.rules.point_city.cards import BASIC, SORTS, WILD
from games.rules.point_city.market.pairs import terms
from games.rules.point_city.market.payments import Pay, payments, spend, suggested, wasted
from games.rules.point_city.moves import TakeMarket
from games.rules.point_city.packed import BUILT, COST, unpack
from games.rules.point_city.play.turns import gain
from games.rules.point_city.scoring import city_points
from games.rules.point_city.show.draft import PairDraft, PaymentChoice, Preview, TokenChoice
from games.rules.point_city.show.faces import Amount, amounts, held_token, resource_face, sort_counts
from games.rules.point_city.state import City, State


def suggestion(state: State, seat: int, pair: tuple[int, int]) -> Pay:
    """Return the payment to preselect for a pair (PC-45)."""
    need, purse = terms(state, state.cities[seat], *pair)
    return suggested(need, payments(need, purse), _available(state, seat, pair))


def bill(state: State, seat: int, pair: tuple[int, int], pay: Pay) -> PairDraft:
    """Return what the pair costs and every way to pay it, one of them selected (PC-34 to PC-41)."""
    city = state.cities[seat]
    need, purse = terms(state, city, *pair)
    cost = sum(COST[state.market[slot]] for slot in pair)
    best = suggestion(state, seat, pair)
    ways = {way: _payment(state, seat, pair, way) for way in payments(need, purse)}
    options = {
        way: replace(choice, suggested=way == best, selected=way == pay) for way, choice in ways.items()
    }
    used = amounts(cost - need)
    return PairDraft(pair, amounts(cost), used, amounts(need), tuple(options.values()), options[pay])


def token_choices(state: State, seat: int, move: TakeMarket, wanted: int) -> tuple[TokenChoice, ...]:
    """Return the face-up tokens with what each would be worth if it were taken now (PC-46)."""
    if not wanted:
        return ()
    after = after_take(state, seat, move)
    held = state.cities[seat].tokens
    # Only how many tokens are held counts, so the token itself stands in for its companions.
    return tuple(
        TokenChoice(held_token(token, replace(after, tokens=held + (token,) * wanted)), token in move.tokens)
        for token in state.line
    )


def preview(state: State, seat: int, move: TakeMarket) -> Preview:
    """Return what the move would change, from public facts alone."""
    before, after = state.cities[seat], after_take(state, seat, move)
    return Preview(
        permanents=tuple(map(Amount, BASIC, unpack(after.permanents))),
        gained=amounts(after.permanents - before.permanents),
        score_before=city_points(before),
        score_after=city_points(after),
        cards_before=len(before.cards),
        cards_after=len(after.cards),
    )


def after_take(state: State, seat: int, move: TakeMarket) -> City:
    """Return the city as the move would leave it."""
    values = (state.market[move.a], state.market[move.b])
    return gain(state.cities[seat], values, move.pay, move.tokens)[0]


def _available(state: State, seat: int, pair: tuple[int, int]) -> tuple[int, ...]:
    """Return the cards that may be spent, held longest first (PC-37)."""
    taken = (state.market[slot] for slot in pair)
    return (*state.cities[seat].cards, *(value for value in taken if value < BUILT))


def _payment(state: State, seat: int, pair: tuple[int, int], pay: Pay) -> PaymentChoice:
    need, _ = terms(state, state.cities[seat], *pair)
    spent = spend(_available(state, seat, pair), pay)[1]
    return PaymentChoice(
        value=" ".join(SORTS[sort] for sort in pay),
        sorts=sort_counts(spent),
        cards=tuple(resource_face(state.deal, card) for card in spent),
        wasted=wasted(need, pay),
        ingenuity=pay.count(WILD),
        suggested=False,
        selected=False,
    )
