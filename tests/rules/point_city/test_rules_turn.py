"""PC-19 to PC-33: the turn, the flip, and taking two cards."""

import pytest

from games.rules.point_city.packed import BUILT
from games.rules.protocol import CHANCE, MalformedMove
from tests.rules.point_city.build import (
    RULESET,
    SeededDraw,
    chessboard,
    city,
    flips,
    moves,
    names,
    pairs,
    play,
    playout,
    refused,
    shown,
    step,
    table,
    to_move,
    ways,
)

SIXTEEN = range(16)
ACROSS = {
    (0, 1),
    (1, 2),
    (2, 3),
    (4, 5),
    (5, 6),
    (6, 7),
    (8, 9),
    (9, 10),
    (10, 11),
    (12, 13),
    (13, 14),
    (14, 15),
}
DOWN = {(slot, slot + 4) for slot in range(12)}
DEAR = [f"pc-{n}/B" for n in range(151, 161)]
GAMES = pytest.mark.parametrize(("seats", "seed"), [(1, 7), (2, 4), (3, 7), (4, 7)])


def test_pc_19_the_steps_come_in_this_order():
    state = table({0: "pc-008/B", 1: "pc-012"}, city(cards="pc-085 start"), city(), line="ct-energy")
    done = step(state, "take 0 1 pay industry1 industry2 get ct-energy")
    kinds = [type(event).__name__ for event in done.events]
    assert kinds == ["Built", "CardTaken", "Paid", "TokenTaken", "Refilled", "Refilled"]
    assert to_move(done.state) == 1


def test_pc_19_the_end_is_checked_last():
    state = table({0: "pc-008/B", 1: "pc-012"}, city(), city(cards="pc-085"), line="ct-flat-5", turn=34)
    done = step(state, "take 0 1 pay industry1 industry2 get ct-flat-5")
    assert type(done.events[-1]).__name__ == "GameEnded"
    assert done.events[-1].scores == (0, 5)


def test_pc_19_after_a_flip_the_same_player_takes_cards():
    state = play(table({}), "flip 5")
    assert to_move(state) == 0
    assert state.turn == 1
    assert to_move(play(state, "deck")) == 1


def test_pc_20_one_flip_a_turn_free_and_optional():
    state = table({5: "pc-026"})
    after = play(state, "flip 5")
    assert shown(after, 5) == "pc-026/B"
    assert after.cities == state.cities
    assert [n for n in SIXTEEN if after.market[n] != state.market[n]] == [5]
    assert (refused(after, "flip 15").rule, flips(after)) == ("PC-20", set())
    assert {"deck", "take 0 1"} <= set(moves(state))


def test_pc_20_the_flip_is_new_each_turn():
    state = play(table({}), "flip 0", "deck")
    assert state.flipped is False
    assert 15 in flips(state)


def test_pc_21_a_slot_in_a_line_of_four_resources_may_be_flipped():
    state = table({0: "pc-027/B", 5: "pc-030/B", 10: "pc-018/B"})
    assert flips(state) == {12, 13, 14, 15, 3, 7, 11}
    assert refused(state, "flip 6").rule == "PC-21"
    after = play(state, "flip 15", "deck")
    assert flips(after) == set()


def test_pc_21_the_slot_itself_must_lie_resource_side_up():
    state = table({0: "pc-027/B"})
    assert flips(state) == set(SIXTEEN) - {0}
    refused(state, "flip 0")


def test_pc_21_a_whole_column_is_enough():
    state = table(
        {
            slot: f"{name}/B"
            for slot, name in zip((0, 4, 8, 12), ("pc-008", "pc-009", "pc-011", "pc-015"), strict=True)
        }
    )
    assert flips(state) == {slot for slot in SIXTEEN if slot % 4}
    assert flips(play(state, "deck")) == {slot for slot in SIXTEEN if slot % 4}


