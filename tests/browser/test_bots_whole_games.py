"""Whole games against two bots of different levels, every decision by clicking; at night, for a game takes minutes."""

import pytest
from playwright.sync_api import expect

from tests.browser import test_card_city, test_karciane_miasto, test_machi_koro_2
from tests.browser.people import Person
from tests.thorough import THOROUGH

pytestmark = [pytest.mark.browser, pytest.mark.skipif(not THOROUGH, reason="a game takes minutes")]
SCREENS = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1440, "height": 900}}
MY_TURN_OR_THE_END = "#turn[data-my-turn], #result"
DECIDE = {
    "point_city": Person.take_turn,
    "card_city": test_card_city.decide,
    "machi_koro_2": test_machi_koro_2.decide,
    "karciane_miasto": test_karciane_miasto.decide,
}
every_title = pytest.mark.parametrize("slug", DECIDE)


def sit_down_with_bots(person, slug, levels):
    """Open a table and give its other seats to bots of these levels, who do not keep anybody waiting."""
    person.deal(slug.replace("_", "-"), name="Ada", seats=str(1 + len(levels)))
    page = person.page
    for free, level in zip(range(len(levels), 0, -1), levels, strict=True):
        expect(page.locator(".add-bot")).to_have_count(free)
        page.locator(".add-bot summary").first.click()
        page.locator(f".add-bot button[value='{level}']").first.click()
    expect(page.locator("#people-here .bot-badge")).to_have_count(len(levels))
    page.get_by_role("button", name="Instant", exact=True).click()
    expect(page.get_by_role("button", name="Instant", exact=True)).to_have_attribute("aria-pressed", "true")


def play_to_the_end(person, decide, look=lambda _: None):
    """Make every decision; without scripts a page loads itself anew as long as bots are to move."""
    while not person.is_over:
        if person.may_move:
            decide(person)
            look(person)
        else:
            expect(person.page.locator(MY_TURN_OR_THE_END).first).to_be_attached()


def shows_the_end(person):
    expect(person.page.locator("#result tbody tr, #result-table tbody tr").first).to_be_visible()
    assert person.page.evaluate("document.documentElement.scrollWidth") <= person.page.viewport_size["width"]


@every_title
@pytest.mark.parametrize("screen", SCREENS)
def test_a_whole_game_is_played_by_clicking(enter, slug, screen):
    person = enter(viewport=SCREENS[screen])
    sit_down_with_bots(person, slug, (1, 3))
    play_to_the_end(person, DECIDE[slug])
    shows_the_end(person)


@every_title
def test_a_whole_game_is_played_without_scripts(enter, slug):
    person = enter(java_script_enabled=False)
    sit_down_with_bots(person, slug, (1, 2))
    play_to_the_end(person, DECIDE[slug])
    shows_the_end(person)
