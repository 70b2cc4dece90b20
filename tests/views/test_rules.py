"""The rules pages: every number an anchor, every refusal a place to read about it."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.rules import registry
from games.views.rules import RULES, numbered_rules
from tests import tables
from tests.views.opening import table_of

pytestmark = pytest.mark.django_db
ANCHOR = r'id="([A-Z]{2}-[A-Z]?\d+)"'
TITLES = [slug for slug in registry.SLUGS if slug != "demo"]


@pytest.mark.parametrize("slug", TITLES)
@pytest.mark.parametrize("language", ["en", "uk", "ru", "pl", "zh-hant"])
def test_every_numbered_rule_is_an_anchor_once(slug, language):
    page = (
        Client(headers={"accept-language": language})
        .get(reverse("games:rules", args=[slug]))
        .content.decode()
    )
    numbers = re.findall(r'id="([A-Z]{2}-\d+)"', page)
    prefix = numbers[0].split("-")[0]
    assert numbers == [f"{prefix}-{n}" for n in range(1, len(numbers) + 1)]
    english = Client().get(reverse("games:rules", args=[slug])).content.decode()
    assert re.findall(ANCHOR, page) == re.findall(ANCHOR, english)
    if language != "en":
        assert (RULES / slug / f"RULES.{language}.md").exists()
    anchors = set(re.findall(ANCHOR, page))
    links = set(re.findall(r'href="#([A-Z]{2}-[A-Z]?\d+)"', page))
    assert links <= anchors
    assert "<strong>" + prefix not in page
    assert page.count("<h1") == 1


FOR_DEVELOPERS = {
    "en": r"\b(?:slots?|commands?|opaque|identit(?:y|ies)|tests?|card data)\b",
    "pl": r"poleceni|nieprzejrzyst|tożsamoś|\btest|\bdanych kart",
    "ru": r"команд|непрозрачн|тождеств|\bтест|данных карт",
    "uk": r"команд|непрозор|тотожн|\bтест|даних карт",
    "zh-hant": r"指令|代號|身分|測試|資料",
}
CODE = re.compile(r"<code|`|\b[a-z]+_[a-z_]+\b|JSON|\bmod \d|÷ 4|\(\d+, \d+\) \(\d+, \d+\)")


@pytest.mark.parametrize("slug", TITLES)
@pytest.mark.parametrize("language", FOR_DEVELOPERS)
def test_no_word_for_developers_is_in_the_numbered_rules(slug, language):
    said = re.sub(r"<[^c][^>]*>", "", numbered_rules(slug, language))
    found = re.compile(FOR_DEVELOPERS[language], re.IGNORECASE).findall(said) + CODE.findall(said)
    assert found == []


@pytest.mark.parametrize("slug", TITLES)
@pytest.mark.parametrize("language", FOR_DEVELOPERS)
def test_the_contents_lead_to_every_heading(slug, language):
    reader = Client(headers={"accept-language": language})
    page = reader.get(reverse("games:rules", args=[slug])).content.decode()
    contents = re.search(r'<nav class="contents".*?</nav>', page, re.DOTALL)[0]
    listed = re.findall(r'<a href="#([\w-]+)">(.*?)</a>', contents)
    assert [text for _, text in listed] == re.findall(r"<h2[^>]*>(.*?)</h2>", page, re.DOTALL)
    anchors = [anchor for anchor, _ in listed]
    assert len({*anchors}) == len(anchors) > 15
    assert all(page.count(f'id="{anchor}"') == 1 for anchor in anchors)


def test_rules_are_one_press_away_and_leave_a_game_where_it_is():
    books = Client().get(reverse("games:rule_books")).content.decode()
    for slug in TITLES:
        assert reverse("games:rules", args=[slug]) in books
    game, (anna, _) = tables.running("point_city")
    table = table_of(game, anna)
    assert f'<a href="{reverse("games:rules", args=["point_city"])}" target="rules">' in table
    assert f'<a href="{reverse("games:rule_books")}"' in Client().get("/").content.decode()


def test_an_unknown_title_has_no_rules():
    assert Client().get("/rules/nothing/").status_code == 404
    assert Client().get("/rules/../secret/").status_code == 404


CARD = "/rules/karciane-miasto/cards/?card=D102"


def test_a_card_is_a_page_and_to_htmx_what_lies_over_a_table():
    page, part = Client().get(CARD), Client().get(CARD, headers={"HX-Request": "true"})
    for answer in (page, part):
        assert "put 1 Resident on this card" in answer.content.decode()
        assert "max-age=3600" in answer["Cache-Control"]
        assert {"HX-Request", "Cookie"} <= set(answer["Vary"].split(", "))
    assert "<title>Tenement Houses" in page.content.decode()
    assert 'popovertarget="about"' not in page.content.decode()
    assert "<title>" not in part.content.decode()
    assert 'popovertarget="about"' in part.content.decode()


@pytest.mark.parametrize("slug", TITLES)
def test_what_is_no_card_to_be_explained_is_not_found(slug):
    for card in ("", "D999", "../D101", "D101\0"):
        address = reverse("games:card", args=[slug])
        assert Client().get(address, {"card": card}).status_code == 404
    assert Client().post(f"{address}?card=D101").status_code == 405


def test_every_card_is_read_in_the_readers_language():
    for card, face in registry.get("karciane_miasto").faces.items():
        assert name_of(card, "en") == face.name
        with translation.override("pl"):
            polish = translation.gettext(face.name)
        assert name_of(card, "pl") == polish


def name_of(card, language):
    """Return what a card is called where it lies over a table."""
    reader = Client(headers={"accept-language": language, "HX-Request": "true"})
    page = reader.get(reverse("games:card", args=["karciane_miasto"]), {"card": card})
    return unescape(re.search("<h3[^>]*>(.+?)</h3>", page.content.decode())[1])


OUR_MARK = {"en": "ours", "pl": "nasze", "ru": "наше", "uk": "наше", "zh-hant": "自訂"}
MARKS = {
    "card_city": OUR_MARK,
    "machi_koro_2": OUR_MARK,
    "point_city": OUR_MARK,
    "karciane_miasto": {"en": "added", "pl": "dodane", "ru": "добавлено", "uk": "додано", "zh-hant": "增補"},
}
ANSWERS = {
    "card_city": {False: {10, 15, 22, 29, 32, 39, 47, 50, 54, 61, 63, 65, 67, 69, 70, 85}},
    "machi_koro_2": {False: {4, 13, 34, 43, 45, 56, 57, 67}, True: {3, 10, 11, 30, "D3", 38, 46, 50, 54, 55}},
    "point_city": {
        False: {15, 18, 24, 41, 42, 45, 49, 63, 81, 82, 83},
        True: {4, 12, 16, 30, 32, 35, 39, 44, 50, 64, 70, 77},
    },
}
"""The rules that are ours, and those that are in part."""


def marked(slug, language):
    """Return the numbers of the rules that bear a mark of their own, by the mark."""
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    rules = re.split(r"^\*\*[A-Z]{2}-(D?\d+)\.\*\*", (RULES / slug / name).read_text(), flags=re.MULTILINE)
    mark = re.compile(rf"\*[(（]([^)）*]*{MARKS[slug][language]}[^)）*]*)[)）]\*")
    found = {}
    for number, text in zip(rules[1::2], rules[2::2], strict=True):
        for said in mark.findall(text.partition("\n#")[0]):
            rule = int(number) if number.isdigit() else number
            found.setdefault(len(said) > len(MARKS[slug][language]), set()).add(rule)
    return found


@pytest.mark.parametrize("slug", MARKS)
@pytest.mark.parametrize("language", ["pl", "ru", "uk", "zh-hant"])
def test_what_is_not_of_the_source_is_marked_alike_in_every_language(slug, language):
    assert marked(slug, language) == marked(slug, "en")


@pytest.mark.parametrize("slug", ANSWERS)
def test_what_the_printed_rules_leave_open_is_marked(slug):
    assert marked(slug, "en") == ANSWERS[slug]


def test_karciane_miasto_tells_the_draft_from_what_was_added():
    found = marked("karciane_miasto", "en")
    assert {1, 7, 77, 83, *range(101, 118)} <= found[False]
    assert {5, 34, 35, 118} <= found[True]
    assert not found[True] & found[False]
    assert not {2, 4, 30, 72} & (found[True] | found[False])


@pytest.mark.parametrize("language", ["en", "pl", "ru", "uk", "zh-hant"])
def test_point_city_says_which_edition_it_follows(language):
    page = Client(headers={"accept-language": language}).get(reverse("games:rules", args=["point_city"]))
    table = page.content.decode().partition('id="PC-80"')[2].partition('id="PC-81"')[0]
    for number in (26, 61, 62, 64, 76):
        assert f'href="#PC-{number}"' in table
    assert table.count("<tr>") == 5


def test_polish_uses_the_terms_of_the_draft():
    text = (RULES / "karciane_miasto" / "RULES.pl.md").read_text()
    assert "**KM-20.** *(częściowo dodane)* *Zasada spełnialności wymagań.*" in text
    assert "**KM-5.** *(częściowo dodane)* *Zasada nadrzędności kart.*" in text


def test_chinese_has_a_name_of_its_own_for_the_pair():
    text = (RULES / "card_city" / "RULES.zh-hant.md").read_text()
    assert "明牌組" not in text and "剩餘組" not in text
    assert "*雙張疊*" in text and "*剩餘疊*" in text


@pytest.mark.parametrize("slug", TITLES)
def test_no_line_of_the_source_ends_in_a_space_in_chinese(slug):
    text = numbered_rules(slug, "zh-hant")
    assert (
        re.findall(
            r"[，。：；、！？）」』]\n(?:[^<\s]|<(?:strong|em|a|code)\b)|[\u4e00-\u9fff]\n[\u4e00-\u9fff]",
            text,
        )
        == []
    )


def test_the_guide_of_card_city_counts_districts_up_to_ten():
    page = Client().get(reverse("games:rules", args=["card_city"])).content.decode()
    table = page.partition('class="guide-worth"')[2].partition("</table>")[0]
    numbers = [int(number) for number in re.findall(r"<td>(\d+)</td>", table)]
    assert numbers == [*range(1, 11), *[n * (n + 1) // 2 for n in range(1, 11)]]
