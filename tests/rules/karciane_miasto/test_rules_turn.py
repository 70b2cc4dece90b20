"""KM-27 to KM-35: whose turn it is, and its phases."""

from dataclasses import replace
from typing import get_args

import pytest

from games.rules.karciane_miasto.engine import STEPS, go_on
from games.rules.karciane_miasto.flow import building, main_phase, paying, turns, voting, windows
from games.rules.karciane_miasto.settings import Wishes
from games.rules.karciane_miasto.tasks import Do, StepName
from games.rules.protocol import RulesError
from games.rules.records import renewed
from tests.rules.karciane_miasto.build import (
    RULESET,
    asked,
    kinds,
    moves,
    play,
    position,
    ref,
    refused,
    step,
    zone,
)

ORDER = Wishes(auto_order=False)


def test_every_step_is_done_in_one_way():
    assert STEPS.keys() == {*get_args(StepName)}
    parts = (building, main_phase, paying, turns, voting, windows)
    assert len(STEPS) == sum(len(part.STEPS) for part in parts)


def hand(state, seat=0):
    return " ".join(state.players[seat].hand)


@pytest.mark.parametrize("text", ["play S03", "build", "end", "exchange citizens"])
def test_km_27_the_others_do_nothing_outside_a_window(text):
    state = position(hands=["", "S03 K03"], support=["0/0/0", "5/0/0"], map={(0, 0): "D101"})
    assert RULESET.to_act(state) == {0}
    with pytest.raises(RulesError):
        step(state, text, 1)


def test_km_27_the_others_answer_in_windows():
    state = play(position(hands=["S03", "K07"], support=["1/0/0"]), "play S03")
    assert (asked(state), kinds(state, "respond")) == (1, ["K07"])


def test_km_28_the_phases_in_their_order():
    started = position(phase="start", map={(0, 0): "D101", (1, 0): "D111"}, zones=["G01:2"], decks=["L01"])
    assert (started.phase, zone(started, 0), hand(started)) == ("start", ["G01:2"], "")
    main = play(started, "target 0,0")
    assert (main.phase, zone(main, 0), hand(main)) == ("main", ["G01:1"], "L01")
    ended = play(position(hands=["S01 S01 S01 S01 S02 S03 S04 S05"]), "end")
    assert (ended.phase, ended.question.kind) == ("end", "hand")


def test_km_29_reactions_at_the_start_of_the_own_turn():
    state = position(phase="start", zones=["G03:2 L17", "G03:2 L17"])
    assert [player.support for player in state.players] == [(1, 0, 0), (0, 0, 0)]
    assert (zone(state, 0), zone(state, 1)) == (["G03:1", "L17:1"], ["G03:2", "L17"])


def test_km_30_every_own_long_event_loses_a_time_counter():
    state = position(phase="time", zones=["G03:3 G04:2", "G05:2"])
    assert (zone(state, 0), zone(state, 1)) == (["G03:2", "G04:1"], ["G05:2"])


def test_km_30_without_counters_it_is_put_away_and_its_text_ends():
    state = position(phase="time", zones=["G02:1 G04:2"], discards=["S01"])
    assert (zone(state, 0), state.players[0].discard) == (["G04:1"], ("S01", "G02"))
    assert RULESET.view_for(state, None).indices[0].level == 0


def test_km_30_the_last_start_of_a_long_event_still_counts():
    state = position(phase="start", zones=["G03:1"])
    assert (state.players[0].support, zone(state, 0)) == ((1, 0, 0), [])


def _passing(zones, **rest):
    return position(phase="time", zones=zones, wishes=[ORDER], **rest)


