"""The worked examples WE-1 to WE-28, one test or more each, with their exact figures."""

import pytest

from games.rules.point_city.automa import automa_turn
from games.rules.point_city.board import automa_slots
from games.rules.point_city.cards import BUILDINGS, CARDS, LEVELS, RESOURCES
from games.rules.point_city.faces import ResourceFace
from games.rules.point_city.invariants import removed
from games.rules.point_city.packed import EMPTY
from games.rules.point_city.scoring import automa_points, city_points, printed_points, token_points
from games.rules.point_city.state import City
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
    return refused(state, text).values["code"]


def _payment_codes(state, pair, *payments):
    return [_code(state, f"take {pair} pay {payment}") for payment in payments]


def _of_type(resource, count):
    found = [card.id for card in CARDS if card.tier == 1 and RESOURCES[card.resource] == resource]
    return " ".join(found[-count:])


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


SCORED = city(
    "pc-008 pc-011 pc-066 pc-153 pc-130 pc-131 pc-018 pc-043 pc-049 pc-068 pc-014 pc-029 pc-075 "
    "pc-005 pc-095 pc-082 pc-020 pc-040",
    "start pc-155 pc-012 pc-010 pc-001",
    "ct-economy ct-pair-community-energy ct-type-3 ct-ingenuity",
)


def test_pc_we_20_the_rulebooks_48_points():
    assert printed_points(SCORED) == 24
    assert [token_points(token, SCORED) for token in SCORED.tokens] == [8, 6, 6, 4]
    assert city_points(SCORED) == 48


EVERY_TOKEN = {
    "ct-flat-5": 5,
    "ct-flat-7": 7,
    "ct-community": 8,
    "ct-economy": 4,
    "ct-energy": 0,
    "ct-ecology": 2,
    "ct-industry": 6,
    "ct-pair-community-industry": 9,
    "ct-pair-community-economy": 6,
    "ct-pair-energy-ecology": 0,
    "ct-pair-economy-ecology": 3,
    "ct-full-set": 0,
    "ct-type-2": 6,
    "ct-type-3": 6,
    "ct-promo-type-4": 4,
    "ct-missing-type": 4,
    "ct-ingenuity": 4,
    "ct-promo-unspent-cards": 4,
    "ct-promo-plain-buildings": 6,
    "ct-promo-civic-tokens": 10,
}


def _buildings(**wanted):
    """Return buildings of each type: so many without points, then so many with."""
    chosen = []
    for resource, (plain, pointed) in wanted.items():
        given = [n for n, b in enumerate(BUILDINGS) if b.permanent == RESOURCES.index(resource)]
        chosen += [n for n in given if not BUILDINGS[n].points][:plain]
        chosen += [n for n in given if BUILDINGS[n].points][:pointed]
    return " ".join(names(chosen))


@pytest.mark.parametrize(("name", "worth"), EVERY_TOKEN.items())
def test_pc_we_21_every_token_kind_on_one_city(name, worth):
    built = _buildings(community=(3, 1), economy=(1, 1), ecology=(0, 1), industry=(2, 1))
    others = "ct-flat-5 ct-flat-7 ct-community ct-energy"
    held = city(built, "start pc-155 pc-074 pc-010", f"{others} {name}")
    assert token_points(tokens(name)[0], held) == worth


@pytest.mark.parametrize(
    ("cards_of_a", "places"), [("pc-085 pc-089", [2, 1, 3]), ("pc-085 pc-089 start", [1, 1, 3])]
)
def test_pc_we_22_ties(cards_of_a, places):
    valued = {worth: [n for n, b in enumerate(BUILDINGS) if b.points == worth] for worth in (4, 5, 7)}
    forty_one = " ".join(names(valued[7][:3] + valued[5][:4]))
    thirty_eight = " ".join(names(valued[4][:7] + valued[5][:2]))
    cities = (city(forty_one, cards_of_a), city(forty_one, "pc-001 pc-002 pc-003"), city(thirty_eight))
    outcomes = RULESET.outcomes(table({}, *cities, over=True))
    assert [outcome.points for outcome in outcomes] == [41, 41, 38]
    assert [outcome.place for outcome in outcomes] == places


def test_pc_we_23_the_automas_walk():
    walk = [automa_slots(turn) for turn in range(1, 10)]
    assert walk == [(4, 8), (5, 9), (6, 10), (7, 11), (8, 12), (9, 13), (10, 14), (11, 15), (12, 0)]


