"""Cards that are divided are dragged with the mouse, as they are tapped or chosen by keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_card_city import open_table

pytestmark = pytest.mark.browser


def drag(page, card, pile):
    """Take a card to a pile with the mouse, let it go there."""
    start, end = page.locator(card).bounding_box(), page.locator(f"[data-drop={pile}]").bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)
    expect(page.locator(".dragged")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(f"[data-drop={pile}] {card}")).to_have_count(1)
    expect(page.locator(".dragged")).to_have_count(0)


def in_pile(page, pile):
    return page.locator(f"[data-drop={pile}] .pick")


def test_cards_are_dragged_from_pile_to_pile(enter):
    ada, bela = enter(), enter()
    open_table(ada, bela)
    page = next(person.page for person in (ada, bela) if person.may_move)
    expect(in_pile(page, "up")).to_have_count(4)
    for card, pile in (("#tile-0", "pair"), ("#tile-3", "pair"), ("#tile-1", "down"), ("#tile-3", "down")):
        drag(page, card, pile)
    expect(page.locator("[data-drop=up] #tile-1")).to_have_count(1)
    drag(page, "#tile-3", "up")
    expect(in_pile(page, "up")).to_have_count(3)
    drag(page, "#tile-3", "up")
    expect(in_pile(page, "pair")).to_have_count(1)
    drag(page, "#tile-1", "pair")
    drag(page, "#tile-2", "down")
    page.locator("#confirm-move").click()
    expect(page.locator("#turn")).not_to_contain_text("It's your turn")
