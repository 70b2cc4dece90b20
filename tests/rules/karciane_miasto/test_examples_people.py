"""The worked examples about votes, cards and turns: KM-E5 to KM-E7, KM-E11 to KM-E15, KM-E18, KM-E20, KM-E21."""

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

CITY = {(0, 0): "D101:2", (1, 0): "D111:2"}
HOUSE = {"base": "T101 T102", "public": "D235 D231"}
REBUILD = ("build", "take public", "place rebuild 0,0")


def rebuild(*answers, **rest):
    return play(position(map=CITY, piles=HOUSE, **rest), *REBUILD, *answers)


def council(state):
    view = RULESET.view_for(state, None).vote
    return view.sums, view.won, view.unanimous


def test_km_e5_rebuild_vote_won():
    state = rebuild(seats=3, support=["3/1/0", "2/2/2", "0/2/3"])
    assert asked(state) == 1
    won = play(state, "1: vote against", "2: vote for", "0: vote for")
    assert (won.question.kind, asked(won)) == ("pay", 0)
    paid = play(won, "pay 0,0*1 1,0*1")
    assert on_map(paid) == {(0, 0): "D235", (1, 0): "D111:1"}
    assert paid.piles.base == ("T101", "T102", "D101")
    thanked = play(paid, "group industrialists")
    assert thanked.players[0].support == (3, 1, 2)


def test_km_e5_the_count():
    rest = {"support": ["3/1/0", "2/2/2", "0/2/3"], "hands": ["", "V07"], "seats": 3}
    window = rebuild("vote against", "vote for", "vote for", **rest)
    assert council(window) == (((3, 2), (3, 2), (3, 2)), True, True)


LOST = {"seats": 3, "support": ["3/3/1", "1/1/1", "1/2/1"]}
"""KM-E6: the motion has one Council vote."""


def test_km_e6_vote_lost():
    state = rebuild("1: vote against", "2: vote against", "0: vote for", **LOST)
    assert (on_map(state), state.piles.public, state.build) == (CITY, ("D235", "D231"), None)
    assert (state.question.kind, "build" in moves(state)) == ("main", False)
    theirs = play(state, "end", "1: build", "1: take public")
    assert theirs.build.card == "D235"


def test_km_e6_the_count():
    window = rebuild("vote against", "vote against", "vote for", hands=["", "V07"], **LOST)
    assert council(window) == (((3, 2), (3, 3), (1, 2)), False, False)


def chairs(hands):
    return rebuild("vote against", "vote for", support=["2/2/0", "2/1/3"], hands=hands)


def test_km_e7_the_chairs_vote():
    assert chairs(["", ""]).question.kind == "main"
    assert play(chairs(["V03", ""]), "0: respond V03").question.kind == "pay"
    window = play(chairs(["V03", "V03 V07"]), "1: pass", "0: respond V03")
    assert RULESET.view_for(window, None).vote.council == (True, True, False)
    lost = play(window, "1: respond V03")
    assert RULESET.view_for(lost, None).vote.council == (False, True, False)
    assert play(lost, "1: pass").question.kind == "main"


def test_km_e11_exchange():
    state = position(seats=3, support=["0/5/0", "0/4/0", "3/0/0"], zones=["L11"])
    traded = play(state, "exchange merchants")
    assert [player.vp for player in traded.players] == [1, 0, 0]
    assert [player.support for player in traded.players] == [(0, 0, 0), (0, 0, 0), (3, 0, 0)]
    assert zone(traded, 0) == ["L11:1"]


def test_km_e12_swap():
    piles = {"commercial": "D211 D311 D212 D213"}
    swapped = play(position(map={(0, 0): "D121"}, support=["1/0/0"], piles=piles), "swap commercial citizens")
    assert swapped.piles.commercial == ("D213", "D211", "D311", "D212")
    assert swapped.players[0].support == (0, 0, 0)


