"""The worked examples E11 to E23 and E31, with their exact cells: development, income, buying."""

from games.rules.card_city.cities.city import counted, limit, next_price, room, with_coins
from games.rules.card_city.cities.grid import districts
from games.rules.card_city.play.rounds import end_development, rooms_ahead
from games.rules.card_city.scoring import income
from tests.rules.card_city.build import (
    at,
    city,
    code,
    developing,
    grows,
    left,
    moves,
    play,
    step,
    supply,
    table,
    targets,
    told,
)

ALONE = city("H")
E22 = city("C P C .", ". H P .", ". I C C")


ONE_GROWS = (
    city("L R P", "P H I", "P P .", coins=0),
    city("L R .", "P H I", ". P .", coins=0),
    city("L R", ". H", coins=0),
)
"""Cities in which one residential district develops once, with room for 3, 5 and 2 cards."""


def _sizes(one, card):
    return sorted(group.bit_count() for group in districts(one.cells[card]))


def _first(one):
    return developing(one, ALONE)


def test_cc_e11_residential_development():
    one = city(". L R", "H R .")
    assert grows(one) == {"R": at("1,1 2,0")}
    joined = step(_first(one), 0, "develop R 2 0")
    assert [event.size for event in told(joined, "Developed")] == [3]
    assert _sizes(joined.state.cities[0], 0) == [3]
    apart = step(_first(one), 0, "develop R 1 1")
    assert _sizes(apart.state.cities[0], 0) == [1, 2]
    for done in (joined, apart):
        assert done.state.phase != "develop"
        assert (counted(done.state.cities[0]), limit(done.state.cities[0])) == (5, 5)


def test_cc_e12_commercial_district_not_ready():
    assert grows(city("H C R", ". R R")) == {}


def test_cc_e13_commercial_district_ready():
    one = city("H R C R")
    assert grows(one) == {"C": at("2,-1 2,1")}
    after = play(_first(one), "0 develop C 2 1")
    assert grows(after.cities[0]) == {}


def test_cc_e14_the_same_district_twice():
    state = _first(city(". . L", "I H R", ". . L"))
    assert moves(state) == ["develop R 2 0"]
    state = play(state, "0 develop R 2 0")
    assert targets(state, "develop R") == at("2,-1 2,1 3,0")
    before = left(state)["R"]
    state = play(state, "0 develop R 3 0")
    assert state.phase != "develop"
    assert left(state)["R"] == before - 1 == left(table(ALONE, ALONE))["R"] - 2
    without = play(_first(city(". L", "H R", ". L")), "0 develop R 2 0")
    assert without.phase != "develop"
    assert counted(without.cities[0]) == 5


def test_cc_e15_a_chain_from_residential_to_commercial():
    one = city(". . I .", ". H P P", "L R . P", ". . C R")
    assert (counted(one), limit(one), room(one)) == (8, 10, 2)
    assert grows(one) == {"R": at("0,2 1,1")}
    for cell, then in (("1 1", at("0,2 1,3")), ("0 2", at("1,1 1,3"))):
        state = play(_first(one), f"0 develop R {cell}")
        assert targets(state, "develop C") == then
        assert len(moves(state)) == len(then)
        state = play(state, f"0 {moves(state)[0]}")
        assert (counted(state.cities[0]), limit(state.cities[0])) == (10, 10)
        assert (left(state)["R"], left(state)["C"]) == (21, 17)


def test_cc_e16_the_order_matters():
    one = city(". L H I", "L R C .", ". . R .")
    assert grows(one) == {"R": at("-1,2"), "C": at("1,1")}
    first = play(_first(one), "0 develop C 1 1")
    assert moves(first) == ["develop R -1 2"]
    first = play(first, "0 develop R -1 2")
    assert (_sizes(first.cities[0], 1), _sizes(first.cities[0], 0)) == ([2], [3])
    second = play(_first(one), "0 develop R -1 2")
    assert second.phase != "develop"
    assert (_sizes(second.cities[0], 1), _sizes(second.cities[0], 0)) == ([1], [3])


def test_cc_e17_the_iron_rule_in_development():
    assert grows(city(". L .", "H R .", "P . I", "P P P")) == {}


def test_cc_e18_limit_purchase_next_round():
    one = city(". . L R", "P H R .", coins=6)
    assert (counted(one), limit(one)) == (5, 5)
    assert grows(one) == {}
    state = developing(with_coins(one, 5), ALONE)
    assert (state.phase, state.acts, next_price(state.cities[0])) == ("buy", {0}, 5)
    assert targets(state, "buy") == at("-2,0 -1,-1 -1,1 0,-1 0,1 1,-2")
    done = step(state, 0, "buy -2 0")
    after = done.state.cities[0]
    assert after.coins == 1
    assert not told(done, "Developed")
    state = play(table(after, ALONE, hands="PP,"), "0 build P -1 -1", "0 build P -1 1")
    assert (counted(state.cities[0]), limit(state.cities[0])) == (7, 10)
    assert set(moves(state)) == {"develop R 1 1", "develop R 2 0"}


def test_cc_e19_the_square_in_development():
    assert grows(city(". . . . L", "P P P H R", "I . . . P")) == {}


def test_cc_e20_one_leisure_serves_two_districts():
    one = city("I H R", ". R L")
    assert grows(one) == {"R": at("0,2 1,-1 2,0")}
    state = play(_first(one), "0 develop R 2 0")
    assert "develop R 0 2" in moves(state)
    state = play(state, "0 develop R 0 2")
    assert _sizes(state.cities[0], 0) == [2, 2]


def test_cc_e21_a_cultural_card_counts_once():
    assert grows(city("I H R L", ". R R .", ". L . .")) == {}


def test_cc_e22_income():
    assert _sizes(E22, 1) == [1, 1, 2]
    assert income(E22) == 6
    done = step(table(E22, ALONE, hands=",P"), 1, "build P 1 0")
    paid = told(done, "IncomePaid")
    assert [(event.subsidy, sorted(event.sizes), event.coins) for event in paid] == [
        (1, [1, 1, 2], 6),
        (1, [], 1),
    ]


def test_cc_e23_buying_industrial():
    assert next_price(E22) == 10
    poor = developing(with_coins(E22, 3), city("H", coins=0))
    assert poor.round == 3
    state = developing(with_coins(E22, 4), city("H", coins=0))
    assert targets(state, "buy") == at("-2,-1 -1,-2 -1,0 -1,1 0,-2 0,2 1,-2 1,2 2,-1 2,0 2,2 3,1")
    assert "pass" in moves(state)
    bought = play(state, "0 buy 3 1").cities[0]
    assert (limit(bought), next_price(bought)) == (15, 15)
    assert developing(with_coins(E22, 90), city("H", coins=0), supply=supply(I=0)).round == 3


def test_cc_e31_short_supply():
    a, b, c = ONE_GROWS
    assert [room(one) for one in (a, b, c)] == [3, 5, 2]
    state = end_development(table(a, b, c, supply=supply(3, R=4, C=15)), [])
    assert state.acts == {0, 1}
    assert [rooms_ahead(state, seat) for seat in range(3)] == [0, 3, 8]
    assert code(state, 2, "develop R 0 -2") == "wait_for_earlier_players"
    state = play(state, f"0 {moves(state, 0)[0]}")
    assert left(state)["R"] == 3
    assert state.acts == {1}
    state = play(state, f"1 {moves(state, 1)[0]}")
    assert state.acts == {2}
    assert left(state)["R"] == 2
    empty = end_development(table(a, b, c, supply=supply(3, R=0)), [])
    assert empty.phase != "develop"
