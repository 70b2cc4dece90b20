"""Every rule in ``RULES.md`` bears its number in order, and has a test that bears it too."""

import re
from pathlib import Path

from games.rules.karciane_miasto.cards import __file__ as cards_file

NUMBERS = re.findall(r"^\*\*KM-(\d+)\.\*\*", Path(cards_file).with_name("RULES.md").read_text(), re.MULTILINE)
TESTS = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))


def test_the_numbers_are_in_order():
    assert [str(n) for n in range(1, 119)] == NUMBERS


def test_every_number_has_a_test():
    assert {*NUMBERS} == {*re.findall(r"km_(\d+)_", TESTS)}


def test_every_example_has_a_test():
    assert {*re.findall(r"def test_km_e(\d+)_", TESTS)} == {str(n) for n in range(1, 24)}
