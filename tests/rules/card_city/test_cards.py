"""The cards: how many there are, and that every one can be said in every language."""

from pathlib import Path

from games.rules.card_city import names
from games.rules.card_city.cards import (
    CODES,
    DECK_TYPES,
    EARNING,
    GROWING,
    RATINGS,
    SCORING,
    SOLD,
    START,
    TYPES,
    UNCOUNTED,
)


def _codes(numbers):
    return "".join(CODES[card] for card in numbers)


def test_the_types_by_what_they_do():
    assert CODES == "RCLIPH"
    assert _codes(DECK_TYPES) == "RCLIP"
    assert (_codes(GROWING), _codes(EARNING), _codes(SCORING)) == ("RC", "C", "R")
    assert (CODES[SOLD], CODES[START], _codes(UNCOUNTED)) == ("I", "H", "I")


def test_a_deck_share_is_twenty_cards_and_four_shares_are_in_the_box():
    assert sum(row.share for row in TYPES) == 20
    assert all(4 * row.share <= row.box for row in TYPES)


def test_what_may_not_touch_is_mutual():
    for one, row in enumerate(TYPES):
        assert all(one in TYPES[other].never_beside for other in row.never_beside)


def test_every_word_can_be_translated():
    assert {row.code: row.name for row in TYPES} == names.CARD_NAMES
    assert tuple(row.name for row in RATINGS) == names.RATING_NAMES


def test_engine_and_scoring_name_no_card():
    folder = Path(names.__file__).parent
    words = [row.id for row in TYPES] + [row.name for row in TYPES]
    for module in (
        "engine",
        "turns",
        "rounds",
        "city",
        "growth",
        "grid",
        "scoring",
        "divisions",
        "setup",
        "checks",
        "state",
    ):
        (path,) = folder.rglob(f"{module}.py")
        source = path.read_text()
        assert not [word for word in words if word in source], module