def test_km_30_or_the_player_orders_them():
    state = _passing(["G02:1 G04:2 O02! G03:1"], decks=["L01"])
    smog, relief, scheme = (ref(state, 0, card) for card in ("G02", "G04", "G03"))
    assert (asked(state), state.phase, kinds(state, "time")) == (0, "time", [smog, relief, scheme])
    assert RULESET.clocks.kind_of(state, 0) == "choice"
    assert str(RULESET.default_move(state, 0)) == f"time {smog}"
    first = play(state, f"time {scheme}")
    assert (kinds(first, "time"), first.players[0].discard) == ([smog, relief], ("G03",))
    assert zone(first, 0) == ["G02:1", "G04:2", "O02!"]
    last = play(first, f"time {relief}")
    assert (zone(last, 0), last.players[0].discard) == (["G04:1", "O02"], ("G03", "G02"))
    assert (last.phase, last.players[0].hand) == ("main", ("L01",))


def test_km_30_what_is_not_due_is_refused():
    state = _passing(["G02:1 G04:2 O02!"])
    assert refused(state, f"time {ref(state, 0, 'O02')}").rule == "KM-96"
    after = play(state, f"time {ref(state, 0, 'G04')}")
    assert after.question.kind == "main"


@pytest.mark.parametrize("zones", ["G02:1", "G02:2 G02:2", "G04:2 O02! L01"])
def test_km_30_where_there_is_no_choice_nothing_is_asked(zones):
    assert _passing([zones]).question.kind == "main"


def test_km_30_only_the_active_players_own_setting_counts():
    state = position(phase="time", zones=["G02:2 G04:2", "G02:2 G04:2"], wishes=[Wishes(), ORDER])
    assert state.question.kind == "main"


def test_km_30_who_sees_the_question_and_that_it_is_put_again_when_others_leave():
    state = _passing(["G02:2 G04:2"], seats=3)
    mine, theirs = (RULESET.view_for(state, seat).decision for seat in (0, 1))
    assert [option.card for option in mine.options] == ["G02", "G04"]
    assert (theirs.kind, theirs.options) == ("time", ())
    left = step(state, "leave", 1).state
    assert (asked(left), kinds(left, "time")) == (0, kinds(state, "time"))
    assert step(state, "leave", 0).state.turn.active == 1


def test_km_30_under_version_1_nobody_was_asked():
    asked_now = _passing(["G02:1 G04:2"])
    assert (asked_now.deal.version, asked_now.question.kind) == (3, "time")
    deal = replace(asked_now.deal, version=1)
    former = renewed(asked_now, deal=deal, agenda=(Do("time"),), question=None)
    assert go_on(former).question.kind == "main"


def test_km_30_the_own_officials_become_ready():
    state = position(phase="time", zones=["O02! O03", "O04!"])
    assert (zone(state, 0), zone(state, 1)) == (["O02", "O03"], ["O04!"])


@pytest.mark.parametrize(
    ("hand_before", "deck", "after"),
    [
        ("", "L01 L02", "L01"),
        ("S01 S01 S01 S01 S01 S01 S01 S01", "L01", "S01 S01 S01 S01 S01 S01 S01 S01 L01"),
        ("S01", "", "S01"),
    ],
)
def test_km_31_draw_one_card_whatever_the_limit(hand_before, deck, after):
    state = position(phase="draw", hands=[hand_before], decks=[deck])
    assert (hand(state), state.phase, state.question.kind) == (after, "main", "main")


def test_km_32_what_the_main_phase_offers():
    state = position(
        map={(0, 0): "D115", (1, 0): "D121:1"},
        hands=["S03 L01 O05 G04"],
        zones=["O03 L15"],
        support=["5/0/0"],
        piles={"commercial": "D211 D216"},
    )
    legal = moves(state)
    officials = [f"use {ref(state, 0, 'O03')} 1"]
    assert {"play S03", "play L01", "play O05", "play G04", "use 0,0 0", *officials} <= {*legal}
    assert {"build", "exchange citizens", "swap commercial citizens", "end"} <= {*legal}
    assert f"use {ref(state, 0, 'L15')} 0" not in legal


def test_km_32_in_any_order_and_as_often_as_possible():
    state = play(position(hands=["S03 S04 S03"]), "play S03", "play S04", "play S03")
    assert (state.players[0].support, state.question.kind) == ((4, 2, 0), "main")


