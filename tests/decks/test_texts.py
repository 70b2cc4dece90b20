"""Decks as text: what goes out comes in again, and what is not understood is named by its line."""

import pytest
from django.utils.translation import override

from games.services.tables.deck_texts import MOST_CHARACTERS, MOST_LINES, names_of, read, title_of, written
from games.services.tables.decks import DeckError


def test_a_deck_is_one_card_a_line_in_the_order_of_the_title():
    assert written("Mine", "demo", {"B1": 2, "A1": 1}) == "# Mine\n1 Apple\n2 Bread\n"


def test_what_goes_out_comes_in_again():
    cards = {"A1": 12, "A2": 1, "B2": 3}
    assert read("demo", written("A name, with 3 Bread", "demo", cards)).cards == cards


def test_the_name_goes_out_and_comes_in_again():
    assert title_of(written("A name, with 3 Bread", "demo", {})) == "A name, with 3 Bread"


@pytest.mark.parametrize(
    "line", ["3 Bread", "3 B1", "3x Bread", "3 × bread", "3* BREAD", "  3   b1  ", "3\tBread", "3 Ｂread"]
)
def test_lines_may_be_written_as_people_write_them(line):
    reading = read("demo", f"\r\n{line}\r\n# a remark\r\n")
    assert (reading.cards, reading.bad) == ({"B1": 3}, ())


def test_a_card_alone_is_one_copy_and_lines_add_up():
    assert read("demo", "Bread\n2 b1\n1 Pear").cards == {"B1": 3, "A2": 1}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("3 Cake", "There's no such card."),
        ("Z9", "There's no such card."),
        ("3", "There's no such card."),
        ("3Bread", "There's no such card."),
        ("-1 Bread", "There's no such card."),
        ("٣ Bread", "There's no such card."),
        ("0 Bread", "That isn't a valid number of copies."),
        ("100 Bread", "That isn't a valid number of copies."),
        ("999999999 Bread", "That isn't a valid number of copies."),
    ],
)
def test_what_is_not_understood_is_named_by_its_line(line, reason):
    reading = read("demo", f"1 Apple\n\n{line}\n1 Bun")
    assert [(bad.number, bad.text, str(bad.error)) for bad in reading.bad] == [(3, line, reason)]
    assert reading.cards == {"A1": 1, "B2": 1}


def test_what_is_shown_of_a_line_is_short():
    (bad,) = read("demo", "x" * 5000).bad
    assert len(bad.text) == 60


@pytest.mark.parametrize("text", ["1 A1\n" * 10_000, "\n" * MOST_LINES, "x" * (MOST_CHARACTERS + 1)])
def test_too_long_a_text_is_refused_unread(text, monkeypatch):
    monkeypatch.setattr("games.services.tables.deck_texts._line", lambda *_: 1 / 0)
    with pytest.raises(DeckError) as refusal:
        read("demo", text)
    assert str(refusal.value) == "That's too long for a deck. The limit is 200 lines."


def test_as_long_as_it_may_be_a_text_is_read():
    assert read("demo", "\n".join(["1 A1"] * MOST_LINES)).cards == {"A1": MOST_LINES}


def test_names_of_every_language_are_understood(monkeypatch):
    names_of.cache_clear()
    words = {"uk": {"Bread": "Хліб"}, "pl": {"Bread": "Chleb"}}
    monkeypatch.setattr(
        "games.services.tables.deck_texts.gettext",
        lambda text: words.get(language(), {}).get(text, text),
    )
    with override("en"):
        assert read("demo", "1 хліб\n1 CHLEB\n1 Bread").cards == {"B1": 3}
    names_of.cache_clear()


def language():
    from django.utils.translation import get_language

    return get_language()
