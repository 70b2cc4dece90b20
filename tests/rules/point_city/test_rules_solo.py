"""PC-65 to PC-77 and PC-84: the solo game."""

import pytest

from games.rules.point_city.cards import TOKENS
from games.rules.point_city.packed import EMPTY
from games.rules.protocol import CHANCE
from tests.rules.point_city.build import (
    RULESET,
    SeededDraw,
    city,
    moves,
    names,
    new_game,
    play,
    playout,
    refused,
    shown,
    step,
    table,
    to_move,
    tokens,
)

WALK = [
    *[(4, 8), (5, 9), (6, 10), (7, 11)],
    *[(8, 12), (9, 13), (10, 14), (11, 15)],
    *[(12, 0), (13, 1), (14, 2), (15, 3)],
    *[(0, 4), (1, 5), (2, 6), (3, 7)],
    (4, 8),
]
LEVELS = ("easy", "normal", "hard")
AUTOMA = "pc-001 pc-028 pc-044 pc-003 pc-038 pc-014 pc-033 pc-083 pc-008 pc-065"
"""Energy 3, economy 2, ecology 1, two civic; 15 printed points."""
PILE = (
    "pc-066 pc-067 pc-086 "
    + " ".join(f"pc-{n:03}" for n in range(116, 125))
    + " "
    + " ".join(f"pc-{n:03}" for n in range(135, 147))
)
"""24 resource cards, three of them ingenuity."""


def _solo(market=None, human=None, automa=None, turn=2, **rest):
    """A solo position; on an even turn the automa is to move."""
    return table(market or {}, human or city(cards="start"), automa or city(), seats=1, turn=turn, **rest)


def _automa_turns(seed=7):
    return [ply for ply in playout(1, seed) if ply.move.kind == "automa"]


def test_pc_65_set_up_as_for_two_but_only_the_human_gets_a_card():
    for seed in range(10):
        state = new_game(1, seed)
        assert to_move(state) == 0
        assert [len(each.cards) for each in state.cities] == [1, 0]
        assert (len(state.deal.order), len(state.line)) == (82, 10)


def test_pc_65_turns_alternate():
    turns = [ply.seat for ply in playout(1, seed=7) if ply.move.kind != "flip"]
    assert turns == [0, CHANCE] * 17


def test_pc_66_the_human_takes_any_token_and_the_line_closes_up():
    state = _solo(
        {0: "pc-008/B", 1: "pc-002"},
        city(cards="pc-085 pc-082"),
        turn=1,
        line="ct-flat-5 ct-energy ct-flat-7",
    )
    after = play(state, "take 0 1 pay industry2 industry2 get ct-energy")
    assert after.line == tokens("ct-flat-5 ct-flat-7")
    assert after.cities[0].tokens == tokens("ct-energy")


def test_pc_67_the_tokens_start_above_column_1_and_left_of_row_2():
    view = RULESET.view_for(new_game(1), 0)
    assert (view.automa.row, view.automa.column, view.automa.slots) == (2, 1, (4, 8))


def test_pc_68_it_takes_the_crossing_card_and_the_one_below_whatever_they_are():
    state = _solo({4: "pc-155/B", 8: "pc-012"})
    after = play(state, "automa")
    assert names(after.cities[1].buildings) == ["pc-155"]
    assert names(after.cities[1].cards) == ["pc-012"]
    assert (after.cities[0], after.discard) == (state.cities[0], ())
    assert len(after.deck) == len(state.deck) - 2


def test_pc_68_below_row_4_is_row_1():
    after = play(_solo({12: "pc-064/B", 0: "pc-010", 8: "pc-012"}, turn=18), "automa")
    assert (names(after.cities[1].buildings), names(after.cities[1].cards)) == (["pc-064"], ["pc-010"])
    assert shown(after, 8) == "pc-012/R"


