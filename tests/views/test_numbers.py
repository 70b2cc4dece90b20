"""Numbers as people write them: signs, and decimals in the reader's language."""

import re
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.rules.card_city.show.draft import Preview
from games.templatetags.karciane_miasto import cell
from games.templatetags.looks import minus, signed
from games.templatetags.point_city import sorts_in_words, sum_in_words

TAG = re.compile(r"<[^>]*>")


@pytest.mark.parametrize(
    ("language", "number", "places", "written"),
    [
        ("en", 2, 0, "+2"),
        ("en", 0, 0, "0"),
        ("en", -0.04, 1, "0.0"),
        ("en", 3.24, 1, "+3.2"),
        ("en", -0.54, 1, "−0.5"),
        ("uk", 1.25, 1, "+1,2"),
        ("ru", -3.5, 1, "−3,5"),
        ("pl", 0.5, 1, "+0,5"),
        ("zh-hant", 0.5, 1, "+0.5"),
    ],
)
def test_a_change_has_its_sign_and_the_readers_decimals(language, number, places, written):
    with translation.override(language):
        assert signed(number, places) == written


def test_a_negative_number_has_a_real_minus():
    assert (minus(-12), minus(12)) == ("−12", "12")


def test_a_cell_is_written_with_a_real_minus_and_a_zone_not_at_all():
    assert (cell("0,-1"), cell("zone"), cell(None)) == ("(0, −1)", "", "")


def test_what_was_paid_is_summed_and_what_was_drawn_is_told_card_by_card():
    sorts = ("energy2", "ingenuity", "energy1", "ingenuity")
    told = "Energy × 2, Ingenuity × 1, Energy × 1, Ingenuity × 1"
    assert sorts_in_words(sorts).replace("\N{NO-BREAK SPACE}", " ") == told
    assert sum_in_words(sorts).replace("\N{NO-BREAK SPACE}", " ") == "Energy × 3, Ingenuity × 2"


def test_what_a_move_would_bring_in_card_city_has_real_minuses():
    change = Preview(-3, -1, income_before=2, income_after=3, coins_before=4, coins_after=4)
    assert "−3 → <b>−1</b>" in render_to_string("games/card_city/preview.html", {"p": change})


@pytest.mark.parametrize(
    ("own", "others", "pays", "read"),
    [(2, 0, 1, "+2 own roll −1 to restaurants"), (0, 3, 0, "+3 opponent's roll"), (0, 0, 0, "")],
)
def test_a_bar_of_income_is_named_where_it_has_a_value(own, others, pays, read):
    line = {"result": 7, "own": own, "others": others, "pays": pays}
    bar = render_to_string("games/machi_koro_2/bar.html", {"id": "bar-7", "line": line, "rolled": False})
    assert " ".join(unescape(TAG.sub("", bar)).split()) == f"7 {read}".strip()
