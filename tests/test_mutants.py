"""The errors that ``make mutants`` plants still have a place, and there are enough of them."""

from collections import Counter

import pytest

from games.rules import registry
from tests.mutants import ROOT, mutants

MUTANTS = mutants()
ENOUGH_OF_A_TITLE = 12
ENOUGH_OF_THE_SITE = 20


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.group}: {mutant.breaks}")
def test_an_error_can_be_planted(mutant):
    assert mutant.planted(ROOT) != (ROOT / mutant.file).read_text()
    assert all(
        (ROOT / path.partition("::")[0]).exists() for path in mutant.tests.split() if not path.startswith("-")
    )


def test_there_are_enough_of_them():
    groups = Counter(mutant.group for mutant in MUTANTS)
    titles = [slug for slug in registry.SLUGS if slug != "demo"]
    assert min(groups[slug] for slug in titles) >= ENOUGH_OF_A_TITLE
    assert groups["site"] >= ENOUGH_OF_THE_SITE
