"""Machi Koro 2 in browsers: two people play a whole game, one of them without JavaScript."""

import pytest
from playwright.sync_api import expect

from tests.browser.elsewhere import open_table_of, play_together

pytestmark = pytest.mark.browser
AFFORDABLE = ".pile button:has(b.price:not(.dear, .never))"
PARTS = ("#roll-1, #roll-2", "#confirm-move", "button[name=own], button[name=theirs]", AFFORDABLE, "#pass")
"""What leads on, the first that is there first: people who build whenever they can finish soon."""


def decide(person):
    """Make one decision by clicking, at random among what leads on."""
    ply = person.ply
    while person.may_move and person.ply == ply:
        controls = next(found for part in PARTS if (found := person.page.locator(part).all()))
        person.press(person.random.choice(controls))
        expect(person.page.locator("#alert")).to_be_hidden()


def test_two_people_play_one_without_javascript(enter, site):
    """They click for a while; what is played elsewhere after that brings the end to the page by itself."""
    ada, bela = enter(), enter(java_script_enabled=False)
    open_table_of("machi_koro_2", ada, bela)
    play_together(site, ada, bela, decide)
    assert ada.page.locator("#result").inner_text() == bela.page.locator("#result").inner_text()
