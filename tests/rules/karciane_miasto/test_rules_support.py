"""KM-44 to KM-48: support, exchanges and swaps."""

import pytest

from tests.rules.karciane_miasto.build import kinds, moves, play, position, refused, zone

CITY = {(0, 0): "D101:3", (1, 0): "D111:3", (0, 1): "D121:3"}


def support(state, seat=0):
    return state.players[seat].support


def test_km_44_three_groups_from_zero_to_five():
    assert support(position()) == (0, 0, 0)
    assert support(play(position(hands=["S03"], support=["4/1/0"]), "play S03")) == (5, 1, 0)
    lost = play(position(hands=["S08"], support=["0/0/0", "1/3/0"]), "play S08", "group citizens")
    assert support(lost, 1) == (0, 3, 0)


@pytest.mark.parametrize(
    ("pile", "card", "moves_made", "gained"),
    [
        ("base", "D101", ["place create 2,0"], (1, 0, 0)),
        ("base", "D111", ["place create 2,0"], (0, 1, 0)),
        ("base", "D121", ["place create 2,0"], (0, 0, 1)),
        ("base", "D133", ["place create 2,0", "group merchants"], (0, 1, 0)),
        ("base", "T101", ["place create 2,0"], (0, 0, 0)),
        ("residential", "D201", ["place create 2,0", "pay 1,0*1 0,1*1"], (2, 0, 0)),
        ("commercial", "D312", ["place create 2,0", "pay 0,0*2 0,1*1"], (0, 3, 0)),
        ("public", "D333", ["place create 2,0", "pay 0,0*1 1,0*1", "group citizens"], (3, 0, 0)),
    ],
)
def test_km_45_the_builder_gains_as_many_points_as_the_stage(pile, card, moves_made, gained):
    city = CITY | {(2, -1): "T101", (3, -1): "T102"}
    state = position(map=city, piles={pile: f"{card} {card}"})
    assert support(play(state, "build", f"take {pile}", *moves_made)) == gained


def test_km_46_five_points_of_a_group_for_a_victory_point():
    state = position(seats=3, support=["5/1/0", "2/3/0", "5/0/5"])
    traded = play(state, "exchange citizens")
    assert [player.vp for player in traded.players] == [1, 0, 0]
    assert [player.support for player in traded.players] == [(0, 1, 0), (0, 3, 0), (0, 0, 5)]


def test_km_46_less_than_five_do_not_do():
    state = position(support=["4/5/0"])
    assert kinds(state, "exchange") == ["merchants"]
    assert refused(state, "exchange citizens").rule == "KM-46"


def test_km_46_again_with_other_groups():
    state = play(position(support=["5/5/5"]), "exchange citizens", "exchange industrialists")
    assert (state.players[0].vp, support(state)) == (2, (0, 5, 0))


def test_km_46_the_trigger_fires_afterwards_for_whoever_exchanged():
    state = play(position(support=["5/0/0"], zones=["L11", "L11"]), "exchange citizens")
    assert (zone(state, 0), zone(state, 1)) == (["L11:1"], ["L11"])


def test_km_46_a_won_game_ends_before_the_trigger():
    state = play(position(support=["5/0/0"], vp=[19], zones=["L11:1"]), "exchange citizens")
    assert (state.players[0].vp, state.phase) == (20, "over")


def test_km_46_not_during_the_build_phase():
    state = play(position(map=CITY, support=["5/0/0"], piles={"base": "T101"}), "build")
    assert kinds(state, "exchange") == []
    assert refused(state, "exchange citizens").rule


def test_km_47_one_point_of_any_group_swaps_a_face_up_district():
    piles = {"commercial": "D211 D216 D214", "public": "D231 D233"}
    state = position(map=CITY, support=["1/0/2"], piles=piles)
    offered = [
        f"{pile} {group}" for pile in ("commercial", "public") for group in ("citizens", "industrialists")
    ]
    assert kinds(state, "swap") == offered
    assert refused(state, "swap commercial merchants").rule in {"KM-47", "KM-48"}
    swapped = play(state, "swap commercial industrialists")
    assert (support(swapped), swapped.piles.commercial) == ((1, 0, 1), ("D216", "D214", "D211"))


def test_km_47_any_number_of_times_outside_the_build_phase():
    state = position(map=CITY, support=["3/0/0"], piles={"commercial": "D211 D216 D214"})
    swapped = play(state, *["swap commercial citizens"] * 3)
    assert (support(swapped), swapped.piles.commercial) == ((0, 0, 0), ("D211", "D216", "D214"))
    assert kinds(play(state, "build"), "swap") == []


def test_km_48_any_groups_in_any_mixture():
    state = play(position(hands=["S14"], support=["2/1/3"]), "play S14")
    assert {*kinds(state, "spend")} == {
        "industrialists*3",
        "citizens*1 industrialists*2",
        "citizens*2 industrialists*1",
        "merchants*1 industrialists*2",
        "citizens*1 merchants*1 industrialists*1",
        "citizens*2 merchants*1",
    }
    assert support(play(state, "spend citizens*1 merchants*1 industrialists*1")) == (1, 0, 2)


def test_km_48_or_all_from_one_group():
    state = play(position(hands=["S12"], support=["5/3/4"]), "play S12")
    assert kinds(state, "spend") == ["citizens*4", "industrialists*4"]
    paid = play(state, "spend industrialists*4")
    assert (support(paid), paid.players[0].vp) == ((5, 3, 0), 2)


def test_km_48_a_cost_nobody_can_pay_is_no_move():
    assert "play S12" not in moves(position(hands=["S12"], support=["3/3/3"]))
