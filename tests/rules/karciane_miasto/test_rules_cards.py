"""KM-36 to KM-43: playing cards, Plans, Officials, Long Events, and the discard pile."""

import pytest

from tests.rules.karciane_miasto.build import (
    RULESET,
    asked,
    goods,
    kinds,
    moves,
    play,
    position,
    ref,
    refused,
    zone,
)

HOUSES = {(0, 0): "D101:2", (1, 0): "D111:2"}


def test_km_36_short_and_long_events_plans_and_officials_in_the_own_main_phase():
    state = position(hands=["S03 G04 L01 O02 K03 V01"])
    assert kinds(state, "play") == ["S03", "G04", "L01", "O02"]
    assert refused(state, "play K03").rule == "KM-36"
    assert refused(state, "play V01").rule == "KM-36"


def test_km_36_not_during_the_build_phase():
    state = play(position(map=HOUSES, hands=["S03"], piles={"base": "T104"}), "build")
    assert kinds(state, "play") == []
    assert refused(state, "play S03").rule


def test_km_36_only_cards_in_hand():
    assert refused(position(hands=["", "S03"]), "play S03").rule == "KM-36"


def _why(state, card):
    return next(one.why for one in RULESET.view_for(state, 0).hand if one.card == card)


@pytest.mark.parametrize(
    ("card", "given"),
    [
        ("S15", {"support": ["2/2/2"], "zones": ["L01"]}),
        ("S15", {"support": ["3/0/0"]}),
        ("G06", {"support": ["1/1/0"]}),
        ("S06", {"support": ["0/0/0"], "map": HOUSES}),
        ("S06", {"support": ["1/0/0"], "map": {(0, 0): "D201:2"}}),
        ("S12", {"support": ["3/3/3"]}),
        ("S02", {"map": {(0, 0): "D131"}}),
        ("S11", {"discards": ["S01 G01"]}),
    ],
)
def test_km_37_requirements_costs_and_targets(card, given):
    state = position(hands=[card], **given)
    assert moves(state) == moves(position(**given))
    assert refused(state, f"play {card}").rule == _why(state, card).rule
    assert _why(state, card).rule in {"KM-37", "KM-48"}


def test_km_37_a_requirement_is_not_spent():
    state = position(hands=["S15"], support=["3/0/0"], zones=["L01 L02"])
    played = play(state, "play S15", f"target {ref(state, 0, 'L01')}")
    assert (played.players[0].support, zone(played, 0)) == ((3, 0, 0), ["L01:1", "L02"])


def test_km_37_one_legal_option_is_enough():
    state = position(hands=["S16"], map={(0, 0): "D131"})
    assert _why(state, "S16") is None
    played = play(state, "play S16")
    if played.question.kind == "option":
        assert kinds(played, "option") == ["0"]
        played = play(played, "option 0")
    assert played.players[0].support == (1, 1, 1)


def test_km_38_the_cost_is_paid_before_the_window():
    state = position(map=HOUSES, hands=["S06", "K04"], support=["1/0/0", "0/1/0"])
    asking = play(state, "play S06")
    assert (asked(asking), asking.window.on) == (1, "event_play")
    assert (asking.players[0].hand, asking.players[0].support) == ((), (0, 0, 0))


def test_km_38_a_cancelled_event_is_put_away_and_its_cost_stays_paid():
    state = position(map=HOUSES, hands=["S06", "K04"], support=["1/0/0", "0/1/0"])
    stopped = play(state, "play S06", "1: respond K04")
    assert [player.discard for player in stopped.players] == [("S06",), ("K04",)]
    assert [player.support for player in stopped.players] == [(0, 0, 0), (0, 0, 0)]
    assert (goods(stopped, (0, 0)), stopped.question.kind, asked(stopped)) == (2, "main", 0)


def test_km_38_all_choices_are_made_after_the_window():
    state = play(position(map=HOUSES, hands=["S02", "K07"], support=["1/0/0"]), "play S02")
    assert asked(state) == 1
    assert kinds(play(state, "pass"), "target") == ["0,0", "1,0"]


