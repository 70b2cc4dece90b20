"""The worked examples E1 to E10 and E33, with their exact cells: building, limit, square, districts."""

import pytest

from games.rules.card_city.cities.city import counted, limit, with_coins
from games.rules.card_city.cities.grid import districts
from games.rules.card_city.cities.growth import is_stuck
from games.rules.card_city.play.rounds import begin_build
from games.rules.card_city.scoring import city_points, district_points
from tests.rules.card_city.build import (
    at,
    cards,
    city,
    developing,
    grows,
    hand_of,
    left,
    legal,
    moves,
    places,
    play,
    step,
    table,
    targets,
    told,
)

ALONE = city("H")
E4 = city(". P .", "P H R", ". C .")
STUCK = city(". R .", "R H R", ". R .", coins=13)


def test_cc_e1_the_first_card():
    around = at("-1,0 0,-1 0,1 1,0")
    for letter in "RCIP":
        assert legal(ALONE, letter) == around
    assert legal(ALONE, "L") == set()
    assert legal(with_coins(ALONE, 5), "L") == around
    assert (counted(ALONE), limit(ALONE)) == (1, 5)


def test_cc_e2_the_numbered_example():
    one = city("I H .", ". C R", coins=5)
    assert (limit(one), counted(one)) == (10, 3)
    everywhere = at("-2,0 -1,-1 -1,1 0,-1 0,2 1,0 1,2 2,1")
    assert legal(one, "I") == at("-2,0 -1,-1 -1,1 0,-1 0,2")
    assert legal(one, "C") == at("-2,0 -1,-1 0,-1 1,0 1,2 2,1")
    assert legal(one, "R") == at("0,-1 0,2")
    assert legal(one, "P") == legal(one, "L") == everywhere == places(one.frontier)


def test_cc_e3_two_residential_in_one_round():
    state = play(table(ALONE, ALONE, hands="RR,PP"), "0 build R 1 0")
    assert targets(state, "build R") == at("-1,0 0,-1 0,1")
    assert all(text.startswith("build R") for text in moves(state))


def test_cc_e4_the_limit_is_reached():
    assert (counted(E4), limit(E4)) == (5, 5)
    assert legal(E4, "R") == legal(E4, "P") == set()
    before = table(city("P H"), ALONE, hands="PP,RP")
    state = play(before, "0 build P 0 1", "0 build P 1 0")
    assert counted(state.cities[0]) == 4
    full = table(city(". P .", "P H R"), ALONE, hands="CR,PP")
    done = step(full, 0, "build C 0 1")
    assert [event.cards for event in told(done, "Returned")] == ["R"]
    assert left(done.state)["R"] == left(full)["R"] + 1
    assert done.state.acts == {1}


def test_cc_e4_both_cards_go_to_the_supply_when_the_phase_begins():
    before = table(E4, ALONE)
    after = begin_build(before, (cards("RP"), cards("RP")), [])
    assert after.acts == {1}
    assert (left(after)["R"], left(after)["P"]) == (left(before)["R"] + 1, left(before)["P"] + 1)


def test_cc_e5_industrial_first():
    state = table(E4, ALONE, hands="RI,PP")
    assert targets(state, "build I") == at("-2,0 -1,-1 -1,1 0,-2 0,2")
    assert targets(state, "build R") == set()
    state = play(state, "0 build I 0 2")
    assert (limit(state.cities[0]), counted(state.cities[0])) == (10, 5)
    assert targets(state, "build R") == at("-2,0 -1,-1 -1,1 0,-2")
    assert len(moves(state)) == 4


def test_cc_e6_one_place_left():
    state = table(city("P H R", ". C ."), ALONE, hands="CP,PP")
    assert targets(state, "build C") == at("-2,0 -1,-1 0,-1 1,-1 2,0")
    assert targets(state, "build P") == at("-2,0 -1,-1 -1,1 0,-1 0,2 1,-1 1,1 2,0")
    done = step(state, 0, "build P 0 2")
    assert [event.cards for event in told(done, "Returned")] == ["C"]


def test_cc_e7_the_square_is_full_in_one_direction():
    one = city("P P H P C")
    above = {(x, y) for x in range(-2, 3) for y in (-1, 1)}
    assert legal(one, "I") == above
    assert all(legal(one, letter) == set() for letter in "RCLP")
    assert {(x, y) for x, y in places(one.square) if x == 0} == {(0, y) for y in range(-4, 5)}


def test_cc_e8_the_square_is_not_fixed_in_advance():
    one = city("H P C I")
    assert legal(one, "P") == at("-1,0 0,-1 0,1 1,-1 1,1 2,-1 2,1 3,-1 3,1 4,0")
    after = play(table(one, ALONE, hands="PP,RR"), "0 build P 4 0").cities[0]
    assert not [x for x, _ in places(after.square) if x == -1]


@pytest.mark.parametrize(
    ("hand", "coins", "built", "over"),
    [("LR", 4, "R", 4), ("LR", 5, "LR", 0), ("LL", 9, "L", 4), ("LL", 10, "LL", 0)],
)
def test_cc_e9_leisure_and_money(hand, coins, built, over):
    state = table(with_coins(ALONE, coins), ALONE, hands=f"{hand},PP")
    returned = []
    while 0 in state.acts:
        done = step(state, 0, moves(state)[-1])
        returned += [event.cards for event in told(done, "Returned")]
        state = done.state
    assert (hand_of(state, 0), state.cities[0].coins) == ("", over)
    assert state.cities[0].taken.bit_count() == 1 + len(built)
    assert "".join(returned) == ("L" if len(built) == 1 else "")


def test_cc_e10_a_city_that_is_stuck():
    for letter in "RCLPI":
        assert legal(with_coins(STUCK, 99), letter) == set()
    assert grows(STUCK) == {}
    assert is_stuck(STUCK) and not is_stuck(E4)
    state = developing(STUCK, ALONE, round=10)
    assert state.phase == "over"


def test_cc_e25_a_small_city():
    assert city_points(STUCK) == -14
    assert STUCK.coins % 5 == 3


def test_cc_e33_counting_districts():
    one = city("I H R R", ". R . P", ". . . R")
    groups = [places(group) for group in districts(one.cells[0])]
    assert sorted(map(sorted, groups)) == [[(0, 1)], [(1, 0), (2, 0)], [(2, 2)]]
    assert district_points(one) == 3 + 1 + 1 == 5
    assert grows(one) == {}
