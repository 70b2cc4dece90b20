"""KM-115: every kind of effect."""

import pytest

from games.rules.karciane_miasto.cards import EFFECTS
from tests.rules.karciane_miasto.build import (
    RULESET,
    asked,
    goods,
    kinds,
    on_map,
    play,
    position,
    ref,
    zone,
)

CITY = {(0, 0): "D101:2", (1, 0): "D111:2"}
HOUSE = {"public": "D235 D231"}


def test_km_115_the_cards_use_every_kind_of_effect():
    used = {effect.kind for effect in EFFECTS.values()}
    assert used == {
        "vp", "support", "goods", "draw", "search", "recover", "refresh", "ready", "occupy", "counters", "leave",
        "destroy", "modify", "block", "stop_build", "cancel", "vote_add", "vote_mute", "vote_tie", "vote_switch",
        "vote_cancel", "choose", "when",
    }  # fmt: skip


def test_km_115_vp():
    assert play(position(map={(0, 0): "D323:3"}), "use 0,0 0").players[0].vp == 1


def test_km_115_support_of_a_fixed_group_and_of_each():
    assert play(position(hands=["S05"]), "play S05").players[0].support == (0, 0, 2)
    assert play(position(hands=["S16"], map=CITY), "play S16", "option 0").players[0].support == (1, 1, 1)


def test_km_115_support_of_a_chosen_group():
    state = position(map={(0, 0): "D234"}, zones=["O02"])
    used = play(state, "use 0,0 0")
    assert kinds(used, "group") == ["citizens", "merchants", "industrialists"]
    assert play(used, "group merchants").players[0].support == (0, 1, 0)


def lobbying(support):
    state = position(zones=["O07"], support=[support])
    return play(state, f"use {ref(state, 0, 'O07')} 0", "option 1")


def test_km_115_support_of_an_empty_group():
    state = lobbying("1/0/0")
    assert kinds(state, "group") == ["merchants", "industrialists"]
    assert play(state, "group industrialists").players[0].support == (1, 0, 1)
    assert lobbying("1/2/3").players[0].support == (1, 2, 3)


@pytest.mark.parametrize(
    ("pile", "card", "gained"),
    [
        ("industrial", "D223", (0, 0, 2)),
        ("commercial", "D216", (0, 2, 0)),
        ("residential", "D201", (2, 0, 0)),
    ],
)
def test_km_115_support_of_the_object_while_it_is_paid_for(pile, card, gained):
    city = CITY | {(2, 0): "D121:2"}
    state = position(map=city, hands=["", "K08"], piles={pile: f"{card} {card}"})
    paying = play(state, "build", f"take {pile}", "place create 0,1")
    paid = play(paying, f"pay {kinds(paying, 'pay')[0]}", "1: respond K08")
    assert paid.players[1].support == gained


def test_km_115_support_of_a_public_object_is_chosen():
    state = position(map=CITY, hands=["", "K08"], piles=HOUSE)
    steps = ("build", "take public", "place create 0,1", "pay 0,0*1 1,0*1", "1: respond K08")
    asking = play(state, *steps)
    assert asked(asking) == 1
    assert play(asking, "1: group industrialists").players[1].support == (0, 0, 2)


def test_km_115_goods():
    state = position(map=CITY, zones=["O02"])
    used = play(state, f"use {ref(state, 0, 'O02')} 0", "target 1,0")
    assert on_map(used) == {(0, 0): "D101:2", (1, 0): "D111:3"}


def test_km_115_draw():
    state = play(position(hands=["S01"], decks=["L01 L02 L03"]), "play S01")
    assert (state.players[0].hand, state.players[0].deck) == (("L01", "L02"), ("L03",))


def searching(deck):
    state = position(zones=["O10"], hands=["S01"], decks=[deck])
    return play(state, f"use {ref(state, 0, 'O10')} 0")


def test_km_115_search():
    state = searching("L01 L02 L03 L04 L05")
    assert kinds(state, "find") == ["L01", "L02", "L03"]
    found = play(state, "find L02").players[0]
    assert (found.hand, found.deck) == (("L02",), ("L04", "L05", "L01", "L03"))


