"""KM-107 to KM-114, KM-116: what the words of the card data mean."""

from dataclasses import replace

import pytest

from games.rules.karciane_miasto.act.filters import matching
from games.rules.karciane_miasto.cards import CARDS
from games.rules.karciane_miasto.text.terms import DiscardCost, Filter
from tests.rules.karciane_miasto.build import (
    RULESET,
    asked,
    goods,
    kinds,
    moves,
    on_map,
    play,
    position,
    ref,
    refused,
    zone,
)

CITY = {(0, 0): "D101:2", (1, 0): "D111:2", (0, 1): "D121:2"}


def create(card, city, cell, *answers, pile="base", **rest):
    """Return the position after a card was created."""
    state = position(map=city, piles={pile: f"{card} {card}"}, **rest)
    return play(state, "build", f"take {pile}", f"place create {cell}", *answers)


def test_km_107_you_and_the_actor():
    state = play(position(hands=["S04", "K07"], support=["2/0/0"], decks=["", "L01"]), "play S04")
    answered = play(state, "1: respond K07", "1: group citizens")
    assert [player.support for player in answered.players] == [(1, 2, 0), (0, 0, 0)]
    assert [player.hand for player in answered.players] == [(), ("L01",)]


def test_km_107_self_is_the_card_with_the_text():
    assert zone(create("D101", CITY, "2,0", zones=["L01 L19"]), 0) == ["L01:1", "L19:1"]


def test_km_107_the_cell_is_the_chosen_one():
    assert goods(create("D102", CITY, "2,0"), (2, 0)) == 3
    assert goods(create("D102", CITY, "0,2"), (0, 2)) == 2


def test_km_107_the_object_is_the_card_that_was_built():
    assert on_map(create("D121", CITY, "2,0", zones=["G08"])) == CITY | {(2, 0): "D121:4"}
    assert on_map(create("D121", CITY, "2,0", zones=["", "G08"])) == CITY | {(2, 0): "D121:2"}


@pytest.mark.parametrize(
    ("wanted", "fits", "other"),
    [
        (Filter(kind="district", stage=(1,)), "D101", "D201"),
        (Filter(kind="district", type=("residential", "commercial")), "D211", "D121"),
        (Filter(kind="terrain", subtype=("forest", "water")), "T102", "T103"),
        (Filter(kind="district", subtype=("culture",)), "D135", "D131"),
        (Filter(kind="event", subtype=("short",)), "S01", "G01"),
        (Filter(kind=("plan", "official")), "O01", "S01"),
    ],
)
def test_km_108_all_keys_of_a_filter_match(wanted, fits, other):
    assert fits in matching(wanted)
    assert other not in matching(wanted)


def test_km_108_you_or_anybody_else_controls_a_card_in_a_zone():
    state = play(
        position(seats=3, hands=["S07"], support=["1/0/0"], zones=["O02", "O03", "G01 L01"]), "play S07"
    )
    assert kinds(state, "target") == [ref(state, 1, "O03"), ref(state, 2, "G01")]


def test_km_108_ready_is_not_occupied():
    state = position(zones=["O04", "O02! O03 O05"])
    used = play(state, f"use {ref(state, 0, 'O04')} 0")
    assert kinds(used, "target") == [ref(state, 1, "O03"), ref(state, 1, "O05")]


@pytest.mark.parametrize(
    ("cell", "grows"), [((2, 0), True), ((1, -1), True), ((3, 0), False), ((2, 1), False)]
)
def test_km_109_within_range_of_the_card_itself(cell, grows):
    city = {(0, 0): "D105:1", (1, 0): "D101", (2, -1): "D101", (1, 1): "D101", (4, 0): "D101"}
    built = create("D121", city, f"{cell[0]},{cell[1]}")
    assert goods(built, (0, 0)) == (2 if grows else 1)


def test_km_109_in_build_text_of_the_cell_which_is_left_out():
    city = {(0, 0): "D111:2", (1, 0): "D101:1", (2, 0): "D121:1"}
    state = position(map=city, hands=["S14"], support=["3/0/0"], piles={"base": "D102"})
    built = play(state, "play S14", "build", "take base", "place rebuild 0,0")
    assert goods(built, (0, 0)) == 2


@pytest.mark.parametrize(("forests", "amount"), [(0, 1), (1, 2), (2, 3), (3, 3)])
def test_km_110_a_value_counts_cards_at_most_so_many(forests, amount):
    woods = [(3, 0), (2, 1), (2, -1)][:forests]
    assert goods(create("D122", CITY | dict.fromkeys(woods, "T101"), "2,0"), (2, 0)) == amount


