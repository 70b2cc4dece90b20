"""KM-87 to KM-98: how the text of cards works in play."""

import pytest

from games.rules.karciane_miasto.act.people import gain_vp
from games.rules.karciane_miasto.act.play import Play
from games.rules.karciane_miasto.effects.districts import add_goods
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
    step,
    told,
    zone,
)


def test_km_87_text_without_a_keyword_works_while_the_card_is_in_play():
    city = {(0, 0): "D103:1", (1, 0): "D111"}
    state = position(map=city, hands=["S06"], support=["1/0/0"])
    crime = [one.level for one in RULESET.view_for(state, None).indices]
    gone = play(state, "play S06", "target 0,0")
    assert (crime, [one.level for one in RULESET.view_for(gone, None).indices]) == (
        [0, 0, 0, 1],
        [0, 0, 0, 0],
    )


def test_km_88_build_text_is_for_building_only():
    city = {(0, 0): "D104:1", (1, 0): "T101", (0, 1): "D102:1", (0, 2): "D111"}
    state = position(map=city, piles={"base": "T104"})
    built = play(state, "build", "take base", "place create -1,0")
    assert on_map(built) == city | {(-1, 0): "T104"}


RAIL = {(0, 0): "D225", (1, 0): "D111:2", (3, 0): "D111:2"}


def test_km_89_an_action_any_number_of_times_paying_each_time():
    state = play(position(map=RAIL), "use 0,0 0", "use 0,0 0")
    assert on_map(state) == {(0, 0): "D225:2", (1, 0): "D111", (3, 0): "D111:2"}
    assert "use 0,0 0" not in moves(state)
    assert refused(state, "use 0,0 0").rule


def test_km_89_conditions_are_checked_first():
    state = position(zones=["O05"])
    assert f"use {ref(state, 0, 'O05')} 0" not in moves(state)
    assert refused(state, f"use {ref(state, 0, 'O05')} 0").rule == "KM-89"
    learned = position(zones=["O05"], map={(0, 0): "D131"}, decks=["L01"])
    assert play(learned, f"use {ref(learned, 0, 'O05')} 0").players[0].hand == ("L01",)


@pytest.mark.parametrize("official", ["O02", "O04"])
def test_km_89_an_action_without_a_target_is_refused_by_this_rule(official):
    state = position(zones=[official])
    assert refused(state, f"use {ref(state, 0, official)} 0").rule == "KM-89"


def test_km_90_an_action_1_once_a_turn_per_card():
    city = {(0, 0): "D135", (1, 0): "D135"}
    state = position(map=city, hands=["S01 S02 S03", "S04"], decks=["L01 L02 L03"])
    used = play(state, "use 0,0 0", "discard S01")
    assert kinds(used, "use") == ["1,0 0"]
    assert refused(used, "use 0,0 0").rule == "KM-90"
    both = play(used, "use 1,0 0", "discard S02")
    assert kinds(both, "use") == []
    assert kinds(play(both, "end"), "use") == ["0,0 0", "1,0 0"]


def test_km_91_officials_act_when_ready():
    state = position(zones=["O03 O06!"], map={(0, 0): "D101"})
    assert kinds(state, "use") == [f"{ref(state, 0, 'O03')} 1"]
    used = play(state, f"use {ref(state, 0, 'O03')} 1")
    assert (zone(used, 0), used.players[0].support) == (["O03!", "O06!"], (1, 0, 0))
    assert refused(used, f"use {ref(state, 0, 'O03')} 1").rule


def test_km_91_an_occupied_official_is_not_said_to_be_the_last_one():
    state = position(zones=["O02 O03!"], map={(0, 0): "D215"})
    occupied = refused(state, f"use {ref(state, 0, 'O03')} 1")
    nobody = refused(position(zones=["O03!"], map={(0, 0): "D215"}), "use 0,0 0")
    assert (occupied.rule, nobody.rule) == ("KM-91", "KM-91")
    assert str(occupied) == "This Official is occupied until your next turn."
    assert str(nobody) == "You have no ready Official to occupy."