def test_pc_68_it_never_flips_draws_or_passes():
    for ply in _automa_turns():
        assert [str(move) for move in RULESET.legal_moves(ply.before, CHANCE)] == ["automa"]
        taken = len(ply.after.cities[1].cards) + len(ply.after.cities[1].buildings)
        assert taken == ply.before.turn


def test_pc_69_buildings_go_to_its_city_and_resources_to_its_pile():
    after = play(_solo({4: "pc-018/B", 8: "pc-023/B"}), "automa", "deck", "automa")
    assert names(after.cities[1].buildings) == ["pc-018", "pc-023"]
    assert len(after.cities[1].cards) == 2
    assert after.discard == ()


def test_pc_69_it_never_spends_anything():
    for ply in _automa_turns():
        assert ply.after.cities[1].cards[: len(ply.before.cities[1].cards)] == ply.before.cities[1].cards
        assert ply.after.discard == ply.before.discard


def test_pc_70_a_civic_building_takes_the_leftmost_token():
    state = _solo({4: "pc-064/B", 8: "pc-012"}, line="ct-flat-7 ct-energy ct-missing-type")
    done = step(state, "automa")
    assert done.state.cities[1].tokens == tokens("ct-flat-7")
    assert done.state.line == tokens("ct-energy ct-missing-type")
    assert RULESET.view_for(done.state, 0).automa.token_count == 1
    assert RULESET.view_for(done.state, 0).automa.city.tokens == ()


def test_pc_70_leftmost_of_those_the_human_left():
    first, second, third, fourth, fifth = ["ct-flat-5", "ct-energy", "ct-economy", "ct-flat-7", "ct-ecology"]
    human = city("", "pc-085 pc-082 pc-090 pc-092")
    market = {0: "pc-008/B", 1: "pc-002", 4: "pc-064/B", 8: "pc-055/B", 2: "pc-025/B"}
    state = _solo(market, human, turn=1, line=f"{first} {second} {third} {fourth} {fifth}")
    after = play(state, f"take 0 1 pay industry2 industry2 get {first}")
    assert play(after, "automa").cities[1].tokens == tokens(f"{second} {third}")
    later = table(market, city(), city(), seats=1, turn=2, line=f"{second} {fourth} {fifth}")
    done = step(later, "automa")
    assert done.state.cities[1].tokens == tokens(f"{second} {fourth}")
    assert [event.token for event in done.events[:2]] == [second, fourth]
    assert done.state.line == tokens(fifth)


def test_pc_70_no_token_left_none_taken():
    state = _solo({4: "pc-064/B", 8: "pc-055/B"}, line="ct-energy")
    after = play(state, "automa")
    assert (len(after.cities[1].tokens), after.line) == (1, ())
    assert play(_solo({4: "pc-064/B", 8: "pc-055/B"}), "automa").cities[1].tokens == ()


def test_pc_71_the_refill_is_in_slot_order():
    state = _solo({12: "pc-064/B", 0: "pc-010"}, turn=18, deck="pc-094 pc-066", line="ct-flat-7")
    after = play(state, "automa")
    assert (shown(after, 0), shown(after, 12)) == ("pc-094/B", "pc-066/R")


def test_pc_72_the_row_token_moves_only_when_the_column_token_returns():
    stands = []
    for ply in _automa_turns():
        automa = RULESET.view_for(ply.before, 0).automa
        stands.append((automa.row, automa.column))
    assert stands[:6] == [(2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2)]
    assert stands[8:14] == [(4, 1), (4, 2), (4, 3), (4, 4), (1, 1), (1, 2)]


def test_pc_72_the_human_does_not_move_the_tokens():
    plies = playout(1, seed=7)
    for ply in plies[:-1]:
        if ply.seat == 0:
            before, after = RULESET.view_for(ply.before, 0).automa, RULESET.view_for(ply.after, 0).automa
            assert (after.row, after.column, after.slots) == (before.row, before.column, before.slots)


def test_pc_73_the_whole_walk():
    assert [RULESET.view_for(ply.before, None).automa.slots for ply in _automa_turns()] == WALK
    assert [tuple(event.slot for event in ply.step.events[:2]) for ply in _automa_turns()] == WALK


