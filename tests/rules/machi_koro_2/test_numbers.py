"""Every rule in ``RULES.md`` bears its number in order, and has a test that bears it too."""

import re
from pathlib import Path

from games.rules.machi_koro_2 import RULESET
from games.rules.machi_koro_2.cards import __file__ as cards_file

NUMBERS = re.findall(
    r"^\*\*(MK-D?\d+)\.\*\*", Path(cards_file).with_name("RULES.md").read_text(), re.MULTILINE
)


def test_the_numbers_are_in_order():
    plain = [number for number in NUMBERS if "D" not in number]
    assert plain == [f"MK-{n}" for n in range(1, 68)]
    assert [number for number in NUMBERS if "D" in number] == [f"MK-D{n}" for n in range(1, 6)]


def test_every_number_has_a_test():
    texts = [path.read_text() for path in Path(__file__).parent.glob("test_*.py")]
    tested = {found for text in texts for found in re.findall(r"mk_(d?\d+)_", text)}
    assert {number.removeprefix("MK-").lower() for number in NUMBERS} <= tested
    examples = {found for text in texts for found in re.findall(r"test_mk_(w\d+)_", text)}
    assert examples == {f"w{n}" for n in range(1, 25)}
    assert RULESET.slug == "machi_koro_2"
