"""The worked examples about building: KM-E1 to KM-E4, KM-E8 to KM-E10, KM-E16, KM-E17, KM-E19, KM-E22, KM-E23."""

import pytest

from tests.rules.karciane_miasto.build import (
    RULESET,
    asked,
    kinds,
    moves,
    on_map,
    play,
    position,
    refused,
    step,
)


def test_km_e1_range_build_requirement_create():
    city = {(0, 0): "D121", (1, 0): "T101", (0, 1): "D111"}
    state = play(position(map=city, piles={"base": "D113 D101"}), "build", "take base")
    assert {*kinds(state, "place")} == {"create 1,1", "rebuild 0,0"}
    built = play(state, "place create 1,1")
    assert on_map(built)[(1, 1)] == "D113:3"
    assert built.players[0].support == (0, 1, 0)


def test_km_e2_satisfiability_of_the_face_down_pile():
    state = play(position(map={(0, 0): "D121"}, piles={"base": "D113 D101 T101"}), "build")
    done = step(state, "take base")
    assert done.state.build.card == "D101"
    assert done.state.piles.base == ("T101", "D113")
    assert any("D113" in repr(event) for event in done.events if event.only_for is None)


def test_km_e3_expand_keeps_goods():
    city = {(0, 0): "D101:1", (1, 0): "D111:2", (0, 1): "D121:2"}
    state = position(map=city, piles={"base": "T101 T102", "residential": "D201 D203"})
    built = play(state, "build", "take residential", "place expand 0,0", "pay 1,0*1 0,1*1")
    assert on_map(built) == {(0, 0): "D201:4", (1, 0): "D111:1", (0, 1): "D121:1"}
    assert built.piles.base[-1] == "D101"
    assert (built.players[0].support, built.vote) == ((2, 0, 0), None)


def test_km_e4_from_stage_1_to_stage_3():
    city = {(0, 0): "D101", (1, 0): "D111:2", (0, 1): "D121:2"}
    state = play(position(map=city, piles={"residential": "D301 D201"}), "build", "take residential")
    assert kinds(state, "place") == ["expand 0,0"]
    built = play(state, "place expand 0,0", "pay 1,0*2 0,1*2")
    assert on_map(built) == {(0, 0): "D301:5", (1, 0): "D111", (0, 1): "D121"}
    assert built.players[0].support == (3, 0, 0)


def food_plant(city):
    """Return the window in which B answers A's payment for the Food Plant with Health Inspection."""
    state = position(map=city, hands=["", "K01"], piles={"industrial": "D223 D225"})
    return play(state, "build", "take industrial", "place create 0,-1", "pay 0,0*1 1,0*1")


def test_km_e8_health_inspection_failure():
    city = {(0, 0): "D101:1", (1, 0): "D111:1"}
    failed = play(food_plant(city), "1: respond K01")
    assert (on_map(failed), failed.piles.industrial[0]) == (city, "D223")
    assert (failed.players[1].discard, failed.build) == (("K01",), None)
    assert (asked(failed), "build" in moves(failed)) == (0, False)
    assert not any(lot.blocked for lot in RULESET.view_for(failed, None).city)


def test_km_e9_health_inspection_other_payment():
    city = {(0, 0): "D101:1", (1, 0): "D111:1", (2, 0): "D112:1"}
    paying = play(food_plant(city), "1: respond K01")
    assert asked(paying) == 0
    assert refused(paying, "pay 0,0*1 1,0*1").rule
    built = play(paying, "pay 0,0*1 2,0*1")
    assert on_map(built) == {(0, 0): "D101", (1, 0): "D111:1", (2, 0): "D112", (0, -1): "D223:2"}


PRICES = {(0, 0): "D101:3", (1, 0): "D111:3"}
POWER = PRICES | {(2, 0): "D222"}


def priced(card, pile, active, city):
    state = position(map=city, active=active, zones=["", "G02"], piles={pile: f"{card} {card}"})
    return play(state, "build", f"take {pile}", "place create 0,1")


