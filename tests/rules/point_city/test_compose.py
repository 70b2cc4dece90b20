"""Composing a turn: what may be chosen next, what it costs, and what is refused."""

import pytest

from games.rules.protocol import CHANCE
from tests.rules.point_city.build import RULESET, city, moves, playout, table, to_move

RICH = city(cards=" ".join(["start"] * 12))
OTHER = city(cards="pc-start-2")
CIVIC = {0: "pc-015/B", 1: "pc-008/B", 2: "pc-001", 5: "pc-012"}
LINE = "ct-economy ct-flat-5 ct-flat-7"


def _draft(state, seat=0, **fields):
    return RULESET.compose(state, seat, {name: value.split(",") for name, value in fields.items()})


def _allowed(draft):
    return {choice.slot for choice in draft.choices if choice.allowed and not choice.selected}


def test_an_empty_draft_asks_for_cards():
    draft = _draft(table({}))
    assert (draft.asks, draft.slots, draft.notation, draft.error) == ("cards", (), None, None)
    assert _allowed(draft) == {*range(16)}


def test_the_first_card_leaves_its_neighbours_to_choose():
    draft = _draft(table({}), slot="5")
    assert (draft.asks, draft.slots) == ("second", (5,))
    assert _allowed(draft) == {1, 4, 6, 9}
    assert draft.choices[0].far
    assert _draft(table({}), slot="5", why="0").why.code == "not_adjacent"


def test_two_resource_cards_only_need_confirming():
    draft = _draft(table({}), slot="6,5")
    assert (draft.asks, draft.notation) == ("confirm", "take 5 6")
    assert draft.pair.payment.value == ""
    assert (draft.preview.cards_before, draft.preview.cards_after) == (1, 3)


@pytest.mark.parametrize(
    ("clicks", "slots"),
    [("5,5", ()), ("5,6,5", (6,)), ("5,10", (10,)), ("5,6,7", (7,)), ("5,x,99,6", (5, 6))],
)
def test_clicks_drop_or_start_anew(clicks, slots):
    assert _draft(table({}), slot=clicks).slots == slots


def test_payment_and_tokens_go_with_the_pair_they_were_chosen_for():
    state = table({0: "pc-018/B", 1: "pc-008"}, city(cards="start pc-085"), OTHER)
    kept = _draft(state, slot="0,1", pay="industry2 ingenuity")
    assert (kept.pair.payment.value, kept.notation) == (
        "industry2 ingenuity",
        "take 0 1 pay industry2 ingenuity",
    )
    moved = _draft(state, slot="0,1,2", pay="industry2 ingenuity")
    assert (moved.slots, moved.error) == ((2,), None)


def test_the_last_payment_sent_counts():
    state = table({0: "pc-018/B", 1: "pc-008"}, city(cards="start pc-085"), OTHER)
    assert _draft(state, slot="0,1", pay="community1 ingenuity,industry2 ingenuity").notation.endswith(
        "pay industry2 ingenuity"
    )


@pytest.mark.parametrize(
    ("pay", "code"),
    [
        ("industry2", "payment_short"),
        ("community1 industry2 ingenuity", "payment_redundant"),
        ("energy1 ingenuity", "card_not_available"),
    ],
)
def test_a_refused_payment_cannot_be_confirmed(pay, code):
    state = table({0: "pc-018/B", 1: "pc-008"}, city(cards="start pc-085"), OTHER)
    draft = _draft(state, slot="0,1", pay=pay)
    assert (draft.asks, draft.notation, draft.error.code) == ("payment", None, code)
    assert draft.pair.payment.suggested


def test_the_bill_names_cost_permanents_and_need():
    state = table({0: "pc-038/B", 1: "pc-033"}, city("pc-029", "start pc-001"), OTHER)
    pair = _draft(state, slot="0,1").pair
    listed = [
        [(each.resource, each.count) for each in part]
        for part in (pair.cost, pair.permanents_used, pair.need)
    ]
    assert listed == [[("energy", 1), ("ecology", 2)], [("ecology", 1)], [("energy", 1), ("ecology", 1)]]


def test_a_slot_nobody_can_pay_for_says_what_is_missing():
    state = table({0: "pc-155/B", 1: "pc-002", 4: "pc-010"}, city(cards="start"), OTHER)
    assert 0 not in _allowed(_draft(state))
    refusal = _draft(state, why="0").why
    assert (refusal.code, refusal.rule, refusal.ingenuity) == ("cannot_afford", "PC-28", 1)
    assert [(each.resource, each.count) for each in refusal.missing] == [("energy", 4)]
    chosen = _draft(state, slot="1,0")
    assert (chosen.slots, chosen.error.code, chosen.pair) == ((1,), "cannot_afford", None)


