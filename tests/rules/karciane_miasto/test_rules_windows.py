"""KM-77 to KM-83: response windows, who is asked and in which order."""

import pytest

from games.rules.karciane_miasto.cards import CARDS
from games.rules.karciane_miasto.settings import Wishes
from games.rules.protocol import RulesError
from tests.rules.karciane_miasto.build import (
    RULESET,
    asked,
    kinds,
    play,
    position,
    ref,
    refused,
    step,
)

CITY = {(0, 0): "D101:2", (1, 0): "D111:2"}
FOOD = {"industrial": "D223 D225"}
PAY = ("build", "take industrial", "place create 0,1", "pay 0,0*1 1,0*1")


def test_km_77_four_windows_stop_the_game():
    assert play(
        position(map=CITY, hands=["", "K03"], piles=FOOD | {"public": "D231 D233"}), "build"
    ).window.on
    assert play(position(map=CITY, hands=["", "K08"], piles=FOOD), *PAY).window.on == "build_pay"
    assert play(position(hands=["S03", "K07"], support=["1/0/0"]), "play S03").window.on == "event_play"


@pytest.mark.parametrize("steps", [("exchange citizens",), ("use 2,0 0",), ("swap industrial citizens",)])
def test_km_77_nothing_else_asks_the_others(steps):
    responses = "K01 K02 K03 K04 K05 K06 K07 K08 V01 V02"
    city = CITY | {(2, 0): "D135"}
    state = position(map=city, hands=["S01", responses], support=["5/0/0", "5/5/5"], piles=FOOD)
    assert asked(play(state, *steps)) == 0


def test_km_78_counters_and_light_bulbs_that_are_possible():
    state = position(map=CITY, hands=["", "K08 K06 S03 K03"], zones=["", "O06 O01"], piles=FOOD)
    starting = play(state, "build")
    assert kinds(starting, "respond") == ["K03", f"{ref(state, 1, 'O01')} 0"]
    paying = play(starting, "1: pass", *PAY[1:])
    assert kinds(paying, "respond") == ["K08", f"{ref(paying, 1, 'O06')} 0"]


def test_km_78_an_occupied_official_has_no_response():
    assert asked(play(position(map=CITY, zones=["", "O06!"], piles=FOOD), *PAY)) == 0


def test_km_78_a_cost_that_cannot_be_paid_is_no_response():
    state = position(hands=["S03", "K04"], support=["0/0/0", "0/0/0"])
    assert asked(play(state, "play S03")) == 0


@pytest.mark.parametrize(
    ("response", "mover", "answers"),
    [("K08", 1, True), ("K08", 0, False), ("K09", 0, True), ("K09", 1, False)],
)
def test_km_79_by_whose_deed_it_is(response, mover, answers):
    hands = ["", ""]
    hands[mover] = response
    state = play(position(map=CITY, hands=hands, piles=FOOD), *PAY)
    assert (state.window is not None) == answers
    assert asked(state) == (mover if answers else 0)


@pytest.mark.parametrize(
    ("event", "response", "answers"),
    [("S03", "K04", True), ("S03", "K05", False), ("G04", "K05", True), ("G04", "K04", False)],
)
def test_km_79_the_filter_matches_the_card_concerned(event, response, answers):
    state = play(position(hands=[event, response], support=["0/0/0", "1/0/0"]), f"play {event}")
    assert asked(state) == (1 if answers else 0)


def test_km_79_a_stage_1_card_is_not_of_stage_2_or_3():
    state = position(map=CITY, hands=["", "K08"], piles={"base": "D121"})
    assert asked(play(state, "build", "take base", "place create 0,1")) == 0


@pytest.mark.parametrize(("cell", "answers"), [("0,-1", True), ("1,-1", False), ("-1,0", True)])
def test_km_79_within_a_range_of_a_card_that_matches(cell, answers):
    state = position(map=CITY, hands=["", "K02"], piles={"base": "D132"})
    assert asked(play(state, "build", "take base", f"place create {cell}")) == (1 if answers else 0)


