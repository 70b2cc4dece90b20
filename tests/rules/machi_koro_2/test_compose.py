"""Composing a move: looking at cards, swaps and gifts part by part, never telling more than the view."""

import pytest

from tests.rules.machi_koro_2.build import RULESET, city, moves, play, playout, roll, table


def draft(state, seat=0, **fields):
    return RULESET.compose(state, seat, {name: (value,) for name, value in fields.items()})


def building(*cities, **rest):
    return table(*cities, phase="build", dice=(1,), **rest)


def test_nothing_is_asked_out_of_turn_but_cards_may_be_looked_at():
    state = building(rows=("cafe", "", ""))
    assert draft(state, 1).asks == "nothing"
    looked = draft(state, 1, card="cafe")
    assert (looked.offer.face.card, looked.notation) == ("cafe", None)
    assert looked.offer.refusal is None


@pytest.mark.parametrize("card", ["nothing", "", "sushi_bar' or 1"])
def test_what_is_no_card_is_left_out(card):
    assert draft(building(), card=card).offer is None


def test_a_card_that_lies_in_no_row_may_be_looked_at():
    state = building(rows=("", "", "forge museum temple airport publisher"))
    offer = draft(state, card="park").offer
    assert (offer.face.card, offer.refusal.code) == ("park", "not_in_row")


def test_a_card_that_can_be_built_is_ready_to_confirm():
    state = building(rows=("cafe", "", ""))
    found = draft(state, card="cafe")
    assert (found.asks, found.notation, found.offer.left) == ("confirm", "build cafe", 4)
    assert found.notation in moves(state)


def test_a_landmark_explains_its_price():
    state = building(
        city("", "loan_office"), city("", "observatory"), coins=(31, 5), rows=("", "", "launch_pad")
    )
    offer = draft(state, card="launch_pad").offer
    assert (offer.printed, offer.price, offer.left) == (38, 31, 0)
    assert [(each.name, each.coins) for each in offer.discounts] == [("Loan Office", 2), ("Observatory", 5)]


def test_what_cannot_be_built_says_why():
    state = building(rows=("", "", "park loan_office"))
    dear, barred = draft(state, card="park"), draft(state, card="loan_office")
    assert (dear.error.rule, dear.notation) == ("MK-41", None)
    assert dict(dear.offer.refusal.values) == {"price": 12, "coins": 5}
    assert (barred.error.rule, barred.offer.price) == ("MK-40", None)


def test_dice_are_asked_for():
    assert draft(table()).asks == "roll"
    assert draft(play(table(), "roll 1")).asks == "nothing"


def test_a_swap_is_composed_in_either_order():
    state = roll(table(city("business_center forest"), city("mine"), city("cafe")), 6)
    assert draft(state).asks == "own"
    assert [choice.value for choice in draft(state).theirs] == ["1-mine", "2-cafe"]
    assert draft(state, own="0-forest").asks == "theirs"
    assert draft(state, theirs="1-mine").asks == "own"
    both = draft(state, own="0-forest", theirs="2-cafe")
    assert (both.asks, both.notation) == ("confirm", "swap forest 2 cafe")
    assert draft(state, own="1-mine", theirs="0-forest").notation is None


def test_a_gift_is_composed():
    state = table(city("mine cafe"), city(), city(), phase="give", dice=(1, 1), give=True)
    assert (draft(state).asks, draft(state).receiver) == ("give", 2)
    assert draft(state, own="0-cafe").notation == "give cafe"


def test_every_draft_that_is_ready_is_legal():
    for ply in playout(3, 9):
        if ply.seat < 0:
            continue
        for row in RULESET.view_for(ply.before, ply.seat).rows:
            for pile in row.piles:
                found = draft(ply.before, ply.seat, card=pile.face.card)
                text = f"build {pile.face.card}"
                assert (found.notation == text) == (text in moves(ply.before))


def test_the_game_over_asks_nothing():
    assert draft(playout(2, 1)[-1].step.state, card="park").asks == "nothing"
