"""PC-46 to PC-51: civic buildings and civic tokens."""

from dataclasses import replace

import pytest

from games.rules.point_city.cards import TOKENS
from tests.rules.point_city.build import (
    RULESET,
    city,
    moves,
    names,
    pairs,
    play,
    playout,
    refused,
    step,
    table,
    tokens,
    ways,
)

LINE = "ct-economy ct-flat-5 ct-promo-civic-tokens"
RICH = city(cards="pc-068 pc-069 pc-085 pc-082")
TWO_CIVIC = {0: "pc-015/B", 1: "pc-008/B"}
TWO = "pay economy2 economy2 industry2 industry2"


def _two_civic(line):
    """The player can pay for both civic buildings, in one way only."""
    return table(TWO_CIVIC, RICH, city(cards="pc-start-2"), line=line)


def _one_civic(line):
    market = {0: "pc-008/B", 1: "pc-002"}
    return table(market, city(cards="pc-085 pc-082"), city(cards="pc-start-2"), line=line)


def test_pc_46_a_civic_building_brings_any_one_of_the_face_up_tokens():
    state = _one_civic(LINE)
    pay = "pay industry2 industry2"
    assert ways(state, 0, 1) == {f"{pay} get {token}" for token in LINE.split()}
    after = play(state, f"take 0 1 {pay} get ct-flat-5")
    assert after.cities[0].tokens == tokens("ct-flat-5")
    assert after.line == tokens("ct-economy ct-promo-civic-tokens")


def test_pc_46_only_a_token_of_the_line():
    refusal = refused(_one_civic(LINE), "take 0 1 pay industry2 industry2 get ct-energy")
    assert refusal.rule == "PC-46"


def test_pc_47_the_choice_is_made_before_the_refill_is_seen():
    state = _one_civic(LINE)
    deck = state.deck
    reordered = (*state.deal.order[: state.drawn], deck[0], *reversed(deck[1:]))
    other = replace(state, deal=replace(state.deal, order=reordered))
    assert moves(other) == moves(state)
    kinds = [
        type(event).__name__
        for event in step(state, "take 0 1 pay industry2 industry2 get ct-economy").events
    ]
    assert kinds.index("Paid") < kinds.index("TokenTaken") < kinds.index("Refilled")


def test_pc_48_two_civic_buildings_bring_two_different_tokens():
    state = _two_civic(LINE)
    assert len(ways(state, 0, 1)) == 3
    after = play(state, f"take 0 1 {TWO} get ct-economy ct-promo-civic-tokens")
    assert set(after.cities[0].tokens) == set(tokens("ct-economy ct-promo-civic-tokens"))
    assert after.line == tokens("ct-flat-5")
    assert names(after.cities[0].buildings) == ["pc-015", "pc-008"]
    refused(state, f"take 0 1 {TWO} get ct-economy ct-economy")


def test_pc_49_all_that_are_left_are_taken():
    state = _two_civic("ct-flat-7")
    assert ways(state, 0, 1) == {f"{TWO} get ct-flat-7"}
    after = play(state, f"take 0 1 {TWO} get ct-flat-7")
    assert (after.line, after.cities[0].tokens) == ((), tokens("ct-flat-7"))


def test_pc_49_a_civic_building_may_be_built_when_none_is_left():
    after = play(_two_civic(""), f"take 0 1 {TWO}")
    assert names(after.cities[0].buildings) == ["pc-015", "pc-008"]
    assert after.cities[0].tokens == ()
    assert RULESET.scores(after)[0] == 0


@pytest.mark.parametrize("got", ["", " get ct-economy", f" get {LINE}"])
def test_pc_50_as_many_tokens_as_due_must_be_taken(got):
    assert refused(_two_civic(LINE), f"take 0 1 {TWO}{got}").rule == "PC-83"


def test_pc_50_no_token_without_a_civic_building():
    state = table({0: "pc-018/B"}, city("pc-027 pc-017"), city(), line=LINE)
    refused(state, "take 0 1 get ct-economy")
    assert ways(state, 0, 1) == {""}


@pytest.mark.parametrize(("seats", "seed"), [(1, 7), (2, 4), (4, 7)])
def test_pc_50_tokens_only_ever_move_from_the_line_to_a_player(seats, seed):
    for ply in playout(seats, seed):
        taken = [token for token in ply.before.line if token not in ply.after.line]
        assert ply.after.line == tuple(token for token in ply.before.line if token not in taken)
        for before, after in zip(ply.before.cities, ply.after.cities, strict=True):
            assert after.tokens[: len(before.tokens)] == before.tokens
        assert _held(ply.after) - _held(ply.before) == len(taken)


def _held(state):
    return sum(len(each.tokens) for each in state.cities)


def test_pc_51_tokens_change_nothing_during_play():
    holder = " ".join(token.id for token in TOKENS)
    state = table(TWO_CIVIC, RICH, city())
    with_all = table(TWO_CIVIC, replace(RICH, tokens=tokens(holder)), city())
    assert moves(with_all) == moves(state)
    assert pairs(with_all) == pairs(state)


def test_pc_51_a_token_counts_the_final_city_whenever_it_was_taken():
    state = table({0: "pc-026/B", 1: "pc-002"}, city("pc-027", "pc-085", "ct-energy"), city())
    assert RULESET.scores(state)[0] == 1
    assert RULESET.scores(play(state, "take 0 1 pay industry2"))[0] == 1 + 1 + 2
