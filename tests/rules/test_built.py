"""What stands in the cities at the end of any title: counts of names that translators know."""

import pytest
from django.utils import translation

from games.bots.playouts import deal, random_playout
from games.rules import registry


@pytest.mark.parametrize("slug", [slug for slug in registry.SLUGS if slug != "demo"])
def test_a_city_is_counted_by_names_that_are_translated(slug):
    ruleset = registry.get(slug)
    *_, last = random_playout(ruleset, deal(ruleset, 2, 1), 1)
    counts = ruleset.built(last.step.state, 0)
    assert counts and min(counts.values()) > 0
    with translation.override("uk"):
        assert [name for name in counts if translation.gettext(name) == name and name != "ATM"] == []