def test_km_38_a_long_event_enters_after_the_window():
    state = play(position(hands=["G05", "K05"], decks=["L01"]), "play G05")
    assert zone(state, 0) == []
    entered = play(state, "1: pass")
    assert (zone(entered, 0), entered.players[0].hand) == (["G05:2"], ("L01",))
    cancelled = play(state, "1: respond K05")
    assert (zone(cancelled, 0), cancelled.players[0].discard) == ([], ("G05",))


def test_km_38_a_played_event_is_put_away():
    assert play(position(hands=["S03"]), "play S03").players[0].discard == ("S03",)


def test_km_38_effects_happen_in_printed_order():
    state = play(position(map=HOUSES, hands=["S16"], decks=["L01"]), "play S16", "option 1")
    assert state.players[0].hand == ("L01",)
    assert goods(play(state, "target 1,0"), (1, 0)) == 3


@pytest.mark.parametrize("card", ["L01", "O02"])
def test_km_38_no_window_for_plans_and_officials(card):
    state = play(position(hands=[card, "K04 K05 K07"], support=["0/0/0", "1/0/0"]), f"play {card}")
    assert (state.question.kind, zone(state, 0)) == ("main", [card])


def test_km_39_no_second_plan_of_the_same_name():
    state = position(hands=["L01 L02 L03"], zones=["L01:1", "L02"])
    assert refused(state, "play L01").rule == "KM-39"
    assert zone(play(state, "play L02", "play L03"), 0) == ["L01:1", "L02", "L03"]


def test_km_40_a_fulfilled_plan_is_put_away_for_points():
    state = position(map=HOUSES, zones=["L01:2"], piles={"base": "D101 D101"}, hands=["L01"])
    built = play(state, "build", "take base", "place create 0,1")
    mine = built.players[0]
    assert (mine.vp, mine.zone, mine.discard, mine.fulfilled) == (3, (), ("L01",), 1)
    assert zone(play(built, "play L01"), 0) == ["L01"]


def test_km_40_every_plan_counts_for_its_controller():
    state = position(map=HOUSES, zones=["L02:1", "L01:1"], piles={"base": "D101 D101"})
    built = play(state, "build", "take base", "place create 0,1")
    assert (zone(built, 0), zone(built, 1)) == (["L02:1"], ["L01:1"])


def test_km_41_another_copy_of_an_official_puts_the_earlier_away():
    state = play(position(hands=["O02"], zones=["O02!"]), "play O02")
    assert (zone(state, 0), state.players[0].discard) == (["O02"], ("O02",))
    theirs = play(position(hands=["O02"], zones=["", "O02 O03"]), "play O02")
    assert (zone(theirs, 0), zone(theirs, 1)) == (["O02"], ["O03"])
    assert theirs.players[1].discard == ("O02",)


def test_km_41_an_official_enters_ready():
    state = play(position(map=HOUSES, hands=["O02"]), "play O02")
    assert f"use {ref(state, 0, 'O02')} 0" in moves(state)


def test_km_42_copies_of_a_long_event_add_up():
    state = position(hands=["G02"], zones=["G02", "G02"])
    assert RULESET.view_for(play(state, "play G02"), None).indices[0].level == 6


def test_km_43_only_costs_and_the_limit_discard():
    state = position(map={(0, 0): "D135"}, hands=["S03 S04"], zones=["", "G09"], decks=["L01"])
    assert play(state, "play S03").question.kind == "main"
    discarded = play(state, "use 0,0 0", "discard S04")
    assert (asked(discarded), discarded.question.kind) == (1, "group")
    gained = play(discarded, "1: group merchants")
    assert gained.players[1].support == (0, 1, 0)
    assert (gained.players[0].hand, gained.players[0].discard) == (("S03", "L01"), ("S04",))


def test_km_43_cards_go_to_the_owners_discard_pile_on_top():
    state = position(hands=["S03 S04"], discards=["L01"])
    assert play(state, "play S03", "play S04").players[0].discard == ("L01", "S03", "S04")
    top_first = RULESET.view_for(play(state, "play S03"), 1).players[0].discard
    assert top_first == ("S03", "L01")
