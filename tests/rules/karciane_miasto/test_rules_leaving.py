"""KM-85: a player leaves for good, at whatever moment."""

import pytest

from games.bots.playouts import LooseDraw
from games.rules.karciane_miasto.settings import Wishes
from games.rules.protocol import CHANCE
from tests.rules.karciane_miasto.build import (
    RULESET,
    asked,
    kinds,
    moves,
    new_game,
    on_map,
    play,
    position,
    ref,
    step,
    zone,
)

CITY = {(0, 0): "D101:2", (1, 0): "D111:2", (0, 1): "D121:2"}
FOOD = {"industrial": "D223 D225"}
HOUSE = {"public": "D235 D231"}
PAY = ("build", "take industrial", "place create 2,0")


def at(steps, **given):
    return play(position(**given), *steps)


def left(state, seat):
    return step(state, str(RULESET.leave(state, seat)), seat).state


def test_km_85_zone_cards_are_put_away_and_support_is_lost():
    state = left(position(seats=3, zones=["", "O02 L01:2"], support=["3/2/1", "3/2/1"]), 1)
    gone = state.players[1]
    assert (gone.zone, gone.discard, gone.support, gone.gone) == ((), ("O02", "L01"), (0, 0, 0), True)


def test_km_85_whoever_left_is_skipped():
    state = play(left(position(seats=3), 1), "end")
    assert asked(state) == 2
    assert RULESET.leave(state, 1) is None


def test_km_85_leaving_in_the_own_turn_fails_the_build_and_ends_the_turn():
    state = left(at(PAY, map=CITY, piles=FOOD, seats=3), 0)
    assert (asked(state), state.build, on_map(state)) == (1, None, CITY)
    assert state.piles.industrial == ("D223", "D225")


def test_km_85_leaving_with_an_event_on_the_table():
    state = at(["play S03"], hands=["S03", "K07"], seats=3)
    gone = left(state, 0)
    assert (asked(gone), gone.window, gone.playing) == (1, None, None)


def test_km_85_a_window_goes_on_without_them():
    state = at(["play S03"], seats=3, hands=["S03", "K07", "K07"], support=["5/0/0"])
    gone = left(state, 1)
    assert (asked(gone), gone.window.on) == (2, "event_play")
    assert asked(play(gone, "pass")) == 0


def test_km_85_somebody_who_is_not_asked_leaves_the_window_too():
    state = at(["play S03"], seats=3, hands=["S03", "K07", "K07"], support=["5/0/0"])
    gone = left(state, 2)
    assert asked(gone) == 1
    assert asked(play(gone, "pass")) == 0


def voting(*answers, **rest):
    steps = ("build", "take public", "place rebuild 0,0", *answers)
    return at(steps, map=CITY, piles=HOUSE, seats=3, **rest)


def test_km_85_a_vote_goes_on_without_them():
    state = left(voting(), 1)
    assert asked(state) == 2
    done = play(state, "vote against", "vote for")
    assert done.question.kind == "main"


def test_km_85_the_support_of_whoever_left_does_not_count():
    support = ["1/1/1", "0/0/0", "5/5/5"]
    state = voting("vote for", "vote against", support=support)
    won = play(left(state, 2), "0: vote for")
    assert won.question.kind == "pay"


def test_km_85_an_applicant_who_leaves_ends_the_vote():
    state = left(voting("vote for"), 0)
    assert (asked(state), state.vote, state.build, on_map(state)) == (1, None, None, CITY)


def test_km_85_whoever_is_left_wins():
    state = left(position(seats=3, vp=[19, 0, 3]), 0)
    over = left(state, 2)
    assert RULESET.to_act(over) == frozenset()
    assert RULESET.outcomes(over)[1].place == 1


def test_km_85_leaving_while_decks_are_chosen():
    state = left(new_game(3), 1)
    assert RULESET.to_act(state) == {0, 2}
    assert RULESET.to_act(left(state, 0)) == frozenset()


def test_km_85_whoever_left_is_not_drawn_as_the_first_player():
    state = left(new_game(3), 1)
    dealing = play(state, "0: deck merchants", "2: deck merchants")
    assert {first_of(dealing, seed) for seed in range(12)} == {0, 2}


def first_of(state, seed):
    draw = LooseDraw(seed)
    while RULESET.to_act(state) == {CHANCE}:
        state = RULESET.apply(state, CHANCE, RULESET.sample(state, draw)).state
    return state.turn.active


def test_km_85_a_choice_of_theirs_is_not_made():
    state = at(["play S03", "1: respond K07"], seats=3, hands=["S03", "K07", ""], support=["2/2/2"])
    assert (asked(state), state.question.kind) == (1, "group")
    gone = left(state, 1)
    assert (asked(gone), gone.question.kind) == (0, "main")
    assert (gone.players[0].support, gone.players[1].discard) == ((4, 2, 2), ("K07",))


