"""The worked examples WE-1 to WE-19, with their exact figures: setup, turns, payment, tokens, the end."""

import pytest

from games.rules.point_city.cards import CARDS
from games.rules.point_city.invariants import removed
from games.rules.point_city.packed import EMPTY
from games.rules.protocol import CHANCE
from tests.rules.point_city.build import (
    RULESET,
    chessboard,
    city,
    flips,
    moves,
    names,
    new_game,
    pairs,
    play,
    refused,
    shown,
    step,
    table,
    to_move,
    tokens,
    ways,
)

OTHER = city(cards="pc-start-2")
RICH = city(cards=" ".join(["start"] * 60))
"""A city that can pay for anything, so that only the rule in question decides."""


def _code(state, text):
    return refused(state, text).code


def _payment_codes(state, pair, *payments):
    return [_code(state, f"take {pair} pay {payment}") for payment in payments]


def test_pc_we_1_setup_for_three_players():
    state = new_game(3)
    put_aside = [CARDS[card].tier for card in removed(state)]
    assert [put_aside.count(tier) for tier in (1, 2, 3)] == [13, 14, 17]
    assert len(state.deal.order) == 116
    assert state.market == state.deal.order[:16]
    assert {CARDS[card].tier for card in state.market} == {1}
    assert [CARDS[card].tier for card in state.deck] == [1] * 36 + [2] * 36 + [3] * 28
    assert len(state.line) == 12
    assert [len(each.cards) for each in state.cities] == [1, 1, 1]


@pytest.mark.parametrize("deck_turns", [set(), {3, 10, 11, 40}])
def test_pc_we_2_four_players_have_68_turns(deck_turns):
    state = table({}, *[RICH] * 4)
    assert len(state.deck) == 134
    while state.turn < 68:
        legal = moves(state)
        text = next(text for text in legal if text.startswith("take"))
        state = play(state, "deck" if state.turn in deck_turns else text)
    assert (state.deck, EMPTY in state.market, state.over) == ((), False, False)
    assert to_move(state) == (state.deal.first + 3) % 4
    state = play(state, next(text for text in moves(state) if text.startswith("take")))
    assert state.over
    assert len(state.market) - state.market.count(EMPTY) == 14


def test_pc_we_3_which_cards_may_be_flipped():
    state = table({0: "pc-151/B", 5: "pc-152/B", 10: "pc-153/B"})
    assert flips(state) == {12, 13, 14, 15, 3, 7, 11}
    assert _code(state, "flip 6") == "flip_not_available"
    after = play(state, "flip 15")
    assert _code(after, "flip 12") == "flip_used"
    nothing_flippable = play(after, "deck")
    assert to_move(nothing_flippable) == 1
    assert flips(nothing_flippable) == set()


def test_pc_we_4_neighbours_share_an_edge():
    state = table({})
    assert {(5, 6), (5, 9)} <= pairs(state)
    for text in ("take 5 10", "take 3 4", "take 0 12", "take 0 3"):
        assert _code(state, text) == "not_adjacent"


@pytest.mark.parametrize("text", ["take 9 5", "take 5 9"])
def test_pc_we_5_two_resources_and_their_refill(text):
    state = table({5: "pc-001", 9: "pc-002"}, deck="pc-021 pc-043 pc-056")
    after = play(state, text)
    assert names(after.cities[0].cards) == ["pc-start-1", "pc-001", "pc-002"]
    assert (shown(after, 5), shown(after, 9)) == ("pc-021/B", "pc-043/B")
    top = RULESET.view_for(after, None).deck_top
    assert (top.resource, top.count) == ("energy", 1)


def test_pc_we_6_mixed_pair():
    state = table({2: "pc-030/B", 6: "pc-026"}, city(cards="start"), OTHER, deck="pc-018 pc-012")
    assert ways(state, 2, 6) == {"pay energy1 ingenuity"}
    after = play(state, "take 2 6 pay energy1 ingenuity")
    assert (names(after.cities[0].buildings), after.cities[0].cards) == (["pc-030"], ())
    assert (shown(after, 2), shown(after, 6)) == ("pc-018/R", "pc-012/B")


