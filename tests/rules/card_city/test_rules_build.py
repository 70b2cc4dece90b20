"""CC-31 to CC-42: building."""

import pytest

from games.rules.card_city.cities.city import FOUNDED
from games.rules.card_city.cities.growth import is_stuck
from tests.rules.card_city.build import (
    RULESET,
    at,
    city,
    code,
    hand_of,
    left,
    legal,
    moves,
    places,
    play,
    refused,
    step,
    table,
    targets,
    told,
)


def test_cc_31_all_build_at_once_each_in_the_own_city():
    state = table(FOUNDED, FOUNDED, hands="RP,CP")
    assert RULESET.to_act(state) == {0, 1}
    one = play(state, "1 build C 1 0", "0 build P 0 1")
    other = play(state, "0 build P 0 1", "1 build C 1 0")
    assert one == other
    assert code(state, 0, "build C 1 0") == "not_your_card"


def test_cc_31_in_any_order():
    state = table(FOUNDED, FOUNDED, hands="RP,CP")
    assert {text.split()[1] for text in moves(state)} == {"R", "P"}


def test_cc_32_a_card_built_a_moment_ago_counts():
    state = play(table(FOUNDED, FOUNDED, hands="RP,CP"), "0 build P 1 0")
    assert (2, 0) in targets(state, "build R")
    assert code(table(FOUNDED, FOUNDED, hands="RP,CP"), 0, "build R 2 0") == "not_adjacent"
    assert refused(state, 0, "build R 0 0").rule == "CC-3"
    assert code(play(state, "1 build C 0 1"), 1, "build P 0 1") == "cell_occupied"


@pytest.mark.parametrize(
    ("industrial", "most"), [(0, 5), (1, 11), (2, 17), (3, 23)], ids=["none", "one", "two", "three"]
)
def test_cc_33_the_building_limit(industrial, most):
    area = ["I"] * industrial + ["P"] * (most - industrial - 1) + ["."] * (25 - most)
    rows = [["H", *area[:4]], *(area[n : n + 5] for n in range(4, 24, 5))]
    one = city(*(" ".join(row) for row in rows))
    assert one.taken.bit_count() == most
    assert legal(one, "P") == set()
    assert legal(one, "I")
    state = table(one, FOUNDED, hands="IP,PP")
    x, y = min(places(one.frontier))
    assert code(state, 0, f"build P {x} {y}") == "limit_reached"


def test_cc_34_residential_not_beside_residential():
    one = city("H R")
    assert legal(one, "R") == at("-1,0 0,-1 0,1")
    state = table(one, FOUNDED, hands="RP,PP")
    assert code(state, 0, "build R 2 0") == "residential_beside_residential"


def test_cc_35_commercial_not_beside_commercial():
    one = city("H C")
    assert legal(one, "C") == at("-1,0 0,-1 0,1")
    state = table(one, FOUNDED, hands="CP,PP")
    assert code(state, 0, "build C 1 1") == "commercial_beside_commercial"


def test_cc_36_the_iron_rule():
    assert legal(city("H R"), "I") == at("-1,0 0,-1 0,1")
    assert legal(city("H I"), "R") == at("-1,0 0,-1 0,1")
    refusals = [
        code(table(city("H R"), FOUNDED, hands="IP,PP"), 0, "build I 2 0"),
        code(table(city("H I"), FOUNDED, hands="RP,PP"), 0, "build R 2 0"),
    ]
    assert refusals == ["residential_beside_industrial"] * 2


def test_cc_37_everything_else_may_touch():
    one = city("I H C", coins=9)
    assert legal(one, "I") == legal(one, "P") == legal(one, "L") == places(one.frontier)
    assert at("-2,0 -1,1") <= legal(one, "C")
    assert at("2,0 1,1") <= legal(one, "R")


def test_cc_38_leisure_costs_five_coins():
    state = table(city("H", coins=7), city("H", coins=4), hands="LR,LR")
    done = step(state, 0, "build L 1 0")
    assert done.state.cities[0].coins == 2
    assert [event.coins for event in told(done, "Built")] == [5]
    assert step(state, 0, "build R 1 0").state.cities[0].coins == 7
    assert code(state, 1, "build L 1 0") == "not_enough_coins"


def test_cc_39_the_duty_to_build():
    state = table(city("H", coins=5), FOUNDED, hands="LR,PP")
    assert code(state, 0, "pass") == "wrong_phase"
    assert {text.split()[0] for text in moves(state)} == {"build"}
    only = city("P H R", ". C .", coins=9)
    done = step(table(only, FOUNDED, hands="LP,PP"), 0, "build P 0 2")
    assert (hand_of(done.state, 0), done.state.acts) == ("", {1})
    assert left(done.state)["L"] == left(table())["L"] + 1


def test_cc_40_built_is_built():
    done = step(table(FOUNDED, FOUNDED, hands="RP,CP"), 0, "build R 1 0")
    assert done.reveals
    assert code(done.state, 0, "build P 1 0") == "cell_occupied"


def test_cc_41_legal_builds_are_all_pairs_of_card_and_cell():
    one = city("I H .", ". C R", coins=5)
    state = table(one, FOUNDED, hands="RL,PP")
    expected = {("R", cell) for cell in legal(one, "R")} | {("L", cell) for cell in legal(one, "L")}
    found = {(text.split()[1], tuple(map(int, text.split()[2:]))) for text in moves(state)}
    assert found == expected
    for letter in "RL":
        for x, y in {(x, y) for x in range(-3, 4) for y in range(-3, 4)} - targets(state, f"build {letter}"):
            assert refused(state, 0, f"build {letter} {x} {y}").rule


def test_cc_42_a_stuck_city_plays_on():
    stuck = city(". R .", "R H R", ". R .")
    assert is_stuck(stuck) and not is_stuck(city(". R .", "R H R", ". P ."))
    state = table(stuck, city("H", coins=0), hands=",P")
    done = step(state, 1, "build P 1 0")
    assert done.state.cities[0].coins == 4
    assert (done.state.round, done.state.phase) == (3, "divide")