def test_km_91_a_light_bulb_action_is_for_its_window():
    state = position(zones=["O03 O06"])
    assert f"use {ref(state, 0, 'O03')} 0" not in moves(state)
    assert refused(state, f"use {ref(state, 0, 'O03')} 0").rule
    assert f"use {ref(state, 0, 'O06')} 1" in moves(state)


def test_km_91_any_ready_official_pays_for_a_district():
    state = position(map={(0, 0): "D215"}, zones=["O02 O03! O04", "O05"])
    asking = play(state, "use 0,0 0")
    assert kinds(asking, "occupy") == [ref(state, 0, "O02"), ref(state, 0, "O04")]
    used = play(asking, f"occupy {ref(state, 0, 'O04')}")
    assert (zone(used, 0), goods(used, (0, 0))) == (["O02", "O03!", "O04!"], 1)


def test_km_91_without_an_official_there_is_no_action():
    assert kinds(position(map={(0, 0): "D215"}, zones=["O02!", "O05"]), "use") == []


def test_km_91_plans_carry_actions_for_their_controller():
    city = {(0, 0): "D101:1", (1, 0): "D101:3"}
    state = position(map=city, zones=["L15", "L15"])
    name = ref(state, 0, "L15")
    assert kinds(state, "use") == [f"{name} 0"]
    used = play(state, f"use {name} 0", "pay 0,0*1 1,0*1")
    assert (zone(used, 0), on_map(used)) == (["L15:1"], {(0, 0): "D101", (1, 0): "D101:2"})
    assert refused(used, f"use {name} 0").rule == "KM-90"


def test_km_91_nobody_uses_the_officials_of_others():
    state = position(zones=["", "O03"])
    assert refused(state, f"use {ref(state, 1, 'O03')} 1").rule


def create(card, city, cell, **rest):
    state = position(map=city, piles={"base": f"{card} {card}"}, **rest)
    return play(state, "build", "take base", f"place create {cell}")


def test_km_92_reactions_happen_whenever_their_trigger_fires():
    city = {(0, 0): "D112:1", (2, 0): "D112:1", (4, 0): "D112"}
    built = create("D101", city, "1,0")
    assert on_map(built) == {(0, 0): "D112:2", (1, 0): "D101:2", (2, 0): "D112:2", (4, 0): "D112"}


def test_km_92_and_their_conditions_are_true():
    school = {(0, 0): "D232"}
    assert zone(play(position(map=school, zones=["L08"]), "end"), 0) == ["L08:1"]
    assert zone(play(position(zones=["L08"]), "end"), 0) == ["L08"]


def test_km_93_map_cards_first_then_zones_in_turn_order():
    state = position(
        seats=3,
        active=1,
        map={(0, 0): "D334", (1, 0): "D101:2", (2, 0): "D111:2"},
        zones=["L16", "L16", "L16"],
        support=["0/0/0", "2/2/2", "0/0/0"],
        vp=[18, 18, 18],
        piles={"public": "D235 D231"},
    )
    won = play(state, "build", "take public", "place rebuild 1,0", *["vote for"] * 3)
    assert (asked(won), won.question.kind) == (1, "group")
    assert [player.vp for player in won.players] == [18, 18, 18]
    ended = play(won, "group citizens")
    assert ([player.vp for player in ended.players], ended.phase) == ([18, 20, 18], "over")


@pytest.mark.parametrize("cards", [("D112", "D223"), ("D223", "D112")])
def test_km_93_map_cards_in_canonical_order(cards):
    city = {(0, 0): cards[0], (1, 0): cards[1]}
    ready = play(position(map=city, piles={"base": "D101"}), "build", "take base")
    assert [event.card for event in told(step(ready, "place create 2,0"), "ReactionHappened")] == [*cards]