def test_km_e13_long_event():
    city = {(0, 0): "D101", (1, 0): "D111"}
    state = play(position(map=city, hands=["G01"], round=5), "play G01")
    seen = []
    for _ in range(3):
        state = play(state, "0: end", "1: end", "0: target 0,0")
        seen.append((state.turn.round, goods(state, (0, 0)), zone(state, 0)))
    assert seen == [(6, 1, ["G01:2"]), (7, 2, ["G01:1"]), (8, 3, [])]
    assert state.players[0].discard == ("G01",)


def test_km_e14_officials_are_unique():
    state = position(active=1, map={(0, 0): "D101"}, hands=["", "O02"], zones=["O02!"])
    played = play(state, "1: play O02")
    assert (zone(played, 0), played.players[0].discard, zone(played, 1)) == ([], ("O02",), ["O02"])
    used = play(played, f"1: use {ref(played, 1, 'O02')} 0")
    assert (goods(used, (0, 0)), zone(used, 1)) == (1, ["O02!"])


def test_km_e15_action_and_action_1():
    city = {(0, 0): "D215:2", (1, 0): "D135"}
    state = position(map=city, zones=["O03 O05"], hands=["S01 S02", "S03 S04"], decks=["L01 L02", "L03"])
    twice = play(state, "use 0,0 0", f"occupy {ref(state, 0, 'O03')}", "use 0,0 0")
    assert (goods(twice, (0, 0)), zone(twice, 0)) == (4, ["O03!", "O05!"])
    assert refused(twice, "use 0,0 0").rule
    read = play(twice, "use 1,0 0", "discard S01")
    assert read.players[0].hand == ("S02", "L01")
    assert refused(read, "use 1,0 0").rule == "KM-90"
    theirs = play(read, "end")
    assert "use 1,0 0" in moves(theirs)
    again = play(theirs, "1: use 1,0 0", "1: discard S03")
    assert refused(again, "use 1,0 0").rule == "KM-90"


def test_km_e18_hand_limit_and_paper_jam():
    state = position(
        hands=["S01 S02 S03 S04 S05 S06 S07 S08 S09"], zones=["", "G09"], support=["0/0/0", "4/0/0"]
    )
    assert RULESET.view_for(state, None).players[0].hand_limit == 5
    state = play(state, "end")
    for card, group in (
        ("S01", "citizens"),
        ("S02", "citizens"),
        ("S03", "merchants"),
        ("S04", "industrialists"),
    ):
        assert asked(state) == 0
        state = play(state, f"0: discard {card}", f"1: group {group}")
    assert state.players[1].support == (5, 1, 1)
    assert (state.players[0].hand, asked(state)) == (("S05", "S06", "S07", "S08", "S09"), 1)


def test_km_e20_broken_quorum():
    rest = {"hands": ["", "V02"], "zones": ["L16", "L16"], "support": ["2/2/2"]}
    ended = play(rebuild("vote for", "vote for", **rest), "1: respond V02")
    assert (zone(ended, 0), zone(ended, 1)) == (["L16"], ["L16"])
    assert (ended.piles.public, on_map(ended)) == (("D235", "D231"), CITY)
    assert (ended.players[1].discard, "build" in moves(ended)) == (("V02",), False)


def test_km_e21_winning_in_the_middle_of_a_turn():
    city = {(0, 0): "D235"}
    state = position(map=city, vp=[18], zones=["L01:2"], piles={"base": "D101 D111"}, decks=["L02"])
    won = play(state, "build", "take base", "place create 1,0")
    assert (won.players[0].vp, won.phase, RULESET.to_act(won)) == (21, "over", frozenset())
    assert won.players[0].hand == ()


def test_km_e21_otherwise_the_action_b_would_be_offered():
    state = position(map={(0, 0): "D235"}, vp=[10], zones=["L01:2"], piles={"base": "D101 D111"})
    built = play(state, "build", "take base", "place create 1,0")
    assert kinds(built, "action_b") == ["0,0 0"]
