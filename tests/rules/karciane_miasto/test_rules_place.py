"""KM-49 to KM-57: starting a build, choosing a card and its place."""

import pytest

from tests.rules.karciane_miasto.build import (
    RULESET,
    asked,
    goods,
    kinds,
    moves,
    on_map,
    play,
    position,
    refused,
)

CITY = {(0, 0): "D101:2", (1, 0): "D111:2", (0, 1): "D121:2"}


def places(card, city, **rest):
    """Return the placements of a card that the active player may choose."""
    state = position(map=city, piles={"public": f"{card} {card}"}, **rest)
    return kinds(play(state, "build", "take public"), "place")


def test_km_49_a_window_opens_before_step_1():
    state = position(map=CITY, hands=["", "K03"], piles={"commercial": "D211 D216", "public": "D231"})
    asking = play(state, "build")
    assert (asked(asking), asking.window.on, kinds(asking, "respond")) == (1, "build_start", ["K03"])
    changed = play(asking, "1: respond K03", "pile commercial")
    assert changed.piles.commercial == ("D216", "D211")
    assert (asked(changed), changed.question.kind) == (0, "source")


def test_km_49_the_check_of_step_1_comes_after_the_window():
    state = position(map=CITY, hands=["", "K03"], piles={"public": "D332 D231"}, zones=["", "G05"])
    asking = play(state, "build")
    assert asking.piles.public == ("D332", "D231")
    assert play(asking, "1: pass").piles.public == ("D231", "D332")


def test_km_50_a_face_up_card_the_face_down_pile_or_nothing():
    state = play(position(map=CITY, piles={"base": "T104", "commercial": "D211"}), "build")
    assert {*moves(state)} == {"take base", "take commercial", "decline"}
    declined = play(state, "decline")
    assert (declined.question.kind, declined.build) == ("main", None)
    assert "build" not in moves(declined)


def test_km_50_the_next_card_is_turned_up_when_the_build_ends():
    state = play(position(map=CITY, piles={"commercial": "D211 D216"}), "build", "take commercial")
    pile = RULESET.view_for(state, 1).piles[2]
    assert (pile.top, pile.hidden) == (None, True)
    assert RULESET.view_for(state, 1).build.card == "D211"
    built = play(state, "place create 2,0", "pay 0,0*1 0,1*1")
    assert RULESET.view_for(built, 1).piles[2].top == "D216"


def test_km_50_the_card_from_the_face_down_pile_is_shown_to_all():
    state = play(position(map=CITY, piles={"base": "D133 D132"}), "build", "take base")
    views = [RULESET.view_for(state, viewer) for viewer in (0, 1, None)]
    assert [view.build.card for view in views] == ["D133"] * 3
    assert not any("D132" in repr(view) for view in views)


def test_km_50_a_card_that_cannot_be_paid_may_be_chosen():
    state = play(position(map={(0, 0): "D121"}, piles={"commercial": "D211"}), "build")
    assert "commercial" in kinds(state, "take")
    pile = RULESET.view_for(state, 0).piles[2]
    assert pile.unpaid


def test_km_50_without_anything_to_choose_the_build_phase_ends():
    state = play(position(map={(0, 0): "D121"}, piles={"commercial": "D311 D313"}), "build")
    assert (state.build, state.question.kind, "build" in moves(state)) == (None, "main", False)


def test_km_51_a_pair_of_mode_and_cell_or_abandon():
    state = play(position(map=CITY, piles={"residential": "D201"}), "build", "take residential")
    assert {"place expand 0,0", "place rebuild 1,0", "place create 2,0", "abandon"} <= {*moves(state)}
    assert len(kinds(state, "place")) == len({*kinds(state, "place")}) == 3 + 7


def test_km_52_a_first_card_lies_at_the_origin():
    assert places("D231", {}) == ["create 0,0"]


def test_km_52_beside_a_district_if_there_is_room():
    city = {(0, 0): "D101", (1, 0): "T101"}
    created = [place for place in places("D231", city) if place.startswith("create")]
    assert created == ["create 0,-1", "create -1,0", "create 0,1"]


@pytest.mark.parametrize(
    ("city", "number"),
    [
        ({(0, 0): "T101"}, 4),
        ({(0, 0): "D101", (1, 0): "T101", (-1, 0): "T102", (0, 1): "T103", (0, -1): "T104"}, 8),
    ],
)
def test_km_52_else_beside_any_card(city, number):
    created = [place for place in places("D231", city) if place.startswith("create")]
    assert len(created) == number


def test_km_52_the_cell_of_a_destroyed_district_is_empty():
    state = position(map=CITY, hands=["S06"], support=["1/0/0"], piles={"base": "T104 T103"})
    gone = play(state, "play S06", "target 1,0", "build", "take base")
    assert "create 1,0" in kinds(gone, "place")