@pytest.mark.parametrize(
    ("card", "pile", "city", "possible"),
    [
        ("D302", "residential", {(0, 0): "D123"}, True),
        ("D302", "residential", {(0, 0): "D222"}, True),
        ("D302", "residential", {(0, 0): "D222", (1, 0): "D123"}, True),
        ("D302", "residential", {(0, 0): "D222", (1, 0): "D222"}, False),
        ("D224", "industrial", {(0, 0): "D101"}, False),
        ("D224", "industrial", {(0, 0): "D131"}, True),
        ("D311", "commercial", {(0, 0): "D101"}, False),
        ("D311", "commercial", {(0, 0): "D101", (1, 0): "D101"}, True),
        ("D236", "public", {(0, 0): "D101"}, True),
    ],
)
def test_km_111_counts_and_levels_as_conditions(card, pile, city, possible):
    state = play(position(map=city, piles={pile: card, "base": "T101"}), "build")
    assert (pile in kinds(state, "take")) == possible


@pytest.mark.parametrize(
    ("support", "one", "each"), [("3/0/0", True, False), ("2/2/2", False, True), ("3/1/1", True, True)]
)
def test_km_111_support_with_one_group_or_with_each(support, one, each):
    state = position(hands=["S15 G06"], support=[support], zones=["L01"])
    assert kinds(state, "play") == [card for card, fits in (("S15", one), ("G06", each)) if fits]


def test_km_111_several_conditions_are_all_true():
    four = {(0, 0): "D133", (1, 0): "D101", (2, 0): "D101", (3, 0): "D101"}
    assert zone(play(position(map=four, zones=["L07"]), "end"), 0) == ["L07:1"]
    three = {cell: four[cell] for cell in [*four][:3]}
    assert zone(play(position(map=three, zones=["L07"]), "end"), 0) == ["L07"]
    dirty = four | {(4, 0): "D222"}
    assert zone(play(position(map=dirty, zones=["L07"]), "end"), 0) == ["L07"]


def test_km_112_a_protected_district_is_no_target_to_destroy():
    city = {(0, 0): "D134", (2, 0): "D101", (1, 1): "D111", (3, 0): "D121", (4, 0): "D121"}
    state = play(position(map=city, hands=["S06"], support=["1/0/0"]), "play S06")
    assert kinds(state, "target") == ["3,0", "4,0"]


def test_km_112_only_districts_in_the_intended_payment():
    city = CITY | {(5, 0): "D112:2", (6, 0): "D112:2"}
    state = position(map=city, hands=["", "K01"], piles={"public": "D231 D233"})
    paid = play(state, "build", "take public", "place create 0,-1", "pay 0,0*1 5,0*1 0,1*1", "1: respond K01")
    assert kinds(paid, "target") == ["5,0", "0,1"]


def test_km_112_all_is_every_card_that_matches():
    state = play(position(hands=["S09"], zones=["O02! O03 O04!", "O05!"]), "play S09")
    assert (zone(state, 0), zone(state, 1)) == (["O02", "O03", "O04"], ["O05!"])


def test_km_113_goods_of_several_districts_in_range():
    city = {(0, 0): "D225", (1, 0): "D111:1", (0, 2): "D111:1", (3, 0): "D111:5"}
    state = play(position(map=city), "use 0,0 0")
    assert {*kinds(state, "pay")} == {"1,0*1", "0,2*1"}
    for wrong in ("pay 3,0*1", "pay 1,0*2", "pay 1,0*1 0,2*1", "pay 0,2*1 1,0*1", "pay nothing"):
        assert refused(state, wrong).rule == "KM-113"


def test_km_113_two_services_from_two_districts():
    city = {(0, 0): "D213:1", (4, 0): "D111:1"}
    used = play(position(map=city, decks=["L01"]), "use 0,0 0")
    assert (on_map(used), used.players[0].hand) == ({(0, 0): "D213", (4, 0): "D111"}, ("L01",))


def test_km_113_a_discard_needs_a_card():
    assert kinds(position(map={(0, 0): "D135"}), "use") == []


def test_km_113_as_many_cards_are_discarded_as_the_cost_says(monkeypatch):
    dear = replace(CARDS["S01"], play_cost=(DiscardCost(n=2),))
    monkeypatch.setitem(CARDS, "S01", dear)
    paid = play(position(hands=["S01 S03 S04"]), "play S01", "discard S03")
    assert (paid.players[0].hand, paid.players[0].discard) == ((), ("S03", "S04", "S01"))
    assert "play S01" not in moves(position(hands=["S01 S03"]))