@GAMES
def test_pc_22_no_building_side_is_ever_turned_back(seats, seed):
    for ply in playout(seats, seed):
        for slot, lying in enumerate(ply.before.market):
            if lying >= BUILT:
                assert ply.after.market[slot] != lying - BUILT


@pytest.mark.parametrize("then", ["deck", "take 14 15"])
def test_pc_23_a_flipped_card_stays_when_others_are_taken(then):
    state = play(table({0: "pc-026"}), "flip 0", then)
    assert shown(state, 0) == "pc-026/B"


def test_pc_23_a_flipped_card_may_be_taken_at_once():
    state = table({8: "pc-027", 9: "pc-012"}, deck="pc-018 pc-023")
    after = play(state, "flip 8", "take 8 9 pay industry1 ingenuity")
    assert names(after.cities[0].buildings) == ["pc-027"]
    assert (shown(after, 8), shown(after, 9)) == ("pc-018/R", "pc-023/B")


def test_pc_24_a_flip_is_final():
    assert step(table({}), "flip 3").reveals
    assert refused(play(table({}), "flip 3"), "flip 3").rule == "PC-20"


@GAMES
def test_pc_25_each_turn_takes_exactly_two_cards_from_one_place(seats, seed):
    for ply in playout(seats, seed):
        if ply.move.kind in ("flip", "pass"):
            assert _held(ply.after) == _held(ply.before)
        else:
            assert _held(ply.after) == _held(ply.before) + 2


def _held(state):
    return sum(len((*c.cards, *c.buildings)) for c in state.cities) + len(state.discard)


@pytest.mark.parametrize("text", ["take 5", "take 5 deck", "deck 5", "take 5 6 7", "take"])
def test_pc_25_other_numbers_and_mixtures_cannot_be_said(text):
    with pytest.raises(MalformedMove):
        RULESET.parse_move(text)


def test_pc_26_24_pairs_share_an_edge():
    assert pairs(table({})) == ACROSS | DOWN
    assert len(ACROSS | DOWN) == 24


@pytest.mark.parametrize(
    "text", ["take 5 10", "take 3 4", "take 0 12", "take 0 3", "take 6 9", "take 5 5", "take 0 15"]
)
def test_pc_26_no_diagonal_no_wrap_no_distance(text):
    assert refused(table({}), text).rule == "PC-26"


def test_pc_26_the_order_of_naming_does_not_matter():
    assert play(table({}), "take 9 5") == play(table({}), "take 5 9")


def test_pc_27_a_resource_can_always_be_taken():
    state = table({}, city(), city())
    assert ways(state, 0, 1) == {""}
    assert len(play(state, "take 0 1").cities[0].cards) == 2


@GAMES
def test_pc_27_what_lies_building_side_up_is_built_when_taken(seats, seed):
    for ply in playout(seats, seed):
        if ply.move.kind == "take":
            market, before, after = ply.before.market, ply.before.cities[ply.seat], ply.after.cities[ply.seat]
            built = [market[slot] - BUILT for slot in (ply.move.a, ply.move.b) if market[slot] >= BUILT]
            assert list(after.buildings[len(before.buildings) :]) == built
            assert not {*built} & {*after.cards}


def test_pc_28_one_building_too_dear_refuses_the_whole_pair():
    state = table({0: "pc-018/B", 1: "pc-155/B"}, city("pc-027 pc-017"), city())
    assert refused(state, "take 0 1").rule == "PC-28"
    assert ways(state, 0, 4) == {""}
    assert (0, 1) not in pairs(state)


def test_pc_28_two_buildings_must_be_paid_for_together():
    state = table({0: "pc-018/B", 1: "pc-023/B"}, city("pc-027 pc-017"), city())
    refused(state, "take 0 1")
    assert {(0, 4), (1, 2), (1, 5)} <= pairs(state)


