"""The five texts of the numbered rules say the same, and explain everything that the cards say."""

import re
from pathlib import Path
from typing import get_args

import pytest

from games.rules.karciane_miasto.cards import EFFECTS
from games.rules.karciane_miasto.cards import __file__ as cards_file
from games.rules.karciane_miasto.text.terms import Event

RULES = Path(cards_file).parent
NUMBER = re.compile(r"^\*\*(KM-\d+)\.\*\*", re.MULTILINE)
SAME = {
    "links": re.compile(r"\]\(#(KM-\d+)\)"),
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
def test_a_translation_has_the_links_and_figures_of_the_english(language, what):
    def found(texts: dict[str, str]) -> dict[str, list[str]]:
        return {number: sorted(SAME[what].findall(text)) for number, text in texts.items()}

    assert found(rules(f"RULES.{language}.md")) == found(ENGLISH)


ROWS = {
    "vp": "gain or lose VP",
    "support": "gain or lose support",
    "goods": "put or remove goods",
    "draw": "draw",
    "search": "look at the top cards of your deck",
    "recover": "take cards from your discard pile",
    "refresh": "replace face-up Districts",
    "ready": "ready, occupy",
    "occupy": "ready, occupy",
    "counters": "put fulfilment counters",
    "leave": "put a card on its owner's discard pile",
    "destroy": "destroy",
    "modify": "during this Build phase, until the end of this turn",
    "block": "goods can't be used",
    "stop_build": "this build fails",
    "cancel": "cancel that Event",
    "vote_add": "add votes",
    "vote_mute": "an opponent's support doesn't count",
    "vote_tie": "ties count for your side",
    "vote_switch": "change your declaration",
    "vote_cancel": "cancel this vote",
    "choose": "choose one",
    "when": "if …",
}
"""The row of KM-115 that explains an effect, by its kind."""
MOMENTS = {
    "built": "a card is built",
    "turn_start": "start of a turn, end of a turn",
    "turn_end": "start of a turn, end of a turn",
    "exchanged": "support is exchanged",
    "discarded": "a card is discarded",
    "vote_ended": "a City Council vote ends",
}
"""The row of KM-116 that explains a trigger, by its event."""


def explained(number: str) -> list[str]:
    """Give what stands at the left of a rule's table, without its head."""
    return re.findall(r"^\| ([^|]+) \|", ENGLISH[number], re.MULTILINE)[2:]


def test_km_115_explains_every_effect_and_no_other():
    assert set(ROWS) == {effect.kind for effect in EFFECTS.values()}
    assert explained("KM-115") == list(dict.fromkeys(ROWS.values()))


def test_km_116_explains_every_trigger_and_no_other():
    assert set(MOMENTS) == set(get_args(Event))
    assert explained("KM-116") == list(dict.fromkeys(MOMENTS.values()))
