"""KM-84 and KM-86: what happens when time runs out, and that nothing is taken back."""

import pytest

from games.bots.playouts import random_playout
from games.rules.karciane_miasto.settings import Wishes
from games.rules.protocol import MalformedMove, RulesError
from tests.rules.karciane_miasto.build import (
    RULESET,
    asked,
    moves,
    new_game,
    on_map,
    play,
    position,
    step,
)

CITY = {(0, 0): "D101:2", (1, 0): "D111:2", (0, 1): "D121:2"}
FOOD = {"industrial": "D223 D225"}
HOUSE = {"public": "D235 D231"}
PAY = ("build", "take industrial", "place create 2,0")


def test_km_84_the_seconds_of_the_table():
    hour = 3600
    assert dict(RULESET.clocks.seconds["response"]) == {"live": 15, "relaxed": 60, "letter": 12 * hour}
    assert dict(RULESET.clocks.seconds["declaration"]) == {"live": 30, "relaxed": 120, "letter": 24 * hour}
    assert dict(RULESET.clocks.seconds["choice"]) == {"live": 30, "relaxed": 120, "letter": 24 * hour}
    assert dict(RULESET.clocks.seconds["turn"]) == {"live": 150, "relaxed": 15 * 60, "letter": 48 * hour}
    assert dict(RULESET.clocks.seconds["discard"]) == {"live": 30, "relaxed": 120, "letter": 24 * hour}


def at(steps, **given):
    return play(position(**given), *steps)


EIGHT = "S01 S02 S03 S04 S05 S06 S07 S08"
DECISIONS = [
    ("response", "pass", ["play S03"], {"hands": ["S03", "K07"]}),
    (
        "declaration",
        "vote against",
        ["build", "take public", "place rebuild 0,0"],
        {"map": CITY, "piles": HOUSE},
    ),
    (
        "declaration",
        "vote for",
        ["build", "take public", "place rebuild 0,0", "1: vote against"],
        {"map": CITY, "piles": HOUSE},
    ),
    ("choice", "target 0,0", ["play S02"], {"map": CITY, "hands": ["S02"]}),
    ("choice", "group citizens", ["play S08"], {"hands": ["S08"], "support": ["0/0/0", "2/2/2"]}),
    ("choice", "opponent 1", ["play S08"], {"hands": ["S08"], "seats": 3}),
    ("choice", "option 0", ["play S16"], {"hands": ["S16"], "map": CITY}),
    ("choice", "stop", ["play S10"], {"hands": ["S10"], "piles": FOOD}),
    (
        "choice",
        "group citizens",
        ["build", "take base", "place create 2,0"],
        {"map": CITY, "piles": {"base": "D133"}},
    ),
    (
        "choice",
        "decline",
        ["build", "take base", "place create 2,0"],
        {"map": CITY | {(1, 1): "D205"}, "piles": {"base": "D111"}},
    ),
    ("turn", "end", [], {"map": CITY}),
    ("discard", "discard S08", ["end"], {"hands": [EIGHT]}),
    ("discard", "discard S02", ["use 0,0 0"], {"map": {(0, 0): "D135"}, "hands": ["S01 S02"]}),
]


def test_km_84_choosing_a_deck_is_no_part_of_an_own_turn():
    assert RULESET.clocks.kind_of(new_game(), 0) == "deck"
    assert RULESET.clocks.seconds["deck"] == RULESET.clocks.seconds["turn"]


@pytest.mark.parametrize(("kind", "text", "steps", "given"), DECISIONS)
def test_km_84_what_happens_when_time_runs_out(kind, text, steps, given):
    state = at(steps, **given)
    seat = asked(state)
    assert str(RULESET.default_move(state, seat)) == text
    assert RULESET.clocks.kind_of(state, seat) == kind
    RULESET.apply(state, seat, RULESET.default_move(state, seat))


@pytest.mark.parametrize(
    ("steps", "text"), [(["build"], "decline"), (["build", "take industrial"], "abandon")]
)
def test_km_84_a_build_out_of_time_is_given_up(steps, text):
    state = at(steps, map=CITY, piles=FOOD)
    assert str(RULESET.default_move(state, 0)) == text
    assert RULESET.clocks.kind_of(state, 0) in {"turn", "choice"}


