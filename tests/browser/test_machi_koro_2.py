"""Machi Koro 2 in browsers: two people play a whole game, one of them without JavaScript."""

import pytest
from playwright.sync_api import expect

from tests.browser.elsewhere import CLICKED, play_on

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("served 2")]
OFFER = "article[aria-labelledby=offer-machi_koro_2]"
AFFORDABLE = ".pile button:has(b.price:not(.dear, .never))"
PARTS = ("#roll-1, #roll-2", "#confirm-move", "button[name=own], button[name=theirs]", AFFORDABLE, "#pass")
"""What leads on, the first that is there first: people who build whenever they can finish soon."""


def open_table(person, other):
    person.page.goto("/")
    person.page.locator(f"{OFFER} summary", has_text="Open a table").click()
    form = person.page.locator("details[open] form.new-form")
    form.get_by_label("Your name").fill("Ada")
    form.locator("[name=seats][value='2']").check()
    form.get_by_role("button", name="Open the table").click()
    person._arrived()
    other.join(person.page.locator("#invite-link").input_value(), "Bela")


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
    open_table(ada, bela)
    for _ in range(CLICKED):
        if ada.is_over:
            break
        bela.page.reload()
        expect(ada.page.locator("#live-ply")).to_have_attribute("data-ply", str(max(ada.ply, bela.ply)))
        movers = [person for person in (ada, bela) if person.may_move]
        assert movers or ada.is_over
        for person in movers[:1]:
            decide(person)
    if not ada.is_over:
        play_on(site, ada.table)
    expect(ada.page.locator("#result")).to_be_visible(timeout=20_000)
    bela.page.reload()
    assert ada.page.locator("#result").inner_text() == bela.page.locator("#result").inner_text()