def test_civic_tokens_are_asked_for_one_by_one():
    state = table(CIVIC, RICH, OTHER, line=LINE)
    none = _draft(state, slot="0,1")
    assert (none.asks, none.tokens_wanted, none.notation, none.error) == ("tokens", 2, None, None)
    one = _draft(state, slot="0,1", token="ct-flat-7")
    assert (one.asks, one.notation) == ("tokens", None)
    both = _draft(state, slot="0,1", token="ct-flat-7,ct-flat-5")
    assert both.notation == f"take 0 1 pay {' '.join(['ingenuity'] * 6)} get ct-flat-5 ct-flat-7"
    assert (both.preview.score_before, both.preview.score_after) == (0, 12)


@pytest.mark.parametrize(
    ("clicks", "chosen"),
    [
        ("ct-flat-5,ct-flat-5", set()),
        ("ct-flat-5,ct-flat-7,ct-economy", {"ct-flat-7", "ct-economy"}),
        ("ct-flat-5,nonsense", {"ct-flat-5"}),
    ],
)
def test_token_clicks_drop_or_oust(clicks, chosen):
    draft = _draft(table(CIVIC, RICH, OTHER, line=LINE), slot="0,1", token=clicks)
    assert {choice.face.token for choice in draft.tokens if choice.selected} == chosen


def test_a_token_that_is_gone_is_refused():
    draft = _draft(table(CIVIC, RICH, OTHER, line=LINE), slot="0,1", token="ct-energy,ct-flat-5")
    assert (draft.asks, draft.error.code) == ("tokens", "token_not_available")


def test_the_last_tokens_need_no_choice():
    draft = _draft(table(CIVIC, RICH, OTHER, line="ct-flat-7"), slot="0,1")
    assert (draft.asks, draft.tokens_wanted) == ("confirm", 1)
    assert draft.notation.endswith("get ct-flat-7")


def test_what_a_token_would_be_worth_counts_those_taken_with_it():
    state = table(CIVIC, RICH, OTHER, line="ct-promo-civic-tokens ct-promo-unspent-cards ct-flat-5")
    worth = {choice.face.token: choice.held.worth for choice in _draft(state, slot="0,1").tokens}
    assert worth == {"ct-promo-civic-tokens": 4, "ct-promo-unspent-cards": 6, "ct-flat-5": 5}


def test_the_deck_pair_keeps_its_secret():
    draft = _draft(table({}), deck="1")
    assert (draft.asks, draft.deck, draft.notation, draft.preview) == ("confirm", True, "deck", None)


def test_an_empty_deck_is_refused():
    draft = _draft(table({}, turn=34), seat=1, deck="1")
    assert (draft.deck, draft.notation) == (False, None)
    assert (draft.error.code, draft.deck_refusal.code) == ("deck_empty", "deck_empty")


def test_a_flip_keeps_the_cards_selected():
    draft = _draft(table({}), slot="14,15", flip="15")
    assert (draft.flip, draft.slots, draft.notation) == (15, (14, 15), "flip 15")
    refused = _draft(table({}, flipped=True), flip="15")
    assert (refused.flip, refused.notation, refused.error.code) == (None, None, "flip_used")


def test_out_of_turn_the_slots_say_what_the_own_city_could_pay_for():
    state = table({0: "pc-155/B", 1: "pc-155/B"}, RICH, city(cards="start"))
    draft = _draft(state, 1, slot="5,6")
    assert (draft.asks, draft.notation, draft.slots) == ("nothing", None, ())
    assert _allowed(draft) == {*range(16)} - {0, 1}


def test_nothing_is_composed_once_the_game_is_over():
    draft = _draft(table({}, over=True), 0, slot="5,6")
    assert (draft.asks, draft.notation, draft.choices) == ("nothing", None, ())


def test_a_slot_that_may_be_chosen_needs_no_reason():
    draft = _draft(table({}), slot="5", why="6")
    assert (draft.asks, draft.slots, draft.why) == ("second", (5,), None)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_every_legal_move_can_be_composed_and_nothing_else(seats):
    for ply in playout(seats, seed=3)[::4]:
        state, seat = ply.before, to_move(ply.before)
        if seat != CHANCE:
            for text in moves(state)[::3]:
                assert _composed(state, seat, text).notation == text


def _composed(state, seat, text):
    """Send a move part by part, as its notation lists them."""
    head, *parts = text.split(" ")
    if head != "take":
        return _draft(state, seat, **{head: parts[0] if parts else "1"})
    pair, _, got = text.removeprefix("take ").partition(" get ")
    slots, _, paid = pair.partition(" pay ")
    chosen = {"slot": slots.replace(" ", ","), "pay": paid, "token": got.replace(" ", ",")}
    return _draft(state, seat, **{name: value for name, value in chosen.items() if value})
