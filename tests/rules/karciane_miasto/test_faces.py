"""What stands on a card's face (KM-118)."""

import re

import pytest
from django.conf import settings
from django.template import Context, Template
from django.template.loader import get_template
from django.utils.html import escape
from django.utils.translation import override

from games.rules.karciane_miasto.cards import CARDS
from games.rules.karciane_miasto.looks.faces import face
from games.rules.karciane_miasto.text.flavour import FLAVOUR
from games.templatetags.looks import phrase

TEMPLATES = ("card.html", "card_small.html", "card_tile.html")


def written(template, card):
    shown = {"face": face(card), "good": "products", "goods": 2}
    return get_template(f"games/karciane_miasto/{template}").template.render(Context(shown))


def symbols():
    sprite = get_template("games/karciane_miasto/sprite.svg").template.render(Context())
    return re.findall(r'id="s-([\w-]+)"', sprite)


def figures(found):
    return [(figure.sign, figure.n) for figure in found]


def test_km_118_everything_a_face_shows_is_drawn():
    drawn = set(symbols())
    assert len(drawn) == len(symbols())
    shown = {name for card in CARDS for name in re.findall(r'href="#s-([\w-]+)"', written("card.html", card))}
    assert shown <= drawn
    sprite = get_template("games/karciane_miasto/sprite.svg").template.render(Context())
    assert set(re.findall(r'href="#s-([\w-]+)"', sprite)) <= drawn


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("template", TEMPLATES)
def test_a_face_is_written_in_every_language(template, language):
    with override(language):
        pages = [written(template, card) for card in CARDS]
    for page in pages:
        assert "%(" not in page
        assert not re.search(r'\s(x|y|width|height)="(?!-?\d+")', page), (
            "numbers of a picture are not for people"
        )


def test_km_118_every_card_ends_with_one_line_of_its_own():
    assert FLAVOUR.keys() == CARDS.keys()
    assert len({*FLAVOUR.values()}) == len(CARDS)
    with override("en"):
        for card, line in FLAVOUR.items():
            page = written("card.html", card)
            assert len(line) <= 56 and "\n" not in line and line.endswith((".", ",", "”")), card
            assert page.rstrip().endswith(f'<p class="flavour">{escape(line)}</p>\n</article>'), card


def test_km_118_main_type_and_subtypes_in_this_order():
    with override("en"):
        assert [phrase(mark.word) for mark in face("D334").marks] == [
            "Public District",
            "Administration",
            "Safety",
        ]
        assert [phrase(mark.word) for mark in face("K04").marks] == ["Counter Event"]
        assert [phrase(mark.word) for mark in face("T101").marks] == ["Terrain", "Forest"]


def test_km_118_figures_stand_on_their_sides():
    assert figures(face("D224").left) == [("products", 3)]
    assert figures(face("D224").right) == [("residents", 2), ("services", 1)]
    assert figures(face("L04").left) == [("vp", 4), ("progress", 3)]
    assert figures(face("G01").left) == [("long", 3)]
    assert figures(face("S12").right) == [("support", 4)]
    assert figures(face("D231").left) == []


def test_km_118_the_frame_is_that_of_the_type_or_kind():
    assert {face(card).frame for card in CARDS} == {
        "residential",
        "commercial",
        "industrial",
        "public",
        "terrain",
        "event",
        "plan",
        "official",
    }


def test_km_118_a_keyword_leads_to_its_rule():
    with override("en"):
        assert 'rules/karciane-miasto/#KM-90" target="rules">Action[1]:</a>' in written("card.html", "D115")


def test_a_card_without_text_says_so():
    with override("en"):
        assert "No special text." in written("card.html", "D101")


def test_districts_of_one_type_and_stage_do_not_all_look_alike():
    looks = {face(card.id).picture for card in CARDS.values() if card.kind == "district"}
    assert len(looks) == 55


def test_templates_find_a_face_by_the_id_of_a_card():
    page = Template(
        '{% load looks %}{% with shown="L04"|face:"karciane_miasto" %}{{ shown.name }}{% endwith %}'
    )
    assert page.render(Context()) == "The Common Good"
