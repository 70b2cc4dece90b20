"""Around the table: the language of the reader, names of every kind, the link that invites."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person

pytestmark = pytest.mark.browser
LANGUAGES = ["uk", "ru", "pl", "zh-hant", "en"]
TITLES = ["point-city", "card-city", "machi-koro-2", "karciane-miasto"]
PHONE = {"width": 320, "height": 640}
NO_CLIPBOARD = "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })"


def test_the_page_one_reads_turns_to_each_language_and_fits_a_phone(enter):
    page = enter(viewport=PHONE).page
    page.goto("/rules/point-city/")
    read = page.url
    headlines = {_in_language(page, language) for language in LANGUAGES}
    assert page.url == read
    assert len(headlines) == len(LANGUAGES)


def _in_language(page, language):
    """Choose a language from the menu; return what the headline says then."""
    page.locator(".menu > button").click()
    page.locator("#language").select_option(language)
    page.locator("form:has(#language) button").click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], language
    return page.locator("h1").inner_text()


@pytest.mark.parametrize(
    "name", ["<i onfocus=x>A</i>", "&lt;b&gt;", "{{ 7 }}", "محمد", "👩‍👩‍👧‍👦🏳️‍🌈", "W" * 20]
)
def test_a_name_is_shown_as_it_was_typed(anna, name):
    _deal(anna, name)
    anna.page.wait_for_url("**/games/*/")
    anna.table = anna.page.url
    anna.hurry(1)
    for place in ("#score-0", "#log"):
        shown = anna.page.locator(place).locator("bdi").first
        expect(shown).to_have_text(name)
        assert shown.locator("*").count() == 0


@pytest.mark.parametrize("name", ["Ada\u202egro", "A\u200bda", "x" * 21])
def test_a_name_that_tricks_the_eye_is_sent_back_with_a_reason(anna, name):
    _deal(anna, name)
    expect(anna.page.locator(".errorlist")).to_have_count(1)
    expect(anna.page.locator("form:has(.errorlist) [name=name]")).to_have_value(name)
    anna.forgive("422")


def _deal(person, name):
    """Ask for a game alone under that name."""
    form = person.options()
    form.get_by_label("Your name").fill(name)
    form.get_by_role("button", name="Solo, by the rulebook").click()


def test_with_letters_twice_as_large_a_phone_shows_the_whole_head(enter):
    guest = enter(viewport=PHONE)
    guest.open_solo()
    page = guest.page
    page.goto("/lobby/")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(page.locator(".site-head .menu > button")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_with_letters_twice_as_large_nothing_is_wider_than_a_phone(enlarged, site):
    guest = Person(enlarged, site.url, viewport=PHONE)
    page = guest.page
    for path in ("/", "/leaders/", *(f"/rules/{title}/" for title in TITLES)):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
    guest.open_solo()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert guest.problems == []


def test_a_long_name_fits_into_the_head_of_a_tablet(enter):
    guest = enter(viewport={"width": 900, "height": 700})
    guest.deal("point-city", alone="yes", name="W" * 20)
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 900
    assert guest.page.locator(".site-head").bounding_box()["height"] < 60


@pytest.mark.parametrize("scripts", ["", NO_CLIPBOARD], ids=["clipboard", "selection"])
def test_the_invite_link_is_copied(anna, scripts):
    anna.context.add_init_script(scripts)
    anna.open_table()
    page = anna.page
    link = page.locator("#invite-link").input_value()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#voice")).to_have_text("Copied")
    expect(page.get_by_role("button", name="Copy link")).to_have_attribute("data-done", "")
    expect(page.get_by_role("button", name="Copy link")).not_to_have_attribute("data-done", "")
    page.goto("/accounts/login/")
    page.get_by_label("Username or email").press("Control+v")
    expect(page.get_by_label("Username or email")).to_have_value(link)