def test_km_115_a_search_is_seen_by_nobody_else():
    state = searching("L01 L02 L03 L04 L05")
    assert not any(card in repr(RULESET.view_for(state, 1)) for card in ("L01", "L02", "L03"))
    assert RULESET.parse_move("find L02").secret
    one, other = play(state, "find L02"), play(state, "find L01")
    assert RULESET.view_for(one, 1) == RULESET.view_for(other, 1)


def test_km_115_a_search_in_a_short_deck():
    assert kinds(searching("L01 L02"), "find") == ["L01", "L02"]
    assert searching("").question.kind == "main"


def test_km_115_recover():
    state = play(position(hands=["S11"], discards=["O02 S01 L01 G01"]), "play S11")
    assert {*kinds(state, "recover")} == {"O02", "L01"}
    mine = play(state, "recover O02").players[0]
    assert (mine.hand, mine.discard) == (("O02",), ("S01", "L01", "G01", "S11"))


PILES = {"commercial": "D211 D216 D214", "industrial": "D223 D225", "public": "D231"}


def test_km_115_refresh():
    state = play(position(map=CITY, hands=["S10"], piles=PILES), "play S10")
    assert kinds(state, "pile") == ["commercial", "industrial"]
    twice = play(state, "pile commercial", "pile commercial")
    assert (twice.piles.commercial, twice.question.kind) == (("D214", "D211", "D216"), "main")


def test_km_115_ready_and_occupy():
    assert zone(play(position(hands=["S09"], zones=["O02!"]), "play S09"), 0) == ["O02"]
    state = position(zones=["O04", "O02 O03"])
    used = play(state, f"use {ref(state, 0, 'O04')} 0", f"target {ref(state, 1, 'O03')}")
    assert (zone(used, 0), zone(used, 1)) == (["O04!"], ["O02", "O03!"])


def test_km_115_counters():
    state = position(hands=["S15"], support=["3/0/0"], zones=["L01:2 L02"])
    fulfilled = play(state, "play S15", f"target {ref(state, 0, 'L01')}").players[0]
    assert (fulfilled.vp, fulfilled.discard) == (3, ("L01", "S15"))


def test_km_115_leave():
    state = position(hands=["S07"], support=["1/0/0"], zones=["", "O02 G01"])
    gone = play(state, "play S07", f"target {ref(state, 1, 'G01')}")
    assert (zone(gone, 1), gone.players[1].discard) == (["O02"], ("G01",))


def test_km_115_destroy():
    state = position(map=CITY, hands=["S06"], support=["1/0/0"], piles={"base": "T101"})
    gone = play(state, "play S06", "target 1,0")
    assert (on_map(gone), gone.piles.base) == ({(0, 0): "D101:2"}, ("T101", "D111"))


def test_km_115_modify():
    state = position(map=CITY, hands=["S13"], piles={"industrial": "D223 D225"})
    built = play(state, "play S13", "build", "take industrial", "place create 0,1")
    assert goods(built, (0, 1)) == 2
    assert len(built.turn.lasting) == 1


def test_km_115_block_lasts_for_the_build():
    city = CITY | {(2, 0): "D112:1", (3, 0): "D213"}
    state = position(map=city, hands=["", "K01"], piles={"industrial": "D223 D225"})
    steps = (
        "build",
        "take industrial",
        "place create 0,1",
        "pay 0,0*1 1,0*1",
        "1: respond K01",
    )
    blocked = play(state, *steps)
    lots = {(lot.x, lot.y): lot.blocked for lot in RULESET.view_for(blocked, None).city}
    assert {cell for cell, is_blocked in lots.items() if is_blocked} == {(1, 0)}
    built = play(blocked, "pay 0,0*1 2,0*1")
    assert goods(built, (0, 1)) == 2
    assert not any(lot.blocked for lot in RULESET.view_for(built, None).city)


