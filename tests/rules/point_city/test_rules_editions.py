"""PC-78 to PC-80: the tokens both editions list."""

from games.rules.point_city.cards import TOKENS
from tests.rules.point_city.build import RULESET, table

PROMO = {
    ("per_plain_building", 1, 0),
    ("per_type_at_least", 4, 4),
    ("per_unspent_resource_card", 1, 0),
    ("per_civic_token", 2, 0),
}
"""Kind, points, how many at least."""


def _designs(promo):
    return {(token.kind, token.points, token.min_count) for token in TOKENS if token.promo is promo}


def test_pc_78_the_ukrainian_edition_names_four_promo_tokens():
    assert _designs(promo=True) == PROMO
    assert len(TOKENS) == 26 == 22 + len([token for token in TOKENS if token.promo])


def test_pc_79_the_russian_edition_explains_seven_tokens_the_same_four_among_them():
    special = {*PROMO, ("per_type_at_least", 2, 2), ("per_type_at_least", 3, 3), ("per_missing_type", 4, 0)}
    by_design = [token for token in TOKENS if (token.kind, token.points, token.min_count) in special]
    assert len(by_design) == 7
    assert special - PROMO <= _designs(promo=False)


def test_pc_80_the_promo_tokens_are_marked():
    marked = {token.id for token in TOKENS if token.promo}
    named = {"ct-promo-plain-buildings", "ct-promo-type-4", "ct-promo-unspent-cards", "ct-promo-civic-tokens"}
    assert marked == named
    line = RULESET.view_for(table({}, line="ct-promo-type-4 ct-type-3"), None).line
    assert [face.promo for face in line] == [True, False]