def test_pc_we_7_a_flipped_card_taken_at_once():
    state = table({8: "pc-027", 9: "pc-012"}, city(cards="start"), OTHER, deck="pc-018 pc-030")
    flipped = play(state, "flip 8")
    assert shown(flipped, 8) == "pc-027/B"
    assert ways(flipped, 8, 9) == {"pay industry1 ingenuity"}
    after = play(flipped, "take 8 9 pay industry1 ingenuity")
    assert (shown(after, 8), shown(after, 9)) == ("pc-018/R", "pc-030/B")


def test_pc_we_8_a_permanent_and_ingenuity():
    state = table({0: "pc-038/B", 1: "pc-033"}, city("pc-029", "start pc-001"), OTHER)
    assert ways(state, 0, 1) == {"pay energy1 ingenuity"}
    codes = _payment_codes(state, "0 1", "energy1", "energy1 ingenuity community1")
    assert codes == ["payment_short", "payment_redundant"]
    after = play(state, "take 0 1 pay energy1 ingenuity")
    assert set(names(after.discard)) == {"pc-001", "pc-start-1"}
    assert names(after.cities[0].buildings) == ["pc-029", "pc-038"]
    assert names(after.cities[0].cards) == ["pc-033"]


def test_pc_we_9_a_card_taken_this_turn_pays():
    state = table({0: "pc-027/B", 1: "pc-012"}, city(cards="start"), OTHER)
    assert ways(state, 0, 1) == {"pay industry1 ingenuity"}
    after = play(state, "take 0 1 pay industry1 ingenuity").cities[0]
    assert (names(after.buildings), after.cards) == (["pc-027"], ())


def test_pc_we_10_no_change_is_given():
    state = table({0: "pc-018/B", 1: "pc-008"}, city(cards="start pc-085"), OTHER)
    assert ways(state, 0, 1) == {
        "pay community1 industry2",
        "pay community1 ingenuity",
        "pay industry2 ingenuity",
    }
    payment = RULESET.compose(state, 0, {"slot": ["0", "1"]}).pair.payment
    assert (payment.value, payment.ingenuity, payment.wasted) == ("community1 industry2", 0, 1)
    assert _payment_codes(state, "0 1", "community1 industry2 ingenuity") == ["payment_redundant"]
    after = play(state, "take 0 1 pay community1 industry2").cities[0]
    assert names(after.cards) == ["pc-start-1"]


def test_pc_we_11_one_double_card_for_two_buildings():
    state = table({0: "pc-018/B", 1: "pc-023/B"}, city(cards="pc-085 pc-089"), OTHER)
    assert ways(state, 0, 1) == {"pay community2 industry2"}
    pair = RULESET.compose(state, 0, {"slot": ["0", "1"]}).pair
    assert [(amount.resource, amount.count) for amount in pair.need] == [("community", 2), ("industry", 2)]
    assert pair.payment.wasted == 0
    after = play(state, "take 0 1 pay community2 industry2")
    economy = RULESET.view_for(after, None).cities[0].permanents[1]
    assert (economy.resource, economy.count) == ("economy", 2)


def test_pc_we_12_a_permanent_works_once_a_turn():
    market = {0: "pc-018/B", 1: "pc-023/B", 4: "pc-001", 5: "pc-002"}
    alone = table(market, city("pc-027 pc-017", "start"), OTHER)
    assert (ways(alone, 0, 4), ways(alone, 1, 5)) == ({""}, {""})
    assert _code(alone, "take 0 1 pay ingenuity") == "cannot_afford"
    richer = table(market, city("pc-027 pc-017", "start pc-012"), OTHER)
    assert ways(richer, 0, 1) == {"pay industry1 ingenuity"}


def test_pc_we_13_a_building_of_this_turn_does_not_pay():
    market = {0: "pc-047/B", 1: "pc-013/B"}
    poor = table(market, city(cards="pc-001 pc-010 pc-033"), OTHER)
    assert _code(poor, "take 0 1 pay energy1 ecology1 community1") == "cannot_afford"
    richer = table(market, city(cards="pc-001 pc-010 pc-033 start"), OTHER)
    assert ways(richer, 0, 1) == {"pay community1 energy1 ecology1 ingenuity"}