def test_km_79_the_chosen_cell_is_left_out():
    state = position(
        map={(0, 0): "D101", (3, 0): "D111:1", (4, 0): "D121:1"},
        hands=["", "K02"],
        piles={"residential": "D201 D203"},
    )
    paid = play(state, "build", "take residential", "place expand 0,0", "pay 3,0*1 4,0*1")
    assert paid.question.kind == "main"


@pytest.mark.parametrize(
    ("card", "payment", "answers"),
    [
        ("D223", "pay 0,0*1 1,0*1", True),
        ("D223", "pay 0,0*1 2,0*1", True),
        ("D203", "pay 1,0*1 2,0*1", True),
        ("D213", "pay 0,0*2", False),
    ],
)
def test_km_79_goods_of_a_district_that_matches_are_used(card, payment, answers):
    pile = CARDS[card].pile
    state = position(map=CITY | {(2, 0): "D112:1"}, hands=["", "K01"], piles={pile: f"{card} {card}"})
    paid = play(state, "build", f"take {pile}", "place create 0,1", payment)
    assert asked(paid) == (1 if answers else 0)


def test_km_80_in_the_vote_the_applicant_answers_too():
    state = position(map=CITY, hands=["V01"], piles={"public": "D235 D231"})
    voted = play(state, "build", "take public", "place rebuild 0,0", "vote for", "vote for")
    assert (asked(voted), kinds(voted, "respond")) == (0, ["V01"])


def test_km_80_elsewhere_only_with_cards_of_their_own_deed_or_any():
    state = position(map=CITY, hands=["K03 K08 K09 K02"], piles=FOOD | {"public": "D231 D233"})
    starting = play(state, "build")
    assert (asked(starting), kinds(starting, "respond")) == (0, ["K03"])
    assert kinds(play(starting, "pass", *PAY[1:]), "respond") == ["K09"]


def asking_three():
    """Return the window of a Town Fair: three others may leak it to the press, one of them twice."""
    state = position(seats=4, hands=["S03", "K07 K07", "K07 K07", "K07"], support=["5/5/5"])
    return play(state, "play S03")


def test_km_81_one_at_a_time_clockwise():
    state = asking_three()
    order = [asked(state), asked(play(state, "pass")), asked(play(state, "pass", "pass"))]
    assert order == [1, 2, 3]
    assert play(state, "pass", "pass", "pass").window is None


def test_km_81_the_active_player_is_last():
    state = position(map=CITY, hands=["K03", "K03"], piles={"public": "D231 D233 D234"})
    started = play(state, "build")
    assert asked(started) == 1
    assert asked(play(started, "pass")) == 0


def test_km_81_a_response_resolves_at_once_and_all_may_be_asked_again():
    state = play(asking_three(), "1: pass", "2: respond K07", "group merchants")
    assert state.players[0].support == (5, 4, 5)
    order = [asked(state)]
    for _ in range(3):
        state = play(state, "pass")
        order.append(asked(state))
    assert order == [3, 1, 2, 0]


def test_km_81_the_window_closes_when_all_passed():
    state = play(asking_three(), "1: pass", "2: pass", "3: respond K07", "group merchants")
    closed = play(state, "1: pass", "2: pass")
    assert (closed.window, closed.players[0].support) == (None, (5, 4, 5))


def test_km_81_it_closes_at_once_when_the_event_was_cancelled():
    state = play(position(seats=3, hands=["G04", "K05", "K05 K07"]), "play G04")
    stopped = play(state, "1: respond K05")
    assert (stopped.window, asked(stopped), stopped.players[2].hand) == (None, 0, ("K05", "K07"))


def test_km_81_or_the_build_was_stopped():
    city = CITY | {(0, 2): "T101"}
    state = position(map=city, seats=3, hands=["", "K06", "K08"], support=["0/0/0", "2/0/0"], piles=FOOD)
    stopped = play(state, *PAY, "1: respond K06")
    assert (stopped.window, asked(stopped)) == (None, 0)


