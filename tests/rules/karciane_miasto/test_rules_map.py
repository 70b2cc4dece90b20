"""KM-13 to KM-18: cells, distances, goods, the canonical order and the indices of the city."""

import pytest

from games.rules.karciane_miasto.act.filters import distance
from games.rules.karciane_miasto.cards import CARDS
from tests.rules.karciane_miasto.build import RULESET, goods, kinds, on_map, play, position, refused

GREEN = {"base": "T104 T103"}


def test_km_13_four_cells_are_adjacent():
    state = play(position(map={(0, 0): "D101"}, piles=GREEN), "build", "take base")
    assert kinds(state, "place") == ["create 0,-1", "create -1,0", "create 1,0", "create 0,1"]


def test_km_13_the_grid_has_no_borders():
    state = position(map={(99, 0): "D101", (-99, 0): "D111"}, piles=GREEN)
    taken = play(state, "build", "take base")
    assert on_map(play(taken, "place create 100,0"))[(100, 0)] == "T104"
    assert on_map(play(taken, "place create -100,0"))[(-100, 0)] == "T104"


def test_km_13_one_card_at_most_lies_on_a_cell():
    state = play(position(map={(0, 0): "D101", (1, 0): "D111"}, piles=GREEN), "build", "take base")
    assert {"create 0,0", "create 1,0"}.isdisjoint(kinds(state, "place"))
    assert refused(state, "place create 1,0").rule in {"KM-13", "KM-51", "KM-52"}


def test_km_14_four_cells_lie_within_range_one_and_twelve_within_two():
    cells = [(x, y) for x in range(-3, 4) for y in range(-3, 4) if (x, y) != (0, 0)]
    assert sum(distance((0, 0), cell) <= 1 for cell in cells) == 4
    assert sum(distance((0, 0), cell) <= 2 for cell in cells) == 12


@pytest.mark.parametrize(
    ("forest", "fits"),
    [((2, 0), True), ((1, -1), True), ((2, 1), False), ((3, 0), False), ((0, -3), False)],
)
def test_km_14_no_path_is_needed(forest, fits):
    city = {(-1, 0): "D131", forest: "T101"}
    state = play(position(map=city, piles={"industrial": "D221", "base": "T101"}), "build")
    assert ("industrial" in kinds(state, "take")) == fits
    if fits:
        assert kinds(play(state, "take industrial"), "place")[-1] == "create 0,0"


def test_km_15_without_other_the_card_itself_counts():
    state = position(map={(0, 0): "D134"}, hands=["S06"], support=["1/0/0"])
    assert refused(state, "play S06").rule == "KM-37"
    two = position(
        map={(0, 0): "D134", (1, 1): "D111", (3, 0): "D101", (4, 0): "D121"}, hands=["S06"], support=["1/0/0"]
    )
    assert kinds(play(two, "play S06"), "target") == ["3,0", "4,0"]


def test_km_16_terrains_are_no_districts():
    state = position(map={(0, 0): "T101"}, hands=["S06"], support=["1/0/0"])
    assert refused(state, "play S06").rule == "KM-37"


def test_km_16_each_type_holds_its_goods():
    city = {(0, 0): "D101:1", (1, 0): "D111:1", (2, 0): "D121:1", (3, 0): "D131", (4, 0): "T101"}
    lots = RULESET.view_for(position(map=city), None).city
    assert [lot.good for lot in lots] == ["residents", "services", "products", None, None]


def test_km_16_terrains_and_public_districts_take_no_goods():
    city = {(0, 0): "D131", (1, 0): "T101", (2, 0): "D121"}
    state = play(position(map=city, hands=["S02"]), "play S02")
    assert on_map(state) == {(0, 0): "D131", (1, 0): "T101", (2, 0): "D121:2"}


def test_km_16_there_is_no_upper_limit_of_goods():
    state = position(map={(0, 0): "D101:50", (1, 0): "D111"}, hands=["S02"])
    assert goods(play(state, "play S02", "target 0,0"), (0, 0)) == 52


def test_km_17_smaller_y_first_then_smaller_x():
    city = {(0, 0): "D101", (1, 0): "D111", (0, -1): "D121", (-1, 0): "D101", (0, 1): "D111"}
    state = play(position(map=city, hands=["S02"]), "play S02")
    assert kinds(state, "target") == ["0,-1", "-1,0", "0,0", "1,0", "0,1"]


def _level(state, index):
    shown = next(one for one in RULESET.view_for(state, None).indices if one.index == index)
    return shown.level, shown.raw


def test_km_18_a_level_is_the_sum_of_map_and_long_events_but_not_below_zero():
    city = {(0, 0): "D123", (1, 0): "D222"}
    assert _level(position(map=city), "pollution") == (3, 3)
    assert _level(position(map=city, zones=["G02", "G02"]), "pollution") == (7, 7)
    assert _level(position(map={(0, 0): "D133", (1, 0): "D123"}), "pollution") == (0, 0)
    assert _level(position(map={(0, 0): "D133", (1, 0): "T101"}), "pollution") == (0, -2)
    assert _level(position(zones=["G03", "G07"]), "crime") == (0, -2)
    assert _level(position(zones=["G03", "G07"]), "education") == (1, 1)


def test_km_18_the_sources_of_a_level_are_named():
    view = RULESET.view_for(position(map={(0, 0): "D123"}, zones=["", "G02"]), None)
    sources = next(one for one in view.indices if one.index == "pollution").sources
    assert {(source.card, source.n) for source in sources} == {("D123", 1), ("G02", 2)}


def test_km_18_the_index_texts_of_the_cards():
    assert CARDS["D322"].indices == (-1, 0, 0, 0)
    assert CARDS["D331"].indices == (0, 3, 0, 0)
    assert CARDS["D313"].indices == (0, 0, 2, 0)
    assert CARDS["D334"].indices == (0, 0, 0, -3)