def test_pc_73_everybody_sees_where_it_strikes_next():
    for turn, slots in zip(range(1, 34, 2), WALK, strict=True):
        view = RULESET.view_for(_solo(turn=turn), None)
        assert view.automa.slots == slots


@pytest.mark.parametrize("seed", [1, 4, 7])
def test_pc_74_the_game_ends_after_the_automas_17th_turn(seed):
    plies = playout(1, seed)
    end = plies[-1]
    assert (end.move.kind, len(end.before.deck), end.after.turn) == ("automa", 0, 34)
    assert sum(lying == EMPTY for lying in end.after.market) == 2
    assert all("deck" in moves(ply.before) for ply in plies if ply.seat == 0)


def test_pc_75_the_human_scores_as_usual():
    mine = city("pc-130 pc-001", "start", "ct-energy ct-ingenuity")
    assert RULESET.scores(_solo(human=mine)) == RULESET.scores(table({}, mine, city()))[:1] == (11,)


def _automa_score(level, automa):
    return RULESET.view_for(_solo(automa=automa, level=level), 0).automa.city.score


@pytest.mark.parametrize(
    ("level", "points", "richer"), [("easy", 27, 29), ("normal", 31, 31), ("hard", 42, 42)]
)
def test_pc_76_the_automa_scores_by_level(level, points, richer):
    line = "ct-flat-7 ct-full-set"
    assert _automa_score(level, city(AUTOMA, PILE, line)) == points
    assert _automa_score(level, city(f"{AUTOMA} pc-006 pc-007", PILE, line)) == richer


def test_pc_76_what_its_tokens_say_does_not_matter():
    scores = {_automa_score("normal", city(AUTOMA, PILE, token.id)) for token in TOKENS}
    assert scores == {15 + 6 + 5}


@pytest.mark.parametrize("level", LEVELS)
def test_pc_76_the_level_changes_nothing_else(level):
    state = _solo(automa=city(AUTOMA, PILE), level=level)
    other = _solo(automa=city(AUTOMA, PILE), level="easy")
    assert play(state, "automa").cities == play(other, "automa").cities
    shown_levels = {each.level: each.points for each in RULESET.view_for(state, 0).automa.levels}
    assert shown_levels == {name: _automa_score(name, city(AUTOMA, PILE)) for name in LEVELS}


@pytest.mark.parametrize(
    ("human", "automa", "place"),
    [
        (city("pc-130"), city("pc-083", PILE), 1),
        (city("pc-083"), city("pc-130"), 2),
        (city("pc-130", "start"), city("pc-131", "pc-001 pc-002"), 2),
        (city("pc-130", "start pc-003"), city("pc-131", "pc-001"), 1),
        (city("pc-130", "start"), city("pc-131", "pc-001"), 1),
    ],
)
def test_pc_77_the_human_wins_with_more_points_and_ties_go_by_cards(human, automa, place):
    state = _solo(human=human, automa=automa)
    assert RULESET.outcomes(state)[0].place == place


def test_pc_77_the_result_lists_the_automa_with_its_cards():
    end = playout(1, seed=7)[-1].after
    results = RULESET.view_for(end, 0).results
    assert [result.seat for result in results] == [0, None]
    assert results[1].unspent == len(end.cities[1].cards)


def test_pc_84_the_automa_moves_right_after_the_human_and_alone():
    state = play(new_game(1), "deck")
    assert RULESET.to_act(state) == {CHANCE}
    assert RULESET.legal_moves(state, 0) == ()
    assert str(RULESET.sample(state, SeededDraw(0))) == "automa"
    assert refused(state, "deck", seat=0).rule
    assert to_move(play(state, "automa")) == 0


def test_pc_84_no_player_makes_the_automas_turn():
    assert refused(new_game(1), "automa").rule == "PC-84"
    assert refused(new_game(2), "automa").rule == "PC-84"