def test_km_82_responses_open_no_window():
    state = play(position(seats=3, hands=["S03", "K07", "K04 K05 K07"], support=["5/0/0"]), "play S03")
    answered = play(state, "1: respond K07", "group citizens")
    assert kinds(answered, "respond") == ["K07"]
    assert answered.playing.card == "S03"


@pytest.mark.parametrize("text", ["respond K07", "respond K04", "pass", "play K07", "respond #1 0"])
def test_km_82_a_forged_response_out_of_a_window_is_refused(text):
    state = position(hands=["S03 K07", "K07 K04"], support=["1/0/0", "1/0/0"], zones=["O06"])
    for seat in (0, 1):
        with pytest.raises(RulesError):
            step(state, text, seat)


def test_km_81_a_response_out_of_turn_is_refused():
    state = asking_three()
    for seat in (0, 2, 3):
        with pytest.raises(RulesError):
            step(state, "respond K07", seat)


def test_km_81_a_second_response_at_once_is_refused():
    state = play(asking_three(), "1: respond K07", "group merchants")
    assert asked(state) == 2
    with pytest.raises(RulesError):
        step(state, "respond K07", 1)


@pytest.mark.parametrize("text", ["respond K08", "respond K05", "respond V01", "respond K04"])
def test_km_78_a_response_that_does_not_fit_is_refused(text):
    state = play(position(hands=["S03", "K07 K08 K05 V01 K04"], support=["1/0/0"]), "play S03")
    assert kinds(state, "respond") == ["K07"]
    assert refused(state, text).rule == ("KM-48" if text == "respond K04" else "KM-79")


def test_km_78_the_refusal_says_what_a_response_lacks():
    wishes = [Wishes(), Wishes(asks=("always",) * 4)]
    state = play(position(hands=["S03", "K05 K04 L01"], wishes=wishes), "play S03")
    assert kinds(state, "respond") == []
    rules = [refused(state, f"respond {card}").rule for card in ("K05", "K04", "L01")]
    assert rules == ["KM-79", "KM-48", "KM-79"]
    other = play(position(hands=["S03", "K07 K04"]), "play S03")
    assert (kinds(other, "respond"), refused(other, "respond K04").rule) == (["K07"], "KM-48")


def test_km_78_the_refusal_says_what_an_official_lacks():
    paid = play(position(map=CITY, zones=["", "O06! O03"], hands=["", "K08"], piles=FOOD), *PAY)
    assert kinds(paid, "respond") == ["K08"]
    inspector, officer = ref(paid, 1, "O06"), ref(paid, 1, "O03")
    texts = [f"{inspector} 0", f"{inspector} 1", f"{inspector} 9", f"{officer} 0", "0,0 0", "#99 0"]
    rules = [refused(paid, f"respond {text}").rule for text in texts]
    assert rules == ["KM-91", "KM-79", "KM-79", "KM-79", "KM-79", "KM-79"]


def test_the_hand_says_the_same_as_the_refusal():
    wishes = [Wishes(), Wishes(muted=("K04",))]
    state = play(
        position(hands=["S03", "K07 K04 K05 O01"], support=["0/0/0", "1/0/0"], wishes=wishes), "play S03"
    )
    why = {one.card: one.why.rule for one in RULESET.view_for(state, 1).hand if one.why}
    assert why == {"K04": "KM-83", "K05": "KM-79", "O01": "KM-79"}
    assert {card: refused(state, f"respond {card}").rule for card in why} == why


def test_km_82_nothing_tells_that_somebody_could_have_responded():
    with_it = play(position(hands=["S03", "K07"], support=["1/0/0"]), "play S03", "pass")
    without = play(position(hands=["S03", "K08"], support=["1/0/0"]), "play S03")
    assert RULESET.view_for(with_it, 0) == RULESET.view_for(without, 0)
