"""Turns and whole games by keyboard alone; the focus is always somewhere one can see."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import PAYMENT, TOKEN

pytestmark = [pytest.mark.browser, pytest.mark.in_turn(2)]

CARD = "button[name=slot][aria-pressed=false]"
CONFIRM = "#confirm-move"
FAR = 80
FOCUS = """() => {
  const at = document.activeElement, box = at.getBoundingClientRect();
  return at.matches(":focus-visible") && at !== document.body && box.width > 0 && getComputedStyle(at).outlineStyle !== "none";
}"""


class Keyboard:
    """A person who touches nothing but keys."""

    def __init__(self, person):
        self.person = person
        self.page = person.page

    def has_focus(self, selector):
        return self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector)

    def tab_to(self, selector, key="Tab"):
        """Walk to the first control of that kind, seeing the focus at every step."""
        for _ in range(FAR):
            if self.has_focus(selector):
                return
            self.page.keyboard.press(key)
            assert self.page.evaluate(FOCUS) or self.has_focus("body")
        raise AssertionError(f"{FAR} steps did not lead to {selector}")

    def press(self, selector, key="Enter"):
        """Walk there and press it; the focus stays in the table, where it can be seen."""
        self.tab_to(selector)
        self.person.do(lambda: self.page.keyboard.press(key))
        assert self.page.evaluate(FOCUS)
        assert self.has_focus("#table *")

    def start_over(self):
        self.press("#start-over")
        assert self.has_focus("[data-focus]")

    def take_pair(self):
        """Choose the next pair and what it asks for, and confirm."""
        self.press(CARD, "Space")
        assert self.has_focus("button[name=slot][aria-pressed=true]")
        self.tab_to_any_card()
        self.press(CARD)
        self.choose_tokens()
        self.confirm()

    def choose_tokens(self):
        """Choose civic tokens as long as any are asked for."""
        while not self.page.locator(CONFIRM).count():
            self.press("button[name=token][aria-pressed=false]", "Space")
            assert self.has_focus("button[name=token]")

    def tab_to_any_card(self):
        """The second card may lie before the first."""
        if not self.page.locator(f"li:has(button[aria-pressed=true]) ~ li {CARD}").count():
            self.tab_to(CARD, "Shift+Tab")

    def confirm(self):
        ply = self.person.ply
        self.press(CONFIRM)
        assert self.person.ply > ply


@pytest.fixture
def keys(anna):
    anna.open_solo()
    return Keyboard(anna)


def test_a_turn_is_composed_changed_and_confirmed(keys):
    page = keys.page
    keys.press(CARD, "Space")
    keys.start_over()
    expect(page.locator("button[name=slot][aria-pressed=true]")).to_have_count(0)
    keys.press("button[name=deck]")
    assert keys.has_focus("button[name=deck]")
    keys.start_over()
    keys.take_pair()
    assert keys.has_focus("[data-focus]")


def test_a_card_is_turned_over_after_a_question(keys):
    page = keys.page
    hidden = page.locator(".card.building").count()
    keys.press(CARD)
    keys.press("#ask-flip")
    expect(page.locator("#moves-title")).to_contain_text("Turn this card over")
    assert page.locator(".card.building").count() == hidden
    keys.confirm()
    expect(page.locator(".card.building")).to_have_count(hidden + 1)
    expect(page.locator("#turn")).to_contain_text("It's your turn.")
    keys.take_pair()


def test_the_market_has_a_way_past_deck_and_tokens(keys):
    keys.press(CARD)
    keys.tab_to("a[href='#moves']")
    keys.page.keyboard.press("Enter")
    keys.page.keyboard.press("Tab")
    assert keys.has_focus("#moves button")


def test_a_game_alone_is_played_by_keyboard(keys):
    for turn in range(17):
        expect(keys.page.locator("#round")).to_contain_text(f"Turn {turn + 1} of 17")
        if turn % 4:
            keys.press("button[name=deck]")
            keys.confirm()
        else:
            keys.take_pair()
    expect(keys.page.locator("#result")).to_contain_text("wins!")


def test_the_payment_is_changed_by_keyboard(keys):
    keys.person.seek(PAYMENT, 2)
    other = keys.page.locator("button[name=pay][aria-pressed=false]").first.get_attribute("id")
    keys.press(f"#{other}", "Space")
    assert keys.has_focus(f"#{other}[aria-pressed=true]")
    keys.choose_tokens()
    keys.confirm()


def test_tokens_are_chosen_and_changed_by_keyboard(keys):
    keys.person.seek(TOKEN, 2)
    expect(keys.page.locator("#moves-title")).to_contain_text("civic token")
    for _ in range(2):
        keys.press("button[name=token][aria-pressed=false]", "Space")
        assert keys.has_focus("button[name=token][aria-pressed=true]")
    keys.choose_tokens()
    keys.confirm()


def test_from_the_second_card_it_is_not_far_to_the_turn(enter):
    mover = enter(), enter()
    mover[0].open_table()
    mover[1].join(mover[0].page.locator("#invite-link").input_value())
    keys = Keyboard(next(person for person in mover if person.may_move))
    link = keys.page.get_by_role("link", name="Go to my turn")
    among = link.count()
    for _ in range(2):
        keys.press(CARD)
    assert link.count() == among + 2
    for key in ("Tab", "Enter", "Tab"):
        keys.page.keyboard.press(key)
    assert keys.has_focus(CONFIRM)
