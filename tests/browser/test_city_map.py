"""The map of a shared city in a browser: walked over by the arrow keys, magnified, shown as a list, read card by card."""

import pytest
from playwright.sync_api import expect

from tests.browser.elsewhere import open_table_of
from tests.browser.test_karciane_miasto import decide

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("served 2")]
CARDS = "#city-map .lot"
STEPS = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}


@pytest.fixture
def ada(enter):
    """Somebody at a table where a card lies on the map; a game of random moves may end without one."""
    ada, bela = enter(), enter()
    open_table_of("karciane_miasto", ada, bela)
    while not ada.page.locator(CARDS).count():
        for person in (ada, bela):
            person.page.reload()
            if person.may_move:
                decide(person)
        ada.page.reload()
    return ada


def cell_of(page):
    """Return the cell that has the focus."""
    return page.evaluate("document.activeElement.closest('[role=gridcell]').id")


def zoom_of(page):
    return float(
        page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--map-zoom')") or 1
    )


def test_the_map_is_walked_over_magnified_listed_and_read(ada):
    page = ada.page
    walks_by_arrow_keys(page)
    reads_a_card(page)
    magnifies(page)
    shows_a_list(page)


def walks_by_arrow_keys(page):
    page.locator(CARDS).first.focus()
    _, x, y = cell_of(page).replace("--", "-~").split("-")
    at = [int(part.replace("~", "-")) for part in (x, y)]
    for key, (right, down) in STEPS.items():
        page.keyboard.press(key)
        at = [at[0] + right, at[1] + down]
        assert cell_of(page) == f"c-{at[0]}-{at[1]}"
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.ariaLabel") == f"({at[0]}, {at[1] - 1}) free"


def reads_a_card(page):
    card = page.locator(CARDS).first
    card.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".about:popover-open")).to_contain_text(card.locator(".name").inner_text())
    page.keyboard.press("Escape")
    expect(page.locator(".about:popover-open")).to_have_count(0)
    expect(card).to_be_focused()


def magnifies(page):
    page.locator("[data-zoom=in]").click()
    larger = zoom_of(page)
    page.locator("[data-zoom=out]").click()
    assert larger > 1 == zoom_of(page)
    page.locator("[data-zoom=in]").click()
    page.locator("[data-zoom=fit]").click()
    assert page.evaluate(
        "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('#city-view'))"
    )


def shows_a_list(page):
    free = page.locator("[role=gridcell]:empty").first
    expect(free).to_be_visible()
    page.get_by_label("As a list").check()
    expect(free).to_be_hidden()
    expect(page.locator(CARDS).first).to_be_visible()
