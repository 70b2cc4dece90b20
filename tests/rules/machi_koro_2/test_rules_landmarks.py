"""MK-D1 to MK-D5, MK-47 to MK-49: what landmarks do to a roll, and what they do once."""

import pytest

from tests.rules.machi_koro_2.build import (
    city,
    events,
    landmarks,
    moves,
    play,
    refused,
    roll,
    rolled,
    step,
    table,
    to_move,
    told,
)


def building(*cities, coins, landmark, **turn):
    """Return a position in which the first seat may build this landmark."""
    return table(*cities, coins=coins, rows=("", "", landmark), phase="build", dice=(1,), **turn)


def test_mk_d1_twelve_gets_eight_coins():
    state = table(city(), city("", "tech_startup"))
    assert roll(state, 6, 6).coins == (13, 5)
    assert roll(state, 5, 6).coins == (5, 5)


def test_mk_d2_doubles_take_two_from_each_opponent_counter_clockwise():
    done = rolled(table(city(), city("", "temple"), city(), coins=(5, 1, 9)), 2, 2)
    assert done.state.coins == (8, 0, 7)
    assert [event.payer for event in events(done, "Paid")] == [2, 1]
    assert roll(table(city(), city("", "temple")), 4).coins == (5, 5)


@pytest.mark.parametrize(
    ("mine", "other", "dice", "coins"),
    [
        ("", "", (4, 5), 8),
        ("", "", (4,), 5),
        ("wheat_field", "", (3, 4), 8),
        ("corn_field", "", (3, 4), 8),
        ("flower_shop", "", (2, 4), 8),
        ("stadium", "", (3, 4), 8),
    ],
)
def test_mk_d3_charterhouse_helps_who_received_nothing(mine, other, dice, coins):
    assert roll(table(city(mine), city(other, "charterhouse")), *dice).coins[0] == coins


def test_mk_d3_taking_from_who_has_nothing_is_not_receiving():
    state = table(city("stadium"), city("", "charterhouse"), coins=(5, 0))
    assert roll(state, 3, 4).coins == (8, 0)


def test_mk_d3_coins_paid_do_not_matter():
    state = table(city("corn_field"), city("", "charterhouse"), coins=(5, 0))
    assert roll(state, 3, 4).coins == (8, 0)
    broke = table(city(), city("2*family_restaurant", "charterhouse"), coins=(5, 0))
    assert roll(broke, 4, 5).coins == (4, 4)


def test_mk_d3_what_came_before_a_swap_counts_after_it():
    mine = city("business_center flower_shop flower_garden", "charterhouse")
    state = roll(table(mine, city("mine")), 2, 4)
    assert state.turn.received == 3
    assert play(state, "decline").coins == (8, 5)
    poor = roll(table(city("business_center", "charterhouse"), city("mine")), 2, 4)
    assert play(poor, "decline").coins == (8, 5)


def test_mk_d4_doubles_bring_an_extra_turn():
    state = play(roll(table(city(), city("", "amusement_park")), 2, 2), "pass")
    assert (to_move(state), state.turn.phase) == (0, "roll")
    assert to_move(play(roll(state, 2, 3), "pass")) == 1


def test_mk_d5_doubles_force_a_gift():
    state = roll(table(city("forest cafe"), city("", "moving_company")), 1, 1)
    assert (state.turn.phase, state.turn.give) == ("build", True)
    assert play(state, "pass").turn.phase == "give"


@pytest.mark.parametrize(
    ("landmark", "cities", "coins", "after"),
    [
        ("french_restaurant", ("", ""), (10, 5, 1), (3, 3, 0)),
        ("publisher", ("2*bakery convenience_store mine", "bakery"), (10, 9, 0), (3, 6, 0)),
        ("tv_station", ("2*cafe sushi_bar bakery", "cafe"), (12, 9, 5), (4, 6, 4)),
        ("exhibit_hall", ("", ""), (12, 10, 11), (5, 10, 6)),
        ("park", ("", ""), (12, 4, 3), (3, 3, 3)),
    ],
)
def test_mk_47_instant_landmarks(landmark, cities, coins, after):
    state = building(city(), *map(city, cities), coins=coins, landmark=landmark)
    made = play(state, f"build {landmark}")
    assert landmarks(made, 0) == [landmark]
    assert made.coins == after


def test_mk_47_museum_counts_the_opponents_landmarks():
    state = building(
        city("", "publisher"), city("", "park forge"), city(), coins=(16, 9, 9), landmark="museum"
    )
    assert play(state, "build museum").coins == (6, 3, 9)


def test_mk_47_park_lets_the_bank_round_up():
    state = building(city(), city(), city(), coins=(20, 5, 0), landmark="park")
    done = step(state, "build park")
    (levelled,) = events(done, "Levelled")
    assert (levelled.coins, levelled.added, done.state.coins) == (5, 2, (5, 5, 5))


def test_mk_47_radio_tower_brings_an_extra_turn():
    state = building(city(), city(), coins=(12, 5), landmark="radio_tower")
    done = step(state, "build radio_tower")
    assert told(done)[-1] == "ExtraTurn"
    assert to_move(done.state) == 0


@pytest.mark.parametrize("landmark", ["amusement_park", "moving_company", "temple", "charterhouse"])
def test_mk_48_a_landmark_does_not_touch_the_roll_before_it(landmark):
    state = table(city("forest cafe"), city(), coins=(30, 30), rows=("", "", landmark))
    done = play(roll(state, 1, 1), f"build {landmark}")
    assert (to_move(done), done.turn.phase, done.coins[1]) == (1, "roll", 30)


def test_mk_48_building_an_airport_is_a_build():
    state = building(city(), city(), coins=(12, 5), landmark="airport")
    assert play(state, "build airport").coins == (0, 5)


def test_mk_49_every_landmark_exists_once():
    state = building(city(), city(), coins=(30, 30), landmark="forge")
    after = roll(play(state, "build forge"), 1)
    assert "build forge" not in moves(after)
    assert refused(after, "build forge").rule == "MK-41"


def test_mk_59_radio_tower_in_an_extra_turn_brings_one_more():
    state = table(city(), city("", "amusement_park"), coins=(12, 5), rows=("", "", "radio_tower"))
    extra = play(roll(state, 2, 2), "pass")
    again = play(roll(extra, 2), "build radio_tower")
    assert to_move(again) == 0
    assert to_move(play(roll(again, 2), "pass")) == 1


def test_mk_60_twelve_is_doubles_too():
    state = table(city(), city("", "tech_startup temple"))
    assert roll(state, 6, 6).coins == (15, 3)
    assert roll(table(city(), city("", "temple amusement_park")), 6).coins == (5, 5)


def test_mk_64_a_raised_restaurant_demands_one_more_for_each_copy():
    state = table(city(), city("2*cafe", "soda_bottling_plant"))
    assert roll(state, 3).coins == (1, 10)
    (paid,) = events(rolled(state, 3), "Paid")
    assert (paid.owed, paid.coins) == (6, 5)