def test_pc_29_a_taken_resource_may_be_spent_or_kept():
    state = table({0: "pc-027/B", 1: "pc-012"}, city(cards="start pc-085"), city())
    assert ways(state, 0, 1) == {"pay industry2", "pay industry1 ingenuity"}
    assert names(play(state, "take 0 1 pay industry2").cities[0].cards) == ["pc-start-1", "pc-012"]
    assert names(play(state, "take 0 1 pay industry1 ingenuity").cities[0].cards) == ["pc-085"]


def test_pc_30_a_deck_pair_is_the_top_two_on_their_resource_sides():
    state = table({}, deck="pc-066 pc-074 pc-085", line="ct-energy")
    done = step(state, "deck")
    assert names(done.state.cities[0].cards) == ["pc-start-1", "pc-066", "pc-074"]
    assert (done.state.cities[0].buildings, done.state.cities[0].tokens, done.state.discard) == ((), (), ())
    assert done.state.market == state.market
    assert names(done.state.deck[:1]) == ["pc-085"]
    assert done.reveals


def test_pc_30_a_deck_pair_is_allowed_while_the_deck_is_not_empty():
    assert "deck" in moves(table({}, turn=33))
    assert "deck" in moves(play(table({}), "flip 0"))


def test_pc_31_no_deck_pair_from_an_empty_deck():
    state = table({}, turn=34)
    assert refused(state, "deck").rule == "PC-31"


@GAMES
def test_pc_31_the_deck_is_even_at_the_start_of_every_turn(seats, seed):
    assert {len(ply.before.deck) % 2 for ply in playout(seats, seed)} == {0}


def test_pc_32_a_player_who_can_take_nothing_passes_and_the_game_ends():
    state = chessboard()
    assert RULESET.to_act(state) == {CHANCE}
    assert RULESET.legal_moves(state, 1) == ()
    assert [str(move) for move in RULESET.legal_moves(state, CHANCE)] == ["pass"]
    assert str(RULESET.sample(state, SeededDraw(0))) == "pass"
    done = step(state, "pass")
    assert done.state.over
    assert (done.state.cities, done.state.market) == (state.cities, state.market)
    assert [type(event).__name__ for event in done.events] == ["Passed", "GameEnded"]


@pytest.mark.parametrize("turn", [1, 33])
def test_pc_32_with_cards_in_the_deck_nobody_passes(turn):
    state = chessboard(turn)
    assert moves(state) == ["deck"]
    assert refused(state, "pass").rule == "PC-32"
    refused(state, "pass", seat=CHANCE)


def test_pc_32_not_even_with_an_empty_deck_if_one_pair_is_legal():
    state = table({}, turn=34)
    assert refused(state, "pass").rule == "PC-32"


@pytest.mark.parametrize("line", [(0, 1, 2, 3), (2, 6, 10, 14)])
def test_pc_32_a_line_that_allows_a_flip_allows_a_pair(line):
    dear = (slot for slot in SIXTEEN if slot not in line)
    state = table(dict(zip(dear, (*DEAR, "pc-130/B", "pc-131/B"), strict=True)), city(), city(), turn=34)
    assert flips(state) == set(line)
    assert pairs(state)
    for slot in line:
        assert pairs(play(state, f"flip {slot}"))


def test_pc_33_no_limit_on_cards_buildings_and_tokens():
    resources = " ".join(f"pc-{n:03}" for n in range(1, 41))
    buildings = " ".join(f"pc-{n:03}" for n in range(41, 71))
    tokens = "ct-flat-5 ct-flat-7 ct-energy ct-economy ct-ecology ct-industry ct-community ct-full-set"
    rich = city(buildings, resources, tokens)
    state = table({0: "pc-103/B", 1: "pc-109/B"}, rich, city(), line="ct-type-2 ct-type-3")
    (way, *_) = sorted(ways(state, 0, 1))
    after = play(state, f"take 0 1 {way}").cities[0]
    assert (len(after.buildings), len(after.tokens)) == (32, 10)
    assert len(play(table({}, rich, city()), "deck").cities[0].cards) == 42
