"""The deck builder in a browser: by keyboard, faster than the answers come, and on a phone."""

import re
from itertools import count

import pytest
from playwright.sync_api import expect

from tests.browser.looks import is_fine

pytestmark = [pytest.mark.browser, pytest.mark.in_turn(2)]
_number = count(1)


@pytest.fixture
def builder(member):
    """Somebody with an account and a copy of the first starter deck."""
    person = member(f"builder{next(_number)}", viewport={"width": 1280, "height": 900})
    person.page.goto("/decks/")
    person.page.get_by_role("button", name=re.compile("^Copy")).first.click()
    person.page.wait_for_url(re.compile(r"/decks/\d+/$"))
    return person


def state(page):
    return page.locator("#deck-state")


def test_axe_and_a_phone_are_content_with_the_shelf(builder):
    builder.page.goto("/decks/")
    is_fine(builder.page)


def test_axe_and_a_phone_are_content_with_the_bench(builder):
    is_fine(builder.page)


def test_axe_and_a_phone_are_content_with_a_starter_deck(anna):
    anna.page.goto("/decks/")
    anna.page.locator(".deck-tile a").first.click()
    is_fine(anna.page)


def test_a_deck_is_built_by_keyboard_and_the_focus_stays(builder):
    page = builder.page
    expect(state(page)).to_contain_text("40 of 40 cards")
    more = page.locator("#deck-cards li button[name=add]").first
    more.focus()
    more.press("Enter")
    expect(state(page)).to_contain_text("41 of 40 cards")
    expect(state(page).get_by_role("link", name="Rule KM-103")).to_be_visible()
    expect(more).to_be_focused()
    less = page.locator("#deck-list button[name=remove]").first
    less.focus()
    less.press("Enter")
    expect(state(page)).to_contain_text("Ready to play.")
    expect(less).to_be_focused()


def test_no_press_is_lost_however_fast_they_come(builder):
    page = builder.page
    page.evaluate(
        """() => {
          const buttons = [...document.querySelectorAll("#deck-list button[name=remove]")].slice(0, 2);
          for (const at of [0, 1, 0, 1, 0]) buttons[at].click();
        }"""
    )
    expect(state(page)).to_contain_text("35 of 40 cards")
    page.reload()
    expect(state(page)).to_contain_text("35 of 40 cards")


def test_the_filter_needs_no_button_and_can_be_gone_back_from(builder):
    page = builder.page
    cards = page.locator(".deck-card")
    everything = cards.count()
    page.get_by_role("combobox", name="Card type", exact=True).select_option(index=1)
    expect(cards).not_to_have_count(everything)
    some = cards.count()
    page.get_by_label("Text on the card").fill("zzz")
    expect(cards).to_have_count(0)
    page.go_back()
    expect(cards).to_have_count(some)