def test_km_113_several_costs_are_paid_in_order():
    state = position(hands=["S01 S02"], zones=["O10"], decks=["L01 L02 L03 L04"])
    paying = play(state, f"use {ref(state, 0, 'O10')} 0")
    assert (kinds(paying, "discard"), zone(paying, 0)) == (["S01", "S02"], ["O10!"])


def due(card="D111", pile="base", **rest):
    state = position(map=CITY, piles={pile: f"{card} {card}"}, **rest)
    return RULESET.view_for(play(state, "build", f"take {pile}", "place create 2,0"), None)


def test_km_114_modifiers_of_officials_last_for_the_turn():
    state = position(map=CITY, zones=["O09"], piles={"industrial": "D223 D225"})
    used = play(state, f"use {ref(state, 0, 'O09')} 0")
    built = play(used, "build", "take industrial", "place create 2,0", "pay 0,0*1")
    assert goods(built, (2, 0)) == 2
    assert play(built, "end").turn.lasting == ()


@pytest.mark.parametrize(("zones", "amount"), [(["G02", ""], 2), (["", "G02"], 3), (["", "G02 G02"], 4)])
def test_km_114_opponents_are_all_but_the_controller(zones, amount):
    assert due("D223", "industrial", zones=zones).build.due == amount


def test_km_114_the_filter_is_matched_against_the_card_being_built():
    assert due("D211", "commercial", zones=["", "G02"]).build.due == 2


def test_km_114_forbidding_to_rebuild():
    city = {(0, 0): "D131", (1, 0): "D101"}
    free = play(position(map=city, piles={"public": "D332"}), "build", "take public")
    assert kinds(free, "place") == ["rebuild 1,0"]
    state = play(
        position(map=city, piles={"commercial": "D211"}, zones=["", "O08"]), "build", "take commercial"
    )
    assert [place for place in kinds(state, "place") if "rebuild" in place] == ["rebuild 1,0"]


def test_km_114_no_vote_lifts_no_prohibition():
    city = {(0, 0): "D131", (1, 0): "D101"}
    state = position(map=city, hands=["S14"], support=["3/0/0"], zones=["O08"], piles={"commercial": "D211"})
    built = play(state, "play S14", "build", "take commercial")
    assert [place for place in kinds(built, "place") if "rebuild" in place] == ["rebuild 1,0"]


BUILT_ZONES = ["L01 L02 L03 L04 L12 L14 L18 L19"]


@pytest.mark.parametrize(
    ("card", "counted"),
    [
        ("D101", {"L01", "L19"}),
        ("D111", {"L02", "L19"}),
        ("D121", {"L03", "L19"}),
        ("D133", {"L04", "L12", "L19"}),
        ("T101", {"L12"}),
    ],
)
def test_km_116_built_fires_for_what_matches(card, counted):
    answers = ("group citizens",) if card == "D133" else ()
    built = create(card, CITY, "2,0", *answers, zones=BUILT_ZONES)
    assert {name.partition(":")[0] for name in zone(built, 0) if ":" in name} == counted


def test_km_116_a_terrain_reacts_within_its_range():
    forest = CITY | {(2, 1): "T101", (3, 0): "T102", (-1, 0): "T102"}
    assert goods(create("D113", forest, "2,0"), (2, 0)) == 2 + 1 + 1


def test_km_116_turn_start_and_turn_end_of_the_active_player():
    school = {(0, 0): "D232"}
    assert zone(play(position(map=school, zones=["", "L17 L08"]), "end"), 1) == ["L17:1", "L08"]


def test_km_116_discarded_fires_once_per_card():
    state = play(position(hands=["S01 " * 9], zones=["", "G09:9"]), "end")
    support = []
    for _ in range(4):
        state = play(state, "0: discard S01", "1: group merchants")
        support.append(state.players[1].support[1])
    assert (support, asked(state), len(state.players[0].hand)) == ([1, 2, 3, 4], 1, 5)


def test_km_116_vote_ended_with_or_against():
    state = position(map=CITY, zones=["L16", "L16"], piles={"public": "D235 D231"}, support=["2/2/2"])
    won = play(state, "build", "take public", "place rebuild 0,0", "vote against", "vote for")
    assert [player.vp for player in won.players] == [2, 0]


def test_km_116_a_controller_who_is_not_the_actor_does_not_count():
    state = play(position(zones=["L11", "L11"], support=["5/0/0", "5/0/0"]), "exchange citizens")
    assert (zone(state, 0), zone(state, 1)) == (["L11:1"], ["L11"])
    assert "exchange citizens" not in moves(state)
