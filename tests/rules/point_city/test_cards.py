"""The cards and tokens: how many there are, and the balance that proves none is miscopied."""

from collections import Counter

import pytest

from games.rules.point_city import names
from games.rules.point_city.cards import BASIC, BUILDINGS, CARDS, LEVELS, RESOURCES, SETUPS, TOKENS

RELABELLED = {"ct-promo-plain-buildings"}
REWORDED = {
    "ct-full-set",
    "ct-community",
    "ct-economy",
    "ct-energy",
    "ct-ecology",
    "ct-industry",
    "ct-type-2",
    "ct-type-3",
    "ct-missing-type",
    "ct-ingenuity",
    "ct-promo-type-4",
    "ct-promo-unspent-cards",
    "ct-promo-civic-tokens",
}
"""Tokens that say in plainer words what the data say in their own."""
TWO_SIDED = [card for card in CARDS if card.building]


def _tier(tier):
    return [card for card in TWO_SIDED if card.tier == tier]


def test_cards_by_tier():
    assert [len(_tier(tier)) for tier in (1, 2, 3)] == [65, 50, 45]
    assert len(CARDS) - len(TWO_SIDED) == 4
    assert len({card.id for card in CARDS}) == 164


def test_resource_sides_by_type_and_tier():
    for tier, basic, ingenuity in ((1, 13, 0), (2, 6, 20), (3, 5, 20)):
        sides = Counter(RESOURCES[card.resource] for card in _tier(tier))
        assert sides == Counter({**dict.fromkeys(BASIC, basic), "ingenuity": ingenuity})


def test_symbols_on_resource_sides():
    for card in TWO_SIDED:
        assert card.count == (2 if card.tier > 1 and card.resource < 5 else 1)


@pytest.mark.parametrize(("tier", "symbols"), [(1, 30), (2, 39), (3, 46)])
def test_every_tier_costs_equally_much_of_every_type(tier, symbols):
    costs = [card.building.cost for card in _tier(tier)]
    assert [sum(cost[index] for cost in costs) for index in range(5)] == [symbols] * 5


def test_costs_are_of_two_to_seven_symbols():
    assert {sum(building.cost) for building in BUILDINGS} == {2, 3, 4, 5, 6, 7}


def test_no_building_costs_the_type_it_gives():
    given = [building for building in BUILDINGS if building.permanent is not None]
    assert all(building.cost[building.permanent] == 0 for building in given)


def test_kinds_give_what_they_should():
    for building in BUILDINGS:
        match building.kind:
            case "resource":
                assert building.permanent in range(5) and building.points in range(4)
            case "civic":
                assert (building.permanent, building.points) == (None, 0)
            case _:
                assert (building.kind, building.permanent) == ("points", None)
                assert building.points in (4, 5, 7)


def test_kinds_are_counted():
    assert Counter(building.kind for building in BUILDINGS) == {"resource": 100, "civic": 30, "points": 30}


def test_permanents_are_spread_evenly():
    given = Counter(building.permanent for building in BUILDINGS if building.kind == "resource")
    assert [given[index] for index in range(5)] == [20] * 5


def test_civic_tokens():
    assert len(TOKENS) == 26
    assert sum(token.promo for token in TOKENS) == 4
    kinds = Counter(token.kind for token in TOKENS)
    assert (kinds["flat"], kinds["per_resource"], kinds["per_pair"]) == (2, 5, 10)
    assert kinds["per_type_at_least"] == 3


def test_setup_table():
    assert {n: (s.tier_cards, s.civic_tokens) for n, s in SETUPS.items()} == {
        1: ((40, 24, 18), 10),
        2: ((40, 24, 18), 10),
        3: ((52, 36, 28), 12),
        4: ((64, 48, 38), 14),
    }


def test_levels_of_the_automa():
    easy, normal, hard = (LEVELS[name] for name in ("easy", "normal", "hard"))
    assert (easy.per_permanent, easy.per_civic_token, easy.per_ingenuity_card) == (1, 3, 0)
    assert (normal.per_type_count, normal.per_civic_token, normal.per_ingenuity_card) == ((1, 2, 3), 5, 0)
    assert (hard.per_type_count, hard.per_civic_token, hard.per_ingenuity_card) == ((1, 3, 6), 7, 1)


def test_every_word_can_be_translated():
    assert {building.name for building in BUILDINGS} == {*names.BUILDING_NAMES}
    assert {token.id for token in TOKENS} == names.TOKEN_LABELS.keys() == names.TOKEN_TEXTS.keys()
    assert {token.id for token in TOKENS if names.TOKEN_LABELS[token.id] != token.label} == RELABELLED
    assert {token.id for token in TOKENS if names.TOKEN_TEXTS[token.id] != token.text} == REWORDED
    assert [*names.RESOURCE_NAMES] == [*RESOURCES]