def test_km_115_stop_build():
    city = CITY | {(0, 2): "T101"}
    state = position(map=city, hands=["", "K06"], support=["0/0/0", "2/0/0"], piles={"base": "D121"})
    stopped = play(state, "build", "take base", "place create 0,1", "1: respond K06")
    assert (stopped.build, on_map(stopped), stopped.piles.base) == (None, city, ("D121",))


def test_km_115_cancel():
    state = position(hands=["S03", "K04"], support=["0/0/0", "1/0/0"])
    cancelled = play(state, "play S03", "1: respond K04")
    assert (cancelled.players[0].support, cancelled.players[0].discard) == ((0, 0, 0), ("S03",))


def voting(hands, *, support=("1/1/1", "1/1/1"), seats=2, declared=("vote against", "vote for")):
    """Return a vote in its window; the others are AGAINST, the applicant FOR."""
    state = position(
        map=CITY, hands=hands, piles=HOUSE, support=support, seats=seats, decks=["L01 L02", "L01 L02"]
    )
    return play(state, "build", "take public", "place rebuild 0,0", *declared)


def sums(state):
    return RULESET.view_for(state, None).vote.sums


def test_km_115_vote_add():
    state = voting(["", "V01 V04"])
    one = play(state, "1: respond V01", "group merchants")
    assert sums(one) == ((1, 1), (1, 4), (1, 1))
    assert sums(play(voting(["", "V04 V01"]), "1: respond V04")) == ((1, 2), (1, 2), (1, 2))


def test_km_115_added_votes_stay_when_the_declaration_changes():
    state = play(voting(["", "V01 V06 V04"]), "1: respond V01", "group merchants", "1: respond V06")
    assert sums(state) == ((2, 0), (2, 3), (2, 0))
    assert RULESET.view_for(state, None).vote.declared == (True, True)


def test_km_115_vote_mute():
    state = voting(["", "V05 V04"], support=("2/2/2", "1/1/1"))
    assert sums(play(state, "1: respond V05", "group citizens")) == ((0, 1), (2, 1), (2, 1))


def test_km_115_vote_mute_of_an_opponent_of_choice():
    state = voting(["V05 V04"], seats=3, declared=("vote against", "vote against", "vote for"))
    asking = play(state, "0: respond V05")
    assert kinds(asking, "opponent") == ["1", "2"]
    assert sums(play(asking, "opponent 1", "group citizens"))[0] == (1, 0)


def test_km_115_vote_tie():
    state = play(voting(["V03 V04", ""]), "0: respond V03")
    assert RULESET.view_for(state, None).vote.council == (True, True, True)
    assert state.players[0].hand == ("V04", "L01")


def test_km_115_vote_switch():
    state = play(voting(["", "V06 V04"]), "1: respond V06")
    assert RULESET.view_for(state, None).vote.declared == (True, True)
    assert state.players[1].hand == ("V04", "L01", "L02")


def test_km_115_vote_cancel():
    state = play(voting(["", "V02"]), "1: respond V02")
    assert (state.vote, state.build, state.question.kind) == (None, None, "main")


def test_km_115_choose():
    state = play(position(map=CITY, hands=["S16"]), "play S16")
    assert kinds(state, "option") == ["0", "1"]


def test_km_115_when():
    city = {(0, 0): "D121", (0, 2): "T102"}
    state = position(map=city, piles={"base": "D124"})
    near, far = "place create 0,1", "place create 1,0"
    assert goods(play(state, "build", "take base", near), (0, 1)) == 3
    assert goods(play(state, "build", "take base", far), (1, 0)) == 1


def test_km_115_an_opponent_of_choice_or_the_other_without_a_question():
    two = play(position(hands=["S08"], support=["0/0/0", "3/0/0"]), "play S08")
    assert two.question.kind == "group"
    three = play(position(seats=3, hands=["S08"], support=["0/0/0", "3/0/0", "3/0/0"]), "play S08")
    assert kinds(three, "opponent") == ["1", "2"]
    lost = play(three, "opponent 2", "group citizens")
    assert [player.support[0] for player in lost.players] == [0, 3, 1]
