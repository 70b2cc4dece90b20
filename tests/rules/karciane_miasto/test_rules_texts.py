"""The five texts of the numbered rules say the same, and explain every word that the cards are written in."""

import re
from pathlib import Path

import pytest

from games.rules.karciane_miasto.cards import EFFECTS
from games.rules.karciane_miasto.cards import __file__ as cards_file

RULES = Path(cards_file).parent
NUMBER = re.compile(r"^\*\*(KM-\d+)\.\*\*", re.MULTILINE)
SAME = {
    "links": re.compile(r"\]\(#(KM-\d+)\)"),
    "words": re.compile(r"`([^`]+)`"),
    "figures": re.compile(r"\d+"),
    "columns": re.compile(r"\|"),
    "parts": re.compile(r"\([abc]\)"),
}


def rules(name: str) -> dict[str, str]:
    """Give the text of each rule by its number."""
    found = NUMBER.split((RULES / name).read_text())
    return dict(zip(found[1::2], found[2::2], strict=True))


ENGLISH = rules("RULES.md")


def test_the_numbers_are_in_order():
    assert list(ENGLISH) == [f"KM-{n}" for n in range(1, 119)]


@pytest.mark.parametrize("language", ["uk", "ru", "pl", "zh-hant"])
@pytest.mark.parametrize("what", SAME)
def test_a_translation_has_the_links_words_and_figures_of_the_english(language, what):
    def found(texts: dict[str, str]) -> dict[str, list[str]]:
        return {number: sorted(SAME[what].findall(text)) for number, text in texts.items()}

    assert found(rules(f"RULES.{language}.md")) == found(ENGLISH)


def test_km_115_explains_every_effect_and_no_other():
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", ENGLISH["KM-115"], re.MULTILINE)
    known = {effect.kind for effect in EFFECTS.values()}
    assert sorted(re.findall(r"\w+", " ".join(rows))) == sorted(known)
