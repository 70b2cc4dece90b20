"""KM-5, KM-87 to KM-92: printed texts that no other test plays, card by card."""

import pytest

from tests.rules.karciane_miasto.build import RULESET, asked, goods, kinds, moves, play, position, ref, zone

CITY = {(0, 0): "D101:2", (1, 0): "D111:2", (0, 1): "D121:2"}


def due(card, pile, city, place):
    state = position(map=city, piles={pile: f"{card} {card}"})
    return RULESET.view_for(play(state, "build", f"take {pile}", f"place {place}"), None).build.due


def places(card, pile, city):
    state = position(map=city, piles={pile: card, "base": "T101"})
    building = play(state, "build")
    return kinds(play(building, f"take {pile}"), "place") if pile in kinds(building, "take") else []


def test_km_87_the_wind_farm_makes_other_stage_3_districts_cheaper():
    wind = CITY | {(5, 5): "D322:3"}
    assert due("D312", "commercial", CITY, "create 2,0") == 3
    assert due("D312", "commercial", wind, "create 2,0") == 2
    assert due("D211", "commercial", wind, "create 2,0") == 2
    assert due("D322", "industrial", wind | {(3, 0): "T103"}, "create 2,0") == 2


def test_km_87_the_power_plant_is_for_industrial_districts_of_every_player():
    power = CITY | {(5, 5): "D222"}
    assert due("D225", "industrial", power, "create 2,0") == 1
    assert due("D211", "commercial", power, "create 2,0") == 2
    assert due("D231", "public", power, "create 2,0") == 3


@pytest.mark.parametrize(
    ("card", "pile", "around", "possible"),
    [
        ("D202", "residential", {(1, 0): "D121"}, False),
        ("D202", "residential", {(1, 0): "D111"}, True),
        ("D205", "residential", {(1, 0): "T104"}, True),
        ("D205", "residential", {(1, 0): "D111"}, False),
        ("D236", "public", {(1, 0): "D101"}, False),
        ("D236", "public", {(1, 0): "D111"}, True),
        ("D303", "residential", {(1, 0): "T102"}, True),
        ("D303", "residential", {(1, 0): "T101"}, False),
        ("D313", "commercial", {(1, 1): "T101"}, True),
        ("D313", "commercial", {(1, 1): "T102"}, False),
        ("D322", "industrial", {(1, 0): "T103"}, True),
        ("D323", "industrial", {(1, 0): "D131"}, False),
        ("D323", "industrial", {(1, 0): "D232"}, True),
        ("D333", "public", {(1, 0): "T101"}, False),
        ("D333", "public", {(1, 0): "T101", (1, 1): "T101"}, True),
    ],
)
def test_km_88_where_a_district_may_be_created(card, pile, around, possible):
    city = {(-1, 0): "D111"} | around
    assert ("create 0,0" in places(card, pile, city)) == possible


def test_km_90_the_wholesale_depot():
    state = position(map={(0, 0): "D125:1"}, zones=["O02"])
    used = play(state, "use 0,0 0")
    assert (goods(used, (0, 0)), zone(used, 0), moves(used)) == (3, ["O02!"], ["build", "end"])


def test_km_91_the_export_contract():
    state = position(map={(0, 0): "D121:2", (1, 0): "D121:1"}, zones=["L13:3"])
    used = play(state, f"use {ref(state, 0, 'L13')} 0", "pay 0,0*2")
    assert (used.players[0].vp, zone(used, 0), goods(used, (0, 0))) == (3, [], 0)


def test_km_91_the_tourist_season_goes_both_ways():
    city = {(0, 0): "D111:2", (1, 1): "T101"}
    state = position(map=city, zones=["L14"], piles={"base": "D113 D101"})
    used = play(state, f"use {ref(state, 0, 'L14')} 0")
    assert (zone(used, 0), goods(used, (0, 0))) == (["L14:1"], 0)
    assert zone(play(used, "build", "take base", "place create 1,0"), 0) == ["L14:2"]


@pytest.mark.parametrize(
    ("plan", "city", "counts"),
    [
        ("L09", {(0, 0): "D231"}, True),
        ("L09", {(0, 0): "D114"}, False),
        ("L09", {(0, 0): "D114", (1, 0): "D213"}, True),
        ("L10", {(0, 0): "D101", (1, 0): "D102"}, True),
        ("L10", {(0, 0): "D101", (1, 0): "D103"}, False),
        ("L10", {(0, 0): "D101", (1, 0): "D103", (2, 0): "D132"}, True),
        ("L10", {(0, 0): "D101"}, False),
        ("L08", {(0, 0): "D131", (1, 0): "D215"}, True),
    ],
)
def test_km_92_plans_that_look_at_the_city_at_the_end_of_the_turn(plan, city, counts):
    ended = play(position(map=city, zones=[plan]), "end")
    assert zone(ended, 0) == [f"{plan}:1" if counts else plan]


def test_km_92_the_metropolis_counts_stage_3():
    state = position(map=CITY | {(1, 1): "D101:2"}, zones=["L18:1"], piles={"commercial": "D312 D211"})
    built = play(state, "build", "take commercial", "place create 2,0", "pay 0,0*2 0,1*1")
    assert (built.players[0].vp, zone(built, 0)) == (5, [])


def test_km_92_student_halls_grow_with_every_school():
    city = {(0, 0): "D204:3", (9, 9): "D204:3"}
    state = position(map=city, piles={"base": "D131 D132"})
    built = play(state, "build", "take base", "place create 1,0", "group citizens")
    assert (goods(built, (0, 0)), goods(built, (9, 9))) == (4, 4)


def test_km_91_an_official_gives_victory_points():
    state = position(zones=["O11"], support=["3/2/0"], vp=[4])
    use = f"use {ref(state, 0, 'O11')} 0"
    done = play(state, use)
    assert (done.players[0].vp, done.players[0].support, zone(done, 0)) == (5, (0, 2, 0), ["O11!"])
    assert use not in moves(position(zones=["O11"], support=["2/2/2"]))


def test_km_99_a_card_takes_victory_points_and_never_below_0():
    state = position(hands=["S17 S17"], support=["1/3/0"], vp=[5, 1])
    once = play(state, "play S17", "spend citizens*1 merchants*1")
    assert [player.vp for player in once.players] == [5, 0]
    twice = play(once, "play S17")
    assert [player.vp for player in twice.players] == [5, 0]
    assert twice.players[0].support == (0, 0, 0)


def test_km_99_of_several_opponents_one_is_chosen():
    state = position(seats=3, hands=["S17"], support=["2/0/0"], vp=[5, 4, 3])
    done = play(state, "play S17", "opponent 2")
    assert [player.vp for player in done.players] == [5, 4, 2]


@pytest.mark.parametrize(("other", "responses"), [({}, []), ({(0, 2): "T102"}, ["K06"])])
def test_km_79_a_terrain_can_be_excavated_but_not_protested_against(other, responses):
    hands, support = ["", "K02 K06"], ["0/0/0", "2/0/0"]
    state = position(map={(0, 0): "D101:2"} | other, hands=hands, support=support, piles={"base": "T104"})
    placed = play(state, "build", "take base", "place create 0,1")
    assert (asked(placed), kinds(placed, "respond")) == (1 if responses else 0, responses)