@pytest.mark.parametrize(
    ("card", "below", "mode"),
    [
        ("D231", "D131", "expand"),
        ("D331", "D131", "expand"),
        ("D331", "D231", "expand"),
        ("D231", "D101", "rebuild"),
        ("D231", "D231", "rebuild"),
        ("D231", "D334", "rebuild"),
    ],
)
def test_km_53_km_54_expand_by_type_and_lower_stage_else_rebuild(card, below, mode):
    education = {(5, 0): "D232"}
    covering = [place for place in places(card, {(0, 0): below} | education) if place.endswith(" 0,0")]
    assert covering == [f"{mode} 0,0"]


def test_km_54_nothing_is_built_on_a_terrain_and_terrains_are_only_created():
    assert "rebuild 1,0" not in places("D231", {(0, 0): "D101", (1, 0): "T101"})
    state = play(position(map=CITY, piles={"base": "T101"}), "build", "take base")
    assert all(place.startswith("create") for place in kinds(state, "place"))


def test_km_54_a_rebuild_needs_a_vote_an_expand_does_not():
    state = play(position(map=CITY, piles={"residential": "D201"}), "build", "take residential")
    assert play(state, "place rebuild 1,0").vote is not None
    assert play(state, "place expand 0,0").vote is None


def test_km_54_unless_a_text_says_so():
    state = position(map=CITY, hands=["S14"], support=["3/0/0"], piles={"residential": "D201"})
    rebuilding = play(state, "play S14", "build", "take residential", "place rebuild 1,0")
    assert (rebuilding.vote, rebuilding.question.kind) == (None, "pay")


def test_km_55_the_covered_card_does_not_count():
    school = {(0, 0): "D232", (1, 0): "D101"}
    assert "create 2,0" in places("D331", school)
    assert "expand 0,0" not in places("D331", school)


def test_km_55_nor_for_ranges():
    city = {(0, 0): "D121", (1, 0): "D101"}
    state = position(map=city, piles={"residential": "D202"})
    found = kinds(play(state, "build", "take residential"), "place")
    assert "expand 1,0" not in found
    assert "rebuild 0,0" in found


def test_km_55_the_new_card_does_not_count():
    city = {(0, 0): "D121:1", (2, 0): "T101", (0, 1): "D101:1"}
    state = position(map=city, piles={"commercial": "D212 D216"})
    built = play(state, "build", "take commercial", "place create 1,0", "pay 0,0*1 0,1*1")
    assert goods(built, (1, 0)) == 2


def test_km_55_build_text_is_ignored_after_the_build():
    state = position(map={(5, 0): "D101"}, piles={"base": "D104 T102 D101"})
    built = play(state, "build", "take base", "place create 4,0")
    assert goods(built, (4, 0)) == 1
    later = play(built, "end", "build", "take base", "place create 3,0")
    assert (on_map(later)[(3, 0)], goods(later, (4, 0))) == ("T102", 1)


def test_km_55_extra_goods_do_not_count_the_covered_card():
    city = {(0, 0): "D113:1", (0, 1): "T101", (5, 0): "D101:1", (6, 0): "D121:1"}
    state = position(map=city, piles={"commercial": "D212 D216"})
    built = play(state, "build", "take commercial", "place expand 0,0", "pay 5,0*1 6,0*1")
    assert goods(built, (0, 0)) == 2 + 1


@pytest.mark.parametrize(
    ("card", "city", "expected"),
    [
        ("D232", {(0, 0): "D131", (1, 0): "D101"}, ["expand 0,0"]),
        ("D332", {(0, 0): "D131", (1, 0): "D101"}, ["rebuild 1,0"]),
    ],
)
def test_km_56_only_the_modes_of_the_build_text(card, city, expected):
    assert places(card, city) == expected


def test_km_57_the_place_cannot_be_changed():
    state = position(map=CITY, piles={"commercial": "D211"})
    paying = play(state, "build", "take commercial", "place create 2,0")
    assert kinds(paying, "place") == []
    assert refused(paying, "place create -1,0").rule


def test_km_57_conditions_are_not_checked_again():
    state = position(
        map={(0, 0): "D101:2", (1, 0): "D111:1"},
        seats=3,
        hands=["", "K08"],
        zones=["", "G07"],
        piles={"industrial": "D224 D223"},
    )
    asking = play(state, "build", "take industrial", "place create 0,1", "pay 0,0*2 1,0*1")
    assert asked(asking) == 1
    left = play(asking, "1: leave")
    assert on_map(left)[(0, 1)] == "D224:3"
