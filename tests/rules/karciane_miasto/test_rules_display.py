"""KM-118: what the table needs to tell cards apart, and never by colour alone."""

import pytest

from games.rules.karciane_miasto.cards import CARDS, GOODS, GROUPS, INDICES, SUBTYPES, TYPES
from games.rules.karciane_miasto.text.names import (
    CARD_NAMES,
    GOODS_NAMES,
    GROUP_NAMES,
    INDEX_NAMES,
    SUBTYPE_NAMES,
    TYPE_NAMES,
)
from tests.rules.karciane_miasto.build import RULESET, position


@pytest.mark.parametrize(
    ("names", "ids"),
    [
        (TYPE_NAMES, TYPES),
        (GOODS_NAMES, GOODS),
        (GROUP_NAMES, GROUPS),
        (INDEX_NAMES, INDICES),
        (SUBTYPE_NAMES, SUBTYPES),
        (CARD_NAMES, CARDS),
    ],
)
def test_km_118_everything_has_a_word_of_its_own(names, ids):
    assert {*names} == {*ids}
    assert all(names.values())


@pytest.mark.parametrize("names", [TYPE_NAMES, GOODS_NAMES, GROUP_NAMES, INDEX_NAMES, CARD_NAMES])
def test_km_118_no_two_bear_the_same_word(names):
    assert len({*names.values()}) == len(names)


def test_km_118_a_district_shows_type_stage_and_goods():
    city = {(0, 0): "D211:3", (1, 0): "T102", (2, 0): "D331"}
    shown = [(lot.kind, lot.type, lot.stage, lot.good, lot.goods) for lot in view(map=city).city]
    assert shown == [
        ("district", "commercial", 2, "services", 3),
        ("terrain", None, 0, None, 0),
        ("district", "public", 3, None, 0),
    ]


def test_km_118_a_plan_shows_points_and_counters():
    piece = view(zones=["L17:4"]).players[0].zone[0]
    assert (piece.kind, piece.vp, piece.needed, piece.counters) == ("plan", 3, 7, 4)


def view(**given):
    return RULESET.view_for(position(**given), None)
