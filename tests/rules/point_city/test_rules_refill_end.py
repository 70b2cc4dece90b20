"""PC-52 to PC-59 and PC-63: the refill and the end of the game."""

from collections import Counter

import pytest

from games.rules.point_city.packed import EMPTY
from tests.rules.point_city.build import (
    RULESET,
    chessboard,
    city,
    names,
    new_game,
    play,
    playout,
    refused,
    shown,
    step,
    table,
    to_move,
)

GAMES = pytest.mark.parametrize(("seats", "seed"), [(1, 7), (2, 4), (3, 7), (4, 7)])
OPEN_HANDED = city("pc-027 pc-017")
"""This city builds pc-018 and pc-023 alone for free, but not both at once."""


def test_pc_52_the_lower_slot_is_filled_first():
    state = table({5: "pc-026", 9: "pc-012"}, deck="pc-021 pc-043 pc-056")
    after = play(state, "take 9 5")
    assert (shown(after, 5), shown(after, 9)) == ("pc-021/B", "pc-043/B")
    assert names(after.deck[:1]) == ["pc-056"]
    top = RULESET.view_for(after, None).deck_top
    assert (top.resource, top.count) == ("energy", 1)


def test_pc_52_from_left_to_right_in_a_row():
    after = play(table({}, deck="pc-021 pc-043"), "take 10 11")
    assert (shown(after, 10), shown(after, 11)) == ("pc-021/B", "pc-043/B")


@pytest.mark.parametrize(
    ("market", "text", "expected"),
    [
        ({2: "pc-001", 6: "pc-026"}, "take 2 6", ("pc-021/B", "pc-043/B")),
        ({2: "pc-018/B", 6: "pc-026"}, "take 2 6", ("pc-021/R", "pc-043/B")),
        ({2: "pc-026", 6: "pc-018/B"}, "take 2 6", ("pc-021/B", "pc-043/R")),
        (
            {2: "pc-015/B", 6: "pc-016/B"},
            "take 2 6 pay community2 economy2 economy2",
            ("pc-021/R", "pc-043/R"),
        ),
    ],
)
def test_pc_53_a_new_card_lies_on_the_opposite_side(market, text, expected):
    rich = city("pc-027 pc-017", "pc-068 pc-069 pc-072 pc-073")
    after = play(table(market, rich, city(), deck="pc-021 pc-043"), text)
    assert (shown(after, 2), shown(after, 6)) == expected


def test_pc_53_the_side_counts_as_it_lay_after_a_flip():
    state = table({8: "pc-027", 9: "pc-012"}, deck="pc-018 pc-023")
    after = play(state, "flip 8", "take 8 9 pay industry1 ingenuity")
    assert (shown(after, 8), shown(after, 9)) == ("pc-018/R", "pc-023/B")


def test_pc_53_the_two_sides_keep_their_number_over_a_turn():
    state = table({2: "pc-018/B"}, OPEN_HANDED, city(), deck="pc-021 pc-023")
    after = play(state, "take 2 3")
    assert (shown(after, 2), shown(after, 3)) == ("pc-021/R", "pc-023/B")


@GAMES
def test_pc_54_other_slots_do_not_move(seats, seed):
    for ply in playout(seats, seed):
        moved = {slot for slot in range(16) if ply.before.market[slot] != ply.after.market[slot]}
        match ply.move.kind:
            case "take":
                assert moved == {ply.move.a, ply.move.b}
            case "flip":
                assert moved == {ply.move.slot}
            case "deck" | "pass":
                assert moved == set()


def test_pc_55_the_game_ends_when_nothing_is_left_to_refill():
    state = play(table({}, city(), city(), turn=34), "take 0 1")
    assert state.over
    assert RULESET.to_act(state) == frozenset()
    assert RULESET.legal_moves(state, 0) == RULESET.legal_moves(state, 1) == ()
    assert refused(state, "take 2 3", seat=0).rule == "PC-55"


def test_pc_55_not_while_the_deck_still_refills():
    state = play(table({}, turn=33), "take 0 1")
    assert not state.over
    assert (len(state.deck), to_move(state)) == (0, 1)


@pytest.mark.parametrize(("seats", "turns"), [(1, 34), (2, 34), (3, 51), (4, 68)])
@pytest.mark.parametrize("seed", [4, 7])
def test_pc_56_so_many_turns(seats, turns, seed):
    assert sum(ply.move.kind != "flip" for ply in playout(seats, seed)) == turns
    assert RULESET.view_for(new_game(seats), None).turns == turns


@pytest.mark.parametrize("kind", ["deck", "take"])
def test_pc_56_as_many_with_deck_pairs_as_with_market_pairs(kind):
    state = new_game(4)
    for _ in range(67):
        state = play(state, _prefer(kind, state))
    assert (len(state.deck), state.over, EMPTY in state.market) == (0, False, False)
    assert play(state, _prefer(kind, state)).over


def _prefer(kind, state):
    """Return a move of that kind, or of another that ends the turn if there is none."""
    found = [move for move in RULESET.legal_moves(state, to_move(state)) if move.kind != "flip"]
    return str(next((move for move in found if move.kind == kind), found[0]))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_pc_57_everybody_plays_17_turns_and_the_last_player_plays_last(seats):
    plies = [ply for ply in playout(seats, seed=7) if ply.move.kind != "flip"]
    players = max(2, seats)
    order = [(plies[0].before.deal.first + n) % players for n in range(players)]
    assert Counter(ply.before.holder for ply in plies) == dict.fromkeys(range(players), 17)
    assert [ply.before.holder for ply in plies[-players:]] == order
    left = [len(ply.before.deck) for ply in plies[-players:]]
    assert left == [2 * after for after in range(players - 1, -1, -1)]


def test_pc_58_a_deck_pair_that_empties_the_deck_does_not_end_the_game():
    state = play(table({}, turn=33), "deck")
    assert (state.over, len(state.deck), to_move(state)) == (False, 0, 1)
    assert refused(state, "deck").rule == "PC-31"
    assert play(state, "take 0 1").over


@GAMES
def test_pc_59_14_cards_stay(seats, seed):
    last = playout(seats, seed)[-1]
    assert last.move.kind != "pass"
    assert sum(lying != EMPTY for lying in last.after.market) == 14
    assert sum(slot.face is not None for slot in RULESET.view_for(last.after, None).slots) == 14


def test_pc_59_16_cards_stay_after_a_forced_pass():
    assert EMPTY not in play(chessboard(), "pass").market


def test_pc_63_a_forced_pass_ends_the_game():
    done = step(chessboard(), "pass")
    assert done.state.over
    assert RULESET.to_act(done.state) == frozenset()
    assert [outcome.place for outcome in RULESET.outcomes(done.state)] == [2, 1]