def test_pc_we_24_the_automas_turn_wraps():
    state = table(
        {12: "pc-064/B", 0: "pc-010"},
        city(cards="start"),
        City(),
        seats=1,
        turn=18,
        deck="pc-094 pc-066",
        line="ct-flat-7 ct-energy ct-missing-type",
    )
    assert (to_move(state), automa_turn(state)) == (CHANCE, 9)
    after = play(state, "automa")
    automa = after.cities[1]
    assert (names(automa.buildings), names(automa.cards)) == (["pc-064"], ["pc-010"])
    assert (automa.tokens, after.line) == (tokens("ct-flat-7"), tokens("ct-energy ct-missing-type"))
    assert (shown(after, 0), shown(after, 12)) == ("pc-094/B", "pc-066/R")
    walk = RULESET.view_for(after, 0).automa
    assert (walk.column, walk.row) == (2, 4)


def test_pc_we_25_the_token_line_after_the_human_took_from_it():
    line = "ct-flat-5 ct-flat-7 ct-full-set ct-type-2 ct-type-3"
    hand = f"{_of_type('industry', 3)} {_of_type('ecology', 3)}"
    market = {
        0: "pc-008/B", 1: "pc-001", 2: "pc-009/B", 3: "pc-002",
        4: "pc-003", 8: "pc-004", 5: "pc-011/B", 9: "pc-015/B",
    }  # fmt: skip
    state = table(market, city(cards=hand), City(), seats=1, line=line)
    state = play(state, "take 0 1 pay industry1 industry1 industry1 get ct-flat-5", "automa")
    state = play(state, "take 2 3 pay ecology1 ecology1 ecology1 get ct-full-set", "automa")
    assert state.cities[1].tokens == tokens("ct-flat-7 ct-type-2")
    assert state.line == tokens("ct-type-3")


@pytest.mark.parametrize(
    ("more", "points"),
    [
        ("", {"easy": 27, "normal": 31, "hard": 42}),
        (" pc-006 pc-007", {"easy": 29, "normal": 31, "hard": 42}),
    ],
)
def test_pc_we_26_the_automa_scores_on_three_levels(more, points):
    built = "pc-001 pc-028 pc-044 pc-003 pc-038 pc-014 pc-033 pc-083 pc-008 pc-065"
    basic = [card.id for card in CARDS if card.tier == 1 and card.id not in built + more][:21]
    held = city(built + more, " ".join([*basic, "pc-131", "pc-155", "pc-156"]), "ct-energy ct-ecology")
    assert {name: automa_points(held, level) for name, level in LEVELS.items()} == points


def test_pc_we_27_hidden_information():
    hidden = table({3: "pc-131"}, city(cards="pc-132"), city(cards="pc-133"), deck="pc-134", discard=(135,))
    face = RULESET.view_for(hidden, None).slots[3].face
    assert face == ResourceFace("ingenuity", 1, 3, face.ref, "ingenuity")
    told = repr([RULESET.view_for(hidden, seat) for seat in (None, 0, 1)])
    told += repr([RULESET.compose(hidden, 0, {"slot": ["3", "2"]}), RULESET.compose(hidden, 1, {})])
    assert not any(card.id in told for card in CARDS)
    assert not any(building.name in told for building in BUILDINGS)


def test_pc_we_27_two_games_share_no_reference():
    refs = []
    for seed in (1, 2):
        view = RULESET.view_for(new_game(seed=seed), None)
        refs.append({slot.face.ref for slot in view.slots} | {view.deck_top.ref})
    assert len(refs[0] | refs[1]) == 34


def test_pc_we_28_undo_keeps_the_flip():
    state = play(table({14: "pc-012", 15: "pc-027"}, city(cards="start pc-017"), OTHER), "flip 15")
    chosen = RULESET.compose(state, 0, {"slot": ["14", "15"], "pay": ["industry1 ingenuity"]})
    assert chosen.pair.payment.value == "industry1 ingenuity"
    assert not chosen.pair.payment.suggested
    cleared = RULESET.compose(state, 0, {})
    assert (cleared.slots, cleared.pair, cleared.notation) == ((), None, None)
    assert shown(state, 15) == "pc-027/B"
    assert RULESET.view_for(state, 0).flipped
    assert flips(state) == set()