@pytest.mark.parametrize(
    ("steps", "given"),
    [
        (["play S11"], {"hands": ["S11"], "discards": ["O02 S01 L01"]}),
        (["play S14"], {"hands": ["S14"], "support": ["2/2/2"]}),
        (["use 2,0 0"], {"map": {(2, 0): "D215"}, "zones": ["O02 O03"]}),
        (["use 2,0 0"], {"map": CITY | {(2, 0): "D115", (2, 1): "D121:1"}}),
    ],
)
def test_km_84_other_choices_out_of_time_take_the_first_option(steps, given):
    state = at(steps, **given)
    assert str(RULESET.default_move(state, 0)) == moves(state)[0]
    assert RULESET.clocks.kind_of(state, 0) == "choice"


def test_km_84_a_payment_out_of_time_is_the_suggestion():
    state = at(PAY, map=CITY, piles=FOOD)
    default = RULESET.default_move(state, 0)
    suggestion = RULESET.view_for(state, 0).decision.payment.suggestion
    assert str(default) in {suggestion, f"pay {suggestion}"}
    built = RULESET.apply(state, 0, default).state
    assert on_map(built)[(2, 0)] == "D223:2"


def test_km_84_a_new_payment_out_of_time_is_the_new_suggestion():
    protest = ["pay 0,0*1 1,0*1", "1: respond K02"]
    state = at([*PAY[:2], "place create 0,-1", *protest], map=CITY, piles=FOOD, hands=["", "K02"])
    assert (asked(state), state.question.kind) == (0, "pay")
    built = RULESET.apply(state, 0, RULESET.default_move(state, 0)).state
    assert on_map(built)[(0, -1)] == "D223:2"
    assert sum(lot.goods for lot in built.city.lots) == 6 - 4 + 2


def test_km_84_an_unpayable_build_out_of_time_fails():
    state = at(PAY, map={(1, 0): "D131"}, piles=FOOD)
    assert (asked(state), state.question.kind) == (0, "pay")
    failed = RULESET.apply(state, 0, RULESET.default_move(state, 0)).state
    assert (failed.build, failed.piles.industrial) == (None, ("D223", "D225"))


def test_km_84_the_cards_drawn_last_are_discarded_first():
    state = at(["end"], hands=[EIGHT + " S09"])
    for _ in range(2):
        state = RULESET.apply(state, 0, RULESET.default_move(state, 0)).state
    assert state.players[0].discard == ("S09", "S08")


def test_km_84_an_order_out_of_time_is_the_canonical_one():
    state = position(phase="start", zones=["L17 G03:2"], wishes=[Wishes(auto_order=False)])
    assert str(RULESET.default_move(state, 0)) == f"next #{state.players[0].zone[0].serial} 0"


def test_km_84_a_search_or_a_cost_out_of_time_takes_the_first():
    state = at([], hands=["S01 S02"], zones=["O10"], decks=["L01 L02 L03 L04"])
    use = f"use #{state.players[0].zone[0].serial} 0"
    paying = play(state, use)
    paid = RULESET.apply(paying, 0, RULESET.default_move(paying, 0)).state
    assert paid.question.kind == "find"
    found = RULESET.apply(paid, 0, RULESET.default_move(paid, 0)).state
    assert len(found.players[0].deck) == 3


def test_km_84_the_deck_choice_out_of_time_is_a_starter_deck():
    state = new_game(2)
    assert str(RULESET.default_move(state, 1)).removeprefix("deck ") in {
        "neighbours",
        "merchants",
        "industrialists",
        "reformers",
    }


def voting(*answers, **rest):
    steps = ("build", "take public", "place rebuild 0,0", *answers)
    return at(steps, map=CITY, piles=HOUSE, seats=3, **rest)


@pytest.mark.parametrize("text", ["undo", "take back", "undo 1"])
def test_km_86_no_move_takes_anything_back(text):
    with pytest.raises(MalformedMove):
        RULESET.parse_move(text)


def test_km_86_the_table_never_lets_a_move_be_undone():
    assert all(ply.step.reveals for ply in random_playout(RULESET, new_game(2), seed=5))


def test_km_86_what_was_decided_is_not_decided_again():
    with pytest.raises(RulesError):
        step(play(new_game(2), "0: deck merchants"), "deck reformers", 0)
    declared = voting("vote for")
    with pytest.raises(RulesError):
        step(declared, "vote against", 1)


def test_km_86_a_payment_may_be_composed_until_it_is_confirmed():
    state = at(PAY, map=CITY, piles=FOOD)
    assert asked(play(state, "pay 0,0*1 1,0*1")) == 0
    assert on_map(state) == CITY