def test_km_85_nobody_who_left_can_be_chosen():
    state = at(["play S08"], seats=4, hands=["S08"], support=["0/0/0"] + ["2/2/2"] * 3)
    assert kinds(state, "opponent") == ["1", "2", "3"]
    assert kinds(left(state, 2), "opponent") == ["1", "3"]
    assert left(left(state, 2), 1).question.kind == "group"


def test_km_85_cards_of_theirs_are_no_targets_any_more():
    state = at(["play S07"], seats=3, hands=["S07"], support=["1/0/0"], zones=["", "O02", "O03 G01"])
    assert len(kinds(state, "target")) == 3
    gone = left(state, 2)
    assert (gone.question.kind, zone(gone, 1)) == ("main", [])


def test_km_85_texts_of_theirs_end_in_the_middle_of_a_build():
    start = {"map": CITY, "seats": 3, "zones": ["", "", "G05 G02"], "piles": {"industrial": "D223 D225"}}
    placing = at(PAY[:2], **start)
    assert "place rebuild 0,0" not in moves(placing)
    assert "place rebuild 0,0" in moves(left(placing, 2))
    paying = at(PAY, **start)
    assert RULESET.view_for(paying, 0).build.due == 3
    cheaper = left(paying, 2)
    assert kinds(cheaper, "pay") == ["0,0*1 1,0*1"]
    assert on_map(play(cheaper, "pay 0,0*1 1,0*1"))[(2, 0)] == "D223:2"


def test_km_85_a_payment_already_declared_is_counted_anew():
    hands, zones = ["", "K08", ""], ["", "", "G02"]
    state = at((*PAY, "pay 0,0*1 1,0*1 0,1*1"), map=CITY, seats=3, hands=hands, zones=zones, piles=FOOD)
    assert asked(state) == 1
    asking = play(left(state, 2), "1: pass")
    assert (asked(asking), asking.question.kind) == (0, "pay")
    assert on_map(play(asking, "pay 0,0*1 1,0*1"))[(2, 0)] == "D223:2"


def test_km_85_leaving_before_the_hand_limit_is_met():
    state = at(["end"], seats=3, hands=["S01 " * 9])
    gone = left(state, 0)
    assert (asked(gone), gone.phase, len(gone.players[0].hand)) == (1, "main", 9)


@pytest.mark.parametrize(
    ("zones", "next_kind"), [(["", "", "G09 G09"], "main"), (["", "G09", "G09"], "group")]
)
def test_km_85_reactions_of_theirs_need_no_order_any_more(zones, next_kind):
    hand = "S01 S02 S03 S04 S05 S06 S07 S08"
    state = at(["end", "discard S01"], seats=3, hands=[hand], zones=zones, wishes=[Wishes(auto_order=False)])
    assert state.question.kind == "next"
    assert left(state, 2).question.kind == next_kind


def test_km_85_rounds_go_on_when_the_first_player_left():
    state = left(position(seats=3, active=2, first=0, round=4), 0)
    after = play(state, "2: end")
    assert (asked(after), after.turn.round) == (1, 5)


def test_km_85_they_are_out_for_good():
    gone = left(position(seats=3, zones=["", "O03"]), 1)
    assert RULESET.aside(gone, 1) == ()
    assert RULESET.legal_moves(gone, 1) == ()
    assert RULESET.clocks.kind_of(gone, 1) is None
    state = play(gone, "end", "end")
    assert asked(state) == 0


def test_km_85_an_official_that_responds_is_gone_with_its_player():
    state = at((*PAY, "pay 0,0*1 1,0*1"), map=CITY, seats=3, zones=["", "O06"], piles=FOOD)
    assert kinds(state, "respond") == [f"{ref(state, 1, 'O06')} 0"]
    assert on_map(left(state, 1))[(2, 0)] == "D223:2"


def test_km_85_whoever_is_asked_leaves_as_the_last_opponent():
    state = at(["play S03"], hands=["S03", "K07"], support=["1/0/0"])
    assert RULESET.to_act(left(state, 1)) == frozenset()
    assert RULESET.to_act(left(state, 0)) == frozenset()


def test_km_85_the_active_player_leaves_while_another_chooses():
    state = at(["play S03", "1: respond K07"], seats=3, hands=["S03", "K07", "K07"], support=["2/2/2"])
    gone = left(state, 0)
    assert (asked(gone), gone.question.kind, gone.phase) == (1, "main", "main")
    assert [player.discard for player in gone.players] == [("S03",), ("K07",), ()]


def test_km_85_the_active_player_leaves_while_paying_for_a_card():
    state = at(["play S14"], seats=3, hands=["S14"], support=["2/2/2"])
    assert state.question.kind == "spend"
    assert left(state, 0).players[0].discard == ("S14",)


def test_km_85_a_district_that_stands_stays():
    state = at(["build", "take base", "place create 2,0"], map=CITY, seats=3, piles={"base": "D133"})
    assert state.question.kind == "group"
    gone = left(state, 0)
    assert (on_map(gone)[(2, 0)], gone.piles.base) == ("D133", ())
