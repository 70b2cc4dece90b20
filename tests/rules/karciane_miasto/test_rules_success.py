"""KM-65 to KM-67: what a build brings, and the Action[B] after it."""

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
    zone,
)

CITY = {(0, 0): "D101:2", (1, 0): "D111:2", (0, 1): "D121:2"}


def create(card, *answers, city=None, cell="2,0", pile="base", **rest):
    """Return the position after a card was created and the questions were answered."""
    state = position(map=city or CITY, piles={pile: f"{card} {card}"}, **rest)
    return play(state, "build", f"take {pile}", f"place create {cell}", *answers)


def test_km_65_paid_goods_are_removed_and_the_new_card_brings_its_own():
    built = create("D216", "pay 0,0*1 0,1*1", pile="commercial")
    assert on_map(built) == {(0, 0): "D101:1", (1, 0): "D111:2", (0, 1): "D121:1", (2, 0): "D216:4"}


def test_km_65_expand_keeps_what_is_left_on_the_cell():
    state = position(map=CITY, piles={"base": "T101", "residential": "D203 D201"})
    built = play(state, "build", "take residential", "place expand 0,0", "pay 1,0*2")
    assert (goods(built, (0, 0)), built.piles.base) == (2 + 2, ("T101", "D101"))


def test_km_65_rebuild_loses_what_is_left_on_the_cell():
    piles = {"base": "T101", "commercial": "D216 D211"}
    state = position(map=CITY, hands=["S14"], support=["3/0/0"], piles=piles)
    steps = ("play S14", "build", "take commercial", "place rebuild 0,0")
    built = play(state, *steps, "pay 0,0*1 0,1*1")
    assert (goods(built, (0, 0)), built.piles.base) == (4, ("T101", "D101"))


@pytest.mark.parametrize(
    ("card", "city", "expected"),
    [
        ("D102", CITY, "D102:3"),
        ("D102", {(1, 0): "D101:1"}, "D102:2"),
        ("D104", CITY | {(3, 0): "T101", (2, 1): "T102", (2, -1): "T104"}, "D104:3"),
        ("D104", CITY | {(3, 0): "T101"}, "D104:2"),
        ("D122", CITY | {(3, 1): "T101"}, "D122:2"),
        ("D124", CITY | {(3, 0): "T102"}, "D124:3"),
        ("D124", CITY | {(4, 0): "T102"}, "D124:1"),
    ],
)
def test_km_65_extra_effects_happen(card, city, expected):
    assert on_map(create(card, city=city))[(2, 0)] == expected


def test_km_65_terrains_give_what_their_build_text_says():
    assert create("T101", decks=["L01 L02"]).players[0].hand == ("L01",)
    assert create("T103").players[0].support == (0, 0, 1)
    assert create("T104").players[0].support == (1, 0, 0)


def test_km_65_support_of_modifiers_goes_to_the_same_group():
    assert create("D111", zones=["G06 G06"]).players[0].support == (0, 3, 0)
    public = create("D133", "group industrialists", zones=["G06"])
    assert public.players[0].support == (0, 0, 2)
    assert create("D111", zones=["", "G06"]).players[0].support == (0, 1, 0)


def test_km_65_terrains_give_none_of_it():
    assert create("T101", zones=["G06"]).players[0].support == (0, 0, 0)


def test_km_65_support_comes_before_the_reactions():
    city = CITY | {(2, 1): "D303"}
    built = create("D133", city=city)
    assert (built.question.kind, built.players[0].support) == ("group", (0, 0, 0))
    assert play(built, "group merchants").players[0].support == (1, 1, 0)


def test_km_65_built_fires_with_the_mode():
    assert zone(create("D101", zones=["L19 L05 L06"]), 0) == ["L19:1", "L05", "L06"]
    state = position(map=CITY, zones=["L19 L05 L06"], piles={"residential": "D203 D201"})
    expanded = play(state, "build", "take residential", "place expand 0,0", "pay 1,0*2")
    assert zone(expanded, 0) == ["L19", "L05:1", "L06"]


def test_km_65_what_lasts_for_the_build_ends_with_it():
    state = position(map=CITY, hands=["", "K02"], piles={"base": "D132 D133"})
    built = play(state, "build", "take base", "place create 0,-1", "1: respond K02", "0: pay 0,0*1 1,0*1")
    done = play(built, "group citizens")
    assert (done.turn.lasting, done.build, done.question.kind) == ((), None, "main")


BAZAARS = {(0, 0): "D205:1", (2, 1): "D205:1", (1, 0): "D214:1", (0, 1): "D121:2"}


def test_km_66_one_action_b_of_one_district_that_matches():
    built = create("D111", city=BAZAARS)
    assert built.question.kind == "action_b"
    assert kinds(built, "action_b") == ["0,0 0", "2,1 0"]
    used = play(built, "action_b 2,1 0")
    assert (used.players[0].support, used.question.kind) == ((1, 1, 0), "main")


@pytest.mark.parametrize(
    ("standing", "card", "gained"),
    [("D313", "D133", (1, 3, 1)), ("D205", "D113", (1, 1, 0)), ("D214", "D121", (0, 1, 1))],
)
def test_km_66_what_an_action_b_gives(standing, card, gained):
    city = CITY | {(3, 0): "T101", (1, 1): f"{standing}:3"}
    answers = ["group merchants"] if card == "D133" else []
    built = create(card, *answers, "action_b 1,1 0", city=city, support=["0/1/0" if answers else "0/0/0"])
    assert built.players[0].support == gained


def test_km_66_it_may_be_declined():
    declined = play(create("D111", city=BAZAARS), "decline")
    assert (declined.players[0].support, declined.question.kind) == ((0, 1, 0), "main")


def test_km_66_none_without_a_match_and_none_for_a_terrain():
    assert create("D101", city=BAZAARS).question.kind == "main"
    assert create("T101", city=BAZAARS | {(0, 2): "D333"}).question.kind == "main"


def test_km_66_not_of_the_district_just_built():
    city = CITY | {(3, 0): "T101", (3, 1): "T102", (1, 1): "D111"}
    built = create("D333", "pay 0,0*1 1,0*1", "group citizens", city=city, pile="public")
    assert built.question.kind == "main"


def test_km_66_the_builder_is_asked_last():
    built = create("D111", city=BAZAARS, zones=["L02"])
    assert (zone(built, 0), built.question.kind) == (["L02:1"], "action_b")


def test_km_67_the_main_phase_goes_on():
    state = create("D101", hands=["S03"], support=["5/0/0"])
    assert {"play S03", "exchange citizens", "end"} <= {*moves(state)}


@pytest.mark.parametrize(
    "text", ["play S03", "exchange citizens", "swap commercial citizens", "end", "build"]
)
def test_km_67_nothing_else_can_be_done_during_a_build(text):
    piles = {"commercial": "D211 D216"}
    state = position(map=CITY | {(1, 1): "D115"}, hands=["S03"], support=["5/0/0"], piles=piles)
    steps = ("build", "take commercial", "place create 2,0")
    for number in range(1, 4):
        during = play(state, *steps[:number])
        assert asked(during) == 0
        assert refused(during, text).rule
        assert refused(during, "use 1,1 0").rule
    assert RULESET.view_for(state, 0).build is None
