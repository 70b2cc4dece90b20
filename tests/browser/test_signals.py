"""A tone says that it has become one's turn, only to those who want it."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
COUNT_NOTES = """
  window.notes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.notes += 1; return start.apply(this, when); };
"""
LIKE_SOUND = "word => { document.documentElement.dataset.sound = word; }"


def test_a_turn_sounds_for_those_who_want_it(enter):
    ada, bela = enter(), enter()
    for person in (ada, bela):
        person.context.add_init_script(COUNT_NOTES)
    ada.open_table(seats=2, name="Ada")
    bela.join(ada.page.locator("#invite-link").input_value(), name="Bela")
    expect(ada.page.locator("#live-ply")).to_be_attached()
    mover, waiter = (ada, bela) if ada.may_move else (bela, ada)
    waiter.page.evaluate(LIKE_SOUND, "on")
    mover.page.evaluate(LIKE_SOUND, "off")
    waiter.page.keyboard.press("Shift")

    mover.take_turn()
    expect(waiter.page.locator("[data-my-turn]")).to_be_visible()
    waiter.page.wait_for_function("window.notes === 2")

    waiter.take_turn()
    expect(mover.page.locator("[data-my-turn]")).to_be_visible()
    assert mover.page.evaluate("window.notes") == 0
    assert waiter.page.evaluate("window.notes") == 2


def test_a_rematch_that_another_opens_is_in_the_title_sounds_and_is_said(enter):
    ada, bela = enter(), enter()
    for person in (ada, bela):
        person.context.add_init_script(COUNT_NOTES)
    ada.open_table(seats=2, name="Ada")
    bela.join(ada.page.locator("#invite-link").input_value(), name="Bela")
    ada.page.locator(".leave summary").click()
    ada.page.get_by_role("button", name="Leave game").click()
    ada.page.wait_for_url(lambda url: url.endswith("/"))
    expect(ada.page.locator(".messages")).to_contain_text("You left the game.")
    expect(bela.page.locator(".leave")).to_contain_text("ends without a result")
    bela.page.locator(".leave summary").click()
    bela.page.get_by_role("button", name="Leave game").click()
    bela.page.wait_for_url(lambda url: url.endswith("/"))
    for person in (ada, bela):
        person.at_table()
    ada.page.evaluate(LIKE_SOUND, "on")
    ada.page.keyboard.press("Shift")
    assert not ada.page.title().startswith("●")
    bela.page.get_by_role("link", name="Rematch").click()
    bela.page.get_by_role("button", name="Create table").click()
    call = ada.page.locator("#rematch")
    expect(call).to_have_text("Bela wants a rematch.")
    ada.page.wait_for_function("window.notes === 2")
    assert ada.page.title().startswith("● ")