def test_km_32_one_build_phase_a_turn_and_it_may_be_left_out():
    state = position(map={(0, 0): "D101"}, piles={"base": "T104 T104"})
    built = play(state, "build", "take base", "place create 1,0")
    assert "build" not in moves(built)
    assert refused(built, "build").rule in {"KM-32", "KM-49"}
    assert asked(play(state, "end")) == 1


def test_km_33_first_the_reactions_then_the_hand_limit():
    state = position(hands=["S01 S01 S01 S01 S01 S01 S01"], decks=["L01 L02"], zones=["G07:3"])
    ended = play(state, "end")
    assert (hand(ended), ended.question.kind) == ("S01 S01 S01 S01 S01 S01 S01 L01", "hand")
    assert kinds(ended, "discard") == ["S01", "L01"]


def test_km_33_the_player_chooses_the_cards_and_their_order():
    state = play(position(hands=["S01 S02 S03 S04 S05 S06 S07 S08 S09"]), "end", "discard S05", "discard S02")
    assert hand(state) == "S01 S03 S04 S06 S07 S08 S09"
    assert (state.players[0].discard, asked(state)) == (("S05", "S02"), 1)


def test_km_33_what_lasts_for_the_turn_expires():
    state = play(position(hands=["S13"], map={(0, 0): "D101"}), "play S13")
    assert len(state.turn.lasting) == 1
    assert play(state, "end").turn.lasting == ()


@pytest.mark.parametrize(
    ("zones", "limits"),
    [
        (["", ""], [7, 7]),
        (["G09", ""], [7, 5]),
        (["G09", "G09"], [5, 5]),
        (["", "G09 G09 G09 G09"], [0, 7]),
    ],
)
def test_km_34_the_limit_is_seven_changed_by_modifiers(zones, limits):
    view = RULESET.view_for(position(zones=zones), None)
    assert [player.hand_limit for player in view.players] == limits


def test_km_34_it_is_checked_only_at_the_end():
    state = position(hands=["S01 S01 S01 S01 S01 S01 S01 S01 S01"])
    assert state.question.kind == "main"
    assert play(state, "end").question.kind == "hand"


def test_km_35_reactions_come_in_canonical_order_by_themselves():
    state = position(phase="start", map={(0, 0): "D101", (1, 0): "D111"}, zones=["G01:2 L17 G03:2"])
    assert (zone(state, 0), state.players[0].support) == (["G01:2", "L17", "G03:2"], (0, 0, 0))
    after = play(state, "target 0,0")
    assert (zone(after, 0), after.players[0].support) == (["G01:1", "L17:1", "G03:1"], (1, 0, 0))


def _ordering(zones):
    return position(phase="start", map={(0, 0): "D101", (1, 0): "D111"}, zones=zones, wishes=[ORDER])


def test_km_35_or_the_player_orders_them():
    state = _ordering(["G01:2 L17 G03:2"])
    names = [ref(state, 0, card) for card in ("G01", "L17", "G03")]
    assert [option.split()[0] for option in kinds(state, "next")] == names
    first = play(state, next(move for move in moves(state) if names[2] in move))
    assert first.players[0].support == (1, 0, 0)
    assert [option.split()[0] for option in kinds(first, "next")] == names[:2]


def test_km_35_one_reaction_needs_no_order():
    assert _ordering(["L17 G02"]).question.kind == "main"


def test_km_35_also_where_discards_down_to_the_hand_limit_cause_them():
    eight = "S01 S02 S03 S04 S05 S06 S07 S08"
    state = position(seats=3, hands=[eight], zones=["", "G09", "G09"], wishes=[ORDER])
    ordering = play(state, "end", "discard S01")
    assert (asked(ordering), len(kinds(ordering, "next"))) == (0, 2)
    theirs = ref(state, 2, "G09")
    last_first = play(ordering, next(move for move in moves(ordering) if f"{theirs} " in move))
    assert asked(last_first) == 2


def test_km_35_at_the_end_of_the_turn_too():
    state = position(zones=["G07:3 L08"], map={(0, 0): "D331"}, wishes=[ORDER], decks=["L01"])
    ended = play(state, "end")
    assert len(kinds(ended, "next")) == 2
