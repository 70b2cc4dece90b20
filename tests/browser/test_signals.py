"""It is your turn: the tab's title and icon say so, and a tone, each only for those who want it."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("served")]
COUNT_NOTES = """
  window.notes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.notes += 1; return start.apply(this, when); };
"""


def likes(person, **chosen):
    for name, word in chosen.items():
        person.page.evaluate(
            "([name, word]) => { document.documentElement.dataset[name] = word; }", [name, word]
        )


def icon(person):
    return person.page.locator("link[rel=icon]").get_attribute("href")


def is_marked(person):
    return "favicon-turn" in icon(person), person.page.title().startswith("● ")


def test_a_turn_is_signalled_to_those_who_want_it(enter):
    ada, bela = enter(), enter()
    for person in (ada, bela):
        person.context.add_init_script(COUNT_NOTES)
    ada.open_table(seats=2, name="Ada")
    bela.join(ada.page.locator("#invite-link").input_value(), name="Bela")
    expect(ada.page.locator("#live-ply")).to_be_attached()
    mover, waiter = (ada, bela) if ada.may_move else (bela, ada)
    likes(waiter, sound="on")
    likes(mover, sound="off", signs="off")
    waiter.page.keyboard.press("Shift")
    assert is_marked(waiter) == (False, False)

    mover.take_turn()
    expect(waiter.page.locator("[data-my-turn]")).to_be_visible()
    waiter.page.wait_for_function("window.notes === 2")
    assert is_marked(waiter) == (True, True)

    waiter.take_turn()
    expect(mover.page.locator("[data-my-turn]")).to_be_visible()
    expect(mover.page.locator("#turn")).to_be_visible()
    assert is_marked(waiter) == (False, False)
    assert is_marked(mover) == (False, False)
    assert mover.page.evaluate("window.notes") == 0