def test_km_93_within_a_zone_in_order_of_entering():
    state = position(hands=["S01"] * 2, zones=["", "G09 G09"], map={(0, 0): "D135"})
    asking = play(state, "use 0,0 0")
    first = play(asking, "1: group citizens")
    assert (asked(first), first.players[1].support) == (1, (1, 0, 0))


def test_km_93_a_card_that_left_play_is_skipped():
    state = position(vp=[0, 0], zones=["L17:6 L01"], phase="start")
    assert (state.players[0].vp, zone(state, 0)) == (3, ["L01"])


def test_km_94_a_card_does_not_react_to_its_own_building():
    city = {(0, 0): "D131"}
    built = play(
        position(map=city | {(1, 0): "D111:1", (2, 0): "D121:1"}, piles={"residential": "D204 D204"}),
        "build",
        "take residential",
        "place create -1,0",
        "pay 1,0*1 2,0*1",
    )
    assert goods(built, (-1, 0)) == 3


@pytest.mark.parametrize("active", [0, 1])
def test_km_95_on_a_map_card_you_are_who_uses_it_or_whose_deed_it_was(active):
    city = {(0, 0): "D303", (1, 0): "D101"}
    state = position(map=city, active=active, piles={"base": "D133"})
    built = play(state, "build", "take base", "place create 0,1", "group merchants")
    assert built.players[active].support == (1, 1, 0)
    assert built.players[1 - active].support == (0, 0, 0)


def test_km_95_in_a_zone_its_controller_and_on_an_event_its_player():
    state = play(position(hands=["", "S03"], active=1), "play S03")
    assert [player.support for player in state.players] == [(0, 0, 0), (2, 0, 0)]
    discarding = play(position(hands=["S01"], zones=["", "G09"], map={(0, 0): "D135"}), "use 0,0 0")
    assert asked(discarding) == 1


def test_km_96_a_legal_option_must_be_chosen():
    state = play(position(map={(0, 0): "D101", (1, 0): "D111"}, hands=["S02"]), "play S02")
    assert moves(state) == ["target 0,0", "target 1,0"]
    for text in ("stop", "decline", "end", "target 5,5", "target #1"):
        assert refused(state, text).rule


def test_km_96_up_to_allows_to_stop():
    piles = {"commercial": "D211 D216", "industrial": "D223 D225"}
    state = play(position(map={(0, 0): "D101"}, hands=["S10"], decks=["L01"], piles=piles), "play S10")
    assert moves(state) == ["pile commercial", "pile industrial", "stop"]
    stopped = play(state, "pile commercial", "stop")
    assert (stopped.piles.commercial, stopped.players[0].hand) == (("D216", "D211"), ("L01",))


def test_km_97_as_much_as_possible_is_done():
    assert play(position(hands=["S01"], decks=["L01"]), "play S01").players[0].hand == ("L01",)
    assert play(position(hands=["S01"]), "play S01").question.kind == "main"
    lost = play(position(hands=["S08"], support=["0/0/0", "1/0/0"]), "play S08", "group citizens")
    assert lost.players[1].support == (0, 0, 0)


def test_km_97_goods_and_points_do_not_fall_below_zero():
    playing = Play(position(map={(0, 0): "D101:2"}, vp=[1]))
    add_goods(playing, playing.city.lots[0].serial, -5)
    gain_vp(playing, 0, -5)
    state = playing.freeze()
    assert (goods(state, (0, 0)), state.players[0].vp) == (0, 0)


def test_km_97_where_no_goods_can_lie_none_are_put():
    playing = Play(position(map={(0, 0): "D131", (1, 0): "T101"}))
    for lot in playing.city.lots:
        add_goods(playing, lot.serial, 2)
    assert on_map(playing.freeze()) == {(0, 0): "D131", (1, 0): "T101"}


def test_km_98_a_window_is_opened_for_those_who_may_answer():
    state = play(position(hands=["S03", "K07", "K07"], seats=3, support=["1/0/0"]), "play S03")
    view = RULESET.view_for(state, None).window
    assert (view.on, view.actor, view.card, view.asked) == ("event_play", 0, "S03", 1)
