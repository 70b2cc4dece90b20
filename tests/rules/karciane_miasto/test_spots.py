"""What can be pressed on the table while a decision is composed (section 16)."""

from tests.rules.karciane_miasto.build import RULESET, play, position, ref

CITY = {(0, 0): "D101:2", (1, 0): "D111:2", (0, 1): "D121:2"}


def spots(state, seat=0, **fields):
    return {spot.ref: spot for spot in RULESET.compose(state, seat, fields).spots}


def test_cells_are_pressed_for_a_place_and_say_how_it_is_built():
    state = play(position(CITY, piles={"base": "D121"}), "build", "take base")
    found = spots(state, place=("create 0,-1",))
    assert {(spot.field, spot.mode) for spot in found.values()} == {("place", "create"), ("place", "rebuild")}
    assert [spot.ref for spot in found.values() if spot.selected] == ["0,-1"]
    assert (found["1,0"].value, found["1,0"].mode) == ("rebuild 1,0", "rebuild")


def test_districts_are_pressed_for_one_good_more_and_say_how_many_are_chosen():
    state = play(
        position(CITY, piles={"industrial": "D223"}), "build", "take industrial", "place create 0,-1"
    )
    assert {spot.field for spot in spots(state).values()} == {"add"}
    assert spots(state, goods=("0,0*1",), add=("0,0",))["0,0"].count == 2


def test_the_tops_of_piles_are_pressed_to_build_them():
    state = play(position(CITY, piles={"base": "D121", "industrial": "D223"}), "build")
    assert spots(state)["industrial"].value == "take industrial"


def test_what_is_pressed_is_looked_at_before_it_is_done():
    state = position(CITY, zones=["O02"])
    official = ref(state, 0, "O02")
    assert spots(state)[official].mode == "use"
    draft = RULESET.compose(state, 0, {"move": (spots(state)[official].value,)})
    assert draft.notation == f"use {official} 0"
    assert [spot.ref for spot in draft.spots if spot.selected] == [official]


def test_cards_of_the_hand_are_pressed_to_discard_them():
    state = play(position(hands=["S01 S02 S03 S04 S05 L01 L02 L03"]), "end")
    assert spots(state)["L01"].value == "discard L01"


def test_nothing_is_pressed_by_whoever_is_not_asked():
    assert spots(position(CITY), seat=1) == {}
