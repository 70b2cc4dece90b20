"""What a screen reader is told of what changes: the words stand in a region that no answer replaces."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.people import sit_down
from tests.browser.test_lobby import game_id

pytestmark = [pytest.mark.browser, pytest.mark.in_turn(2)]


@pytest.fixture
def couple(enter):
    """Two people at one table with clocks, the one to move first."""
    return sit_down(enter(), enter(), option_promo="on", pace="live-5-5")


def hears(person, text):
    expect(person.page.locator("#voice")).to_contain_text(text)


def listen(person):
    """Keep what is said from now on in ``window.said``."""
    person.page.evaluate(
        """() => {
          window.said = [];
          const note = (changes) => changes.forEach(({ addedNodes }) =>
            addedNodes.forEach(({ textContent }) => window.said.push(textContent)));
          new MutationObserver(note).observe(document.getElementById("voice"), { childList: true });
        }"""
    )


def stays(page):
    """Whether the region that speaks is the one the page came with."""
    return page.locator("#voice").evaluate("(place) => place.marked === true")


def test_whose_turn_it_is_and_what_is_asked_are_told_in_a_region_that_stays(couple):
    mover, waiter = couple
    for person in couple:
        person.page.locator("#voice").evaluate("(place) => { place.marked = true; }")
    listen(mover)
    expect(waiter.page.locator("#voice")).to_be_empty()
    mover.take_turn()
    hears(waiter, "It's your turn.")
    assert not mover.may_move
    hears(waiter, "Choose two adjacent cards")
    assert "Ready." in mover.page.evaluate("window.said").pop()
    waiter.press(waiter.page.locator("button[name=slot]").first)
    hears(waiter, waiter.page.locator("#moves-title").inner_text())
    assert stays(mover.page) and stays(waiter.page)


def test_what_is_said_once_is_not_said_again_with_each_answer(couple):
    mover, _ = couple
    listen(mover)
    slots = mover.page.locator("button[name=slot]")
    mover.press(slots.first)
    mover.press(mover.page.locator("#start-over"))
    mover.page.wait_for_function("() => window.said.length > 1")
    said = mover.page.evaluate("window.said")
    assert all(one != other for one, other in pairwise(said))
    assert "It's your turn." not in said


def test_a_request_to_pause_is_told_to_the_others(couple):
    mover, waiter = couple
    waiter.page.get_by_role("button", name="Ask to pause").click()
    hears(mover, "would like to pause the game.")
    mover.page.get_by_role("button", name="Agree to pause").click()
    hears(waiter, "Game paused. The clocks are stopped.")


def test_who_waits_for_people_hears_how_many_have_joined(enter):
    ada, bela = enter(), enter()
    ada.open_table(seats=3, name="Ada")
    bela.join(ada.page.locator("#invite-link").input_value(), name="Bela")
    hears(ada, re.compile("2 of 3 players joined"))
    assert game_id(ada.table) == game_id(bela.table)


def test_the_last_copy_of_a_card_leaves_the_focus_to_the_list(member):
    page = member("voices", viewport={"width": 1280, "height": 900}).page
    page.goto("/decks/")
    page.get_by_role("button", name=re.compile("^Copy")).first.click()
    page.wait_for_url(re.compile(r"/decks/\d+/$"))
    less = page.locator("#deck-list button[name=remove]").first
    name = less.get_attribute("id")
    while page.locator(f"#{name}").count():
        copies = page.locator("#deck-list output").first.inner_text()
        less.focus()
        less.press("Enter")
        if copies == "1":
            break
        expect(page.locator(f"#{name} + output")).to_have_text(str(int(copies) - 1))
    expect(page.locator(f"#{name}")).to_have_count(0)
    expect(page.locator("#deck-list")).to_be_focused()
    expect(page.locator("#voice")).to_contain_text("of 40 cards")


def test_enter_in_an_option_chooses_no_way_to_play(enter):
    ada = enter()
    form = ada.options()
    form.locator("[name=name]").press("Enter")
    ada.page.wait_for_timeout(300)
    assert ada.page.url.endswith("/new/point-city/")


# How many sizes a place, its card and what is pressed or read there have: who touches a card finds what is read.
SIZES = """slots => slots.map((slot) => new Set([slot, ...slot.querySelectorAll(".card, :scope > [id]")]
  .map((part) => `${part.offsetWidth} ${part.offsetHeight}`)).size)"""


def test_each_card_of_a_market_is_read_once_by_who_plays_and_by_who_looks_on(enter):
    ada, bela, chora = enter(), enter(), enter()
    ada.deal("point-city", name="Ada", seats="2", listed="yes")
    bela.join(ada.page.locator("#invite-link").input_value(), name="Bela")
    expect(ada.page.locator("#turn")).to_be_visible()
    chora.page.goto(ada.table)
    for person, role in ((ada, "button"), (bela, "button"), (chora, "img")):
        read = person.page.locator(".slots").aria_snapshot()
        assert re.findall(r"(\w+) \"Row \d, column \d: \w+ × \d, tier \d\"", read) == [role] * 16
        assert read.count("tier") == 16
        assert person.page.locator(".slot").evaluate_all(SIZES) == [1] * 16
    ada.page.goto(f"{ada.table}replay/0/")
    assert ada.page.locator(".slot").evaluate_all(SIZES) == [1] * 16
    ada.page.goto(f"{ada.table}?slot=5")
    expect(ada.page.locator("#pick-0")).to_have_accessible_name(re.compile(r"tier \d( why not\?)?$"))