def test_km_e10_price_changes():
    for_a = priced("D223", "industrial", 0, POWER)
    assert RULESET.view_for(for_a, 0).build.due == 2
    assert on_map(play(for_a, "pay 0,0*1 1,0*1"))[(0, 1)] == "D223:2"
    assert refused(for_a, "pay 0,0*1").rule and refused(for_a, "pay 0,0*2").rule
    for_b = priced("D223", "industrial", 1, POWER)
    assert {*kinds(for_b, "pay")} == {"0,0*1", "1,0*1"}


def test_km_e10_free_cards():
    assert on_map(priced("D121", "base", 0, POWER))[(0, 1)] == "D121:2"
    surcharged = priced("D121", "base", 0, PRICES)
    assert {*kinds(surcharged, "pay")} == {"0,0*1", "1,0*1"}
    assert on_map(priced("T101", "base", 0, PRICES))[(0, 1)] == "T101"


def test_km_e16_action_b():
    city = {(0, 0): "D205:3", (0, 1): "D205:3", (1, 0): "D214:3", (1, 1): "D121:2"}
    state = position(map=city, piles={"commercial": "D211 D216"}, support=["1/1/1"])
    won = play(state, "build", "take commercial", "place rebuild 0,0", "vote for", "vote for")
    built = play(won, kinds(won, "pay") and f"pay {kinds(won, 'pay')[0]}")
    assert kinds(built, "action_b") == ["0,1 0"]
    assert play(built, "action_b 0,1 0").players[0].support == (2, 3, 1)


def pollution(state):
    shown = RULESET.view_for(state, None).indices[0]
    return shown.level, shown.raw


def test_km_e17_levels():
    city = {(0, 0): "D133", (1, 0): "T101", (0, 1): "D121:4", (0, 2): "D101:4", (0, 3): "D111:4"}
    state = position(map=city, piles={"industrial": "D321 D223"})
    assert pollution(state) == (0, -2)
    works = play(state, "build", "take industrial", "place expand 0,1", "pay 0,2*2 0,3*2")
    assert pollution(works) == (0, 0)
    bricks = position(map={(0, 0): "D133", (1, 0): "T101", (0, 1): "D321:5"}, piles={"base": "D123 D101"})
    assert pollution(play(bricks, "build", "take base", "place create 0,2")) == (1, 1)


def test_km_e19_enclosed_city():
    city = {(0, 0): "D101", (1, 0): "T101", (-1, 0): "T102", (0, 1): "T103", (0, -1): "T104"}
    state = play(position(map=city, piles={"base": "T101"}), "build", "take base")
    assert {*kinds(state, "place")} == {
        f"create {cell}" for cell in ("0,-2", "-1,-1", "1,-1", "-2,0", "2,0", "-1,1", "1,1", "0,2")
    }


def test_km_e22_excavations():
    city = {(0, 0): "D101:2", (1, -1): "T101"}
    state = position(map=city, hands=["", "K06"], support=["0/0/0", "0/2/0"], piles={"base": "D121 D111"})
    failed = play(state, "build", "take base", "place create 0,-1", "1: respond K06")
    assert (on_map(failed), failed.piles.base) == (city, ("D121", "D111"))
    assert RULESET.view_for(failed, None).piles[0].top == "D121"
    assert [player.support for player in failed.players] == [(0, 0, 0), (0, 0, 0)]


@pytest.mark.parametrize("goods", [2, 1])
def test_km_e23_a_surcharge_on_a_free_district(goods):
    city = {(0, 0): f"D101:{goods}"}
    state = position(map=city, hands=["", "K02"], piles={"base": "D121 D111"})
    protested = play(state, "build", "take base", "place create 1,0", "1: respond K02")
    if goods == 2:
        assert (asked(protested), kinds(protested, "pay")) == (0, ["0,0*2"])
        assert on_map(play(protested, "pay 0,0*2")) == {(0, 0): "D101", (1, 0): "D121:2"}
    else:
        assert (on_map(protested), protested.build) == (city, None)