def test_pc_we_14_which_card_to_spend():
    state = table({0: "pc-018/B", 1: "pc-001"}, city("pc-027", "pc-012 pc-085"), OTHER)
    assert ways(state, 0, 1) == {"pay industry1", "pay industry2"}
    assert RULESET.compose(state, 0, {"slot": ["0", "1"]}).pair.payment.value == "industry1"
    assert _payment_codes(state, "0 1", "industry1 industry2") == ["payment_redundant"]
    assert names(play(state, "take 0 1 pay industry2").cities[0].cards) == ["pc-012", "pc-001"]


def test_pc_we_15_nothing_to_pay():
    state = table({0: "pc-007/B", 1: "pc-002"}, city("pc-029 pc-017", "start"), OTHER)
    assert ways(state, 0, 1) == {""}
    assert _payment_codes(state, "0 1", "energy1", "ingenuity") == ["payment_redundant"] * 2
    after = play(state, "take 0 1")
    gives = {each.resource for each in RULESET.view_for(after, 0).cities[0].permanents if each.count}
    assert gives == {"ecology", "industry", "energy"}


def test_pc_we_16_the_deck_pair():
    state = table({}, city(cards="start"), OTHER, deck="pc-066 pc-074 pc-056")
    made = step(state, "deck")
    after = made.state
    assert [(face.resource, face.count) for face in RULESET.view_for(after, 1).cities[0].hand[1:]] == [
        ("ingenuity", 1),
        ("energy", 2),
    ]
    assert after.market == state.market
    assert RULESET.view_for(after, 1).deck_top.resource == "energy"
    known = repr([RULESET.view_for(after, seat) for seat in (None, 0, 1)]) + repr(made.events)
    assert not any(word in known for word in ("pc-066", "pc-074", "Art gallery", "Cell tower"))


def test_pc_we_17_civic_tokens():
    market = {0: "pc-015/B", 1: "pc-008/B", 14: "pc-009/B", 15: "pc-011/B", 12: "pc-064/B"}
    state = table(market, RICH, RICH, line="ct-economy ct-flat-5 ct-promo-civic-tokens")
    take = f"take 0 1 pay {' '.join(['ingenuity'] * 6)}"
    for sent in ("", " get ct-economy", " get ct-economy ct-economy"):
        assert _code(state, take + sent) == "tokens_wrong_number"
    after = play(state, f"{take} get ct-economy ct-flat-5")
    assert {*after.cities[0].tokens} == {*tokens("ct-economy ct-flat-5")}
    assert after.line == tokens("ct-promo-civic-tokens")
    one_left = f"take 14 15 pay {' '.join(['ingenuity'] * 6)} get ct-promo-civic-tokens"
    assert ways(after, 14, 15) == {one_left.removeprefix("take 14 15 ")}
    emptied = play(after, one_left)
    assert (emptied.cities[1].tokens, emptied.line) == (tokens("ct-promo-civic-tokens"), ())
    later = ways(emptied, 12, 13)
    assert later and not any("get" in way for way in later)


def test_pc_we_18_the_last_turn():
    state = table({}, turn=33)
    assert (to_move(state), len(state.deck)) == (0, 2)
    after = play(state, "deck")
    assert (after.deck, EMPTY in after.market, after.over) == ((), False, False)
    assert _code(after, "deck") == "deck_empty"
    end = play(after, "take 0 1")
    assert end.over
    assert 16 - end.market.count(EMPTY) == 14


def test_pc_we_19_the_forced_pass():
    state = chessboard()
    assert RULESET.to_act(state) == {CHANCE}
    assert moves(state) == ["pass"]
    assert RULESET.legal_moves(state, 1) == ()
    end = play(state, "pass")
    assert (end.over, EMPTY in end.market) == (True, False)
    assert end.cities == state.cities
    assert RULESET.view_for(end, None).round == 17
