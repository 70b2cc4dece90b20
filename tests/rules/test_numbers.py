"""Every rule in a title's ``RULES.md`` bears its number in order, and has a test that bears it too."""

import re
from pathlib import Path

import pytest

from games import rules

SERIES = {
    "card_city": {"": 85, "e": 33},
    "karciane_miasto": {"": 118, "e": 23},
    "machi_koro_2": {"": 67, "d": 5, "w": 24},
    "point_city": {"": 84, "we_": 28},
}
"""How many there are of each series: rules, decisions of our own (d), worked examples (e, w, we)."""
WORKED_EXAMPLES = {"e", "w", "we_"}
"""Series that stand in the specification and the tests alone."""
every_series = pytest.mark.parametrize(
    ("slug", "letter", "count"),
    [(slug, letter, count) for slug, series in SERIES.items() for letter, count in series.items()],
)


def numbers(slug, letter):
    """Return the numbers of a series in the order in which ``RULES.md`` states them."""
    text = (Path(rules.__file__).parent / slug / "RULES.md").read_text()
    return [
        int(number)
        for number in re.findall(rf"^\*\*[A-Z]{{2}}-{letter.upper()}(\d+)\.\*\*", text, re.MULTILINE)
    ]


def with_a_test(slug, letter):
    """Return the numbers of a series that names of tests bear."""
    initials = "".join(word[0] for word in slug.split("_")[:2])
    tests = "".join(path.read_text() for path in (Path(__file__).parent / slug).glob("test_*.py"))
    return {int(number) for number in re.findall(rf"[_({{]{initials}_{letter}(\d+)(?=_)", tests)}


@every_series
def test_the_numbers_are_in_order(slug, letter, count):
    assert letter in WORKED_EXAMPLES or numbers(slug, letter) == [*range(1, count + 1)]


@every_series
def test_every_number_has_a_test(slug, letter, count):
    assert {*range(1, count + 1)} - with_a_test(slug, letter) == set()
