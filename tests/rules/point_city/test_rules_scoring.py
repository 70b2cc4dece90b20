"""PC-60 to PC-64: points and places."""

import pytest

from games.rules.point_city.cards import TOKENS
from tests.rules.point_city.build import RULESET, city, play, playout, table

NOBODY = city()
CITY = "pc-020 pc-041 pc-046 pc-040 pc-003 pc-043 pc-010 pc-012 pc-017 pc-037"
"""Community 4, economy 2, ecology 1, industry 3, no energy; six with no points, five points in all."""
UNSPENT = "start pc-066 pc-074 pc-013"
"""Two ingenuity cards, one energy card with two symbols, one ecology card."""
WORTH = {
    "ct-flat-5": 5,
    "ct-flat-7": 7,
    "ct-community": 8,
    "ct-economy": 4,
    "ct-energy": 0,
    "ct-ecology": 2,
    "ct-industry": 6,
    "ct-pair-community-economy": 6,
    "ct-pair-community-energy": 0,
    "ct-pair-community-ecology": 3,
    "ct-pair-community-industry": 9,
    "ct-pair-economy-energy": 0,
    "ct-pair-economy-ecology": 3,
    "ct-pair-economy-industry": 6,
    "ct-pair-energy-ecology": 0,
    "ct-pair-energy-industry": 0,
    "ct-pair-ecology-industry": 3,
    "ct-full-set": 0,
    "ct-type-2": 6,
    "ct-type-3": 6,
    "ct-promo-type-4": 4,
    "ct-missing-type": 4,
    "ct-ingenuity": 4,
    "ct-promo-unspent-cards": 4,
    "ct-promo-plain-buildings": 6,
    "ct-promo-civic-tokens": 2,
}
OKSANA = (
    "pc-008 pc-011 pc-066 pc-153 pc-130 pc-131 pc-018 pc-043 pc-049 pc-068 pc-014 pc-029 pc-075 "
    "pc-005 pc-095 pc-082 pc-020 pc-040"
)


def _points(buildings="", cards="", tokens=""):
    return RULESET.scores(table({}, city(buildings, cards, tokens), NOBODY))[0]


def _places(*cities):
    return [outcome.place for outcome in RULESET.outcomes(table({}, *cities))]


def test_pc_60_printed_points_and_tokens_and_nothing_for_cards():
    assert _points() == 0
    assert _points(cards=UNSPENT) == 0
    assert _points("pc-130 pc-008 pc-026 pc-018") == 7 + 0 + 1 + 0
    assert _points("pc-130", UNSPENT, "ct-flat-5 ct-flat-7") == 7 + 5 + 7


def test_pc_60_the_rulebooks_example_scores_48():
    cards = "start pc-067 pc-012 pc-010 pc-001"
    assert _points(OKSANA, cards) == 24
    assert _points(OKSANA, cards, "ct-economy ct-pair-community-energy ct-type-3 ct-ingenuity") == 48


@pytest.mark.parametrize("seed", [4, 7])
def test_pc_60_the_outcome_is_the_score_as_it_stands(seed):
    end = playout(3, seed)[-1]
    assert tuple(outcome.points for outcome in RULESET.outcomes(end.after)) == RULESET.scores(end.after)
    assert end.step.events[-1].scores == RULESET.scores(end.after)


@pytest.mark.parametrize(("token", "worth"), WORTH.items())
def test_pc_61_each_token_on_one_city(token, worth):
    assert _points(CITY, UNSPENT, token) == 5 + worth


def test_pc_61_every_token_is_tested():
    assert set(WORTH) == {token.id for token in TOKENS}


def test_pc_61_full_sets_count_the_rarest_type():
    one_each = "pc-020 pc-003 pc-001 pc-010 pc-012"
    two_each = f"{one_each} pc-041 pc-018 pc-006 pc-013 pc-031"
    assert [_points(one_each, tokens="ct-full-set"), _points(two_each, tokens="ct-full-set")] == [6, 12]
    assert _points(f"{two_each} pc-046", tokens="ct-full-set") == 12


@pytest.mark.parametrize(("token", "worth"), [("ct-type-2", 2), ("ct-type-3", 3), ("ct-promo-type-4", 4)])
def test_pc_61_a_type_pays_once_however_many_there_are(token, worth):
    six = "pc-001 pc-006 pc-007 pc-042 pc-044 pc-058"
    assert _points(six, tokens=token) == worth


def test_pc_61_missing_types_pay_from_0_to_20():
    assert _points(tokens="ct-missing-type") == 20
    assert _points("pc-020 pc-003 pc-001 pc-010 pc-012", tokens="ct-missing-type") == 0


def test_pc_61_the_per_token_token_counts_itself_and_the_others():
    worthless = "ct-energy ct-full-set ct-pair-energy-ecology ct-pair-energy-industry"
    assert _points(CITY, UNSPENT, f"ct-promo-civic-tokens {worthless}") == 5 + 10


def test_pc_61_plain_buildings_are_neither_civic_nor_points():
    assert _points("pc-008 pc-130", tokens="ct-promo-plain-buildings") == 7
    assert _points("pc-018 pc-026", tokens="ct-promo-plain-buildings") == 1 + 1


def test_pc_62_unspent_cards_are_no_resources():
    for token in ("ct-energy", "ct-type-2", "ct-pair-energy-ecology", "ct-full-set"):
        assert _points(cards="pc-074 pc-078 pc-070 pc-068 pc-072 pc-082", tokens=token) == 0
    assert _points(cards="pc-074 pc-070", tokens="ct-missing-type") == 20


def test_pc_62_one_permanent_may_count_for_several_tokens():
    assert _points("pc-001 pc-010", tokens="ct-energy ct-ecology ct-pair-energy-ecology") == 2 + 2 + 3


def test_pc_62_unspent_cards_are_counted_as_cards():
    assert _points(cards="pc-074 pc-070", tokens="ct-promo-unspent-cards") == 2


def test_pc_62_the_starting_card_is_an_unspent_ingenuity_card():
    assert _points(cards="start", tokens="ct-ingenuity ct-promo-unspent-cards") == 3
    assert _points(cards="pc-001", tokens="ct-ingenuity") == 0


def test_pc_64_the_highest_total_wins():
    assert _places(city("pc-033"), city("pc-130", "start"), city("pc-083")) == [3, 1, 2]
    assert _places(city("pc-130"), city("pc-033", UNSPENT)) == [1, 2]


def test_pc_64_more_unspent_cards_break_a_tie():
    doubles, singles = "pc-074 pc-070", "pc-001 pc-010 pc-012"
    assert _places(city("pc-130", doubles), city("pc-131", singles), city("pc-083", UNSPENT)) == [2, 1, 3]


def test_pc_64_still_equal_players_share_the_victory():
    singles = "pc-001 pc-010 pc-012"
    shared = city("pc-130", "pc-074 pc-070 start"), city("pc-131", singles), city("pc-083")
    assert _places(*shared) == [1, 1, 3]


def test_pc_64_lower_places_are_shared_in_the_same_way():
    assert _places(city("pc-130"), city("pc-033"), city("pc-035"), city()) == [1, 2, 2, 4]


def test_pc_64_only_unspent_cards_count_not_those_spent():
    state = table(
        {0: "pc-026/B", 1: "pc-002"}, city("pc-130", "pc-085"), city("pc-131 pc-030", "start pc-012"), turn=33
    )
    after = play(state, "take 0 1 pay industry2", "take 4 5")
    assert RULESET.scores(after) == (8, 8)
    assert [outcome.place for outcome in RULESET.outcomes(after)] == [2, 1]
