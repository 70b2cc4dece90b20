"""Karciane Miasto in browsers: a whole game by clicking, settings in between, and what axe says of every prompt."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.elsewhere import open_table_of, play_on, play_together
from tests.browser.looks import is_fine
from tests.browser.test_keyboard import Keyboard
from tests.thorough import THOROUGH

pytestmark = pytest.mark.browser
PARTS = (
    "#confirm-move:enabled",
    "#city-map button[name=place]:not([aria-pressed=true])",
    "#ask button[name=move].primary:enabled, #hand button[name=move]",
    "#ask button[name=move]:enabled",
)
"""What leads on, the first that is there first."""
PLACED = re.compile("Ada wants to (create|rebuild)", re.IGNORECASE)
MOST_DECISIONS = 60
"""How many may come before the first card is placed; usually about ten do."""
MAY_BUILD = '"build" in map(str, ruleset.legal_moves(state, 0))'


def controls(person):
    """Return what leads on, as a selector."""
    return next(part for part in PARTS if person.page.locator(part).count())


def decide(person):
    """Make one decision by clicking, at random among what leads on."""
    ply = person.ply
    while person.may_move and person.ply == ply:
        person.press(person.random.choice(person.page.locator(controls(person)).all()))
        expect(person.page.locator("#alert")).to_be_hidden()


def asked(person):
    """Return the kind of decision a page asks for, or of the one it waits for."""
    return person.page.locator("#ask").get_attribute("data-asked")


@pytest.mark.in_turn(3)
def test_two_people_play_one_without_javascript(enter, site):
    """They click for a while; what is played elsewhere after that brings the end to the page by itself."""
    ada, bela = enter(), enter(java_script_enabled=False)
    open_table_of("karciane_miasto", ada, bela)
    play_together(site, ada, bela, decide)
    assert ada.page.locator("#result tbody").inner_text() == bela.page.locator("#result tbody").inner_text()


def test_a_card_can_be_read_on_a_phone_held_sideways(enter, site):
    ada, bela = enter(viewport={"width": 640, "height": 320}), enter()
    open_table_of("karciane_miasto", ada, bela)
    play_on(site, ada.table, until=MAY_BUILD)
    ada.page.reload()
    ada.page.locator("button[name=card]:visible").first.click()
    card = ada.page.locator(".about:popover-open .km-card")
    expect(card).to_be_visible()
    assert card.evaluate("card => card.scrollHeight - card.clientHeight") <= 1


@pytest.mark.in_turn(3)
def test_a_turn_is_played_by_keyboard(enter, site):
    ada, bela = enter(), enter()
    open_table_of("karciane_miasto", ada, bela)
    play_on(site, ada.table, until=MAY_BUILD)
    keys = Keyboard(ada)
    placed = ada.page.locator("#log").get_by_text(PLACED)
    for _ in range(MOST_DECISIONS):
        if placed.count():
            break
        ada.page.reload()
        if ada.may_move:
            keys.press(controls(ada))
        else:
            bela.page.reload()
            decide(bela)
    expect(placed).not_to_have_count(0)


def test_settings_are_changed_while_another_is_to_move(enter):
    """Without JavaScript, and without making the page of whoever is to move too old."""
    ada, bela = enter(), enter(java_script_enabled=False)
    open_table_of("karciane_miasto", ada, bela)
    for person in (ada, bela):
        person.page.reload()
        decide(person)
    first, other = (ada, bela) if ada.may_move else (bela, ada)
    other.page.reload()
    first.page.reload()
    other.page.locator("#wishes summary").first.click()
    never = other.page.locator("#wishes button[value='ask vote never']")
    other.press(never)
    expect(never).to_have_attribute("aria-pressed", "true")
    decide(first)


@pytest.mark.in_turn(3)
def test_every_prompt_looks_well(enter):
    """Two people at one table until the first decisions were seen, asked and waiting."""
    ada, bela = enter(reduced_motion="reduce"), enter(reduced_motion="reduce")
    open_table_of("karciane_miasto", ada, bela)
    seen = set()
    while len(seen) < (8 if THOROUGH else 3) and not ada.is_over:
        for person in (ada, bela):
            person.page.reload()
            if person.is_over:
                break
            if asked(person) not in seen:
                seen.add(asked(person))
                is_fine(person.page)
            if person.may_move:
                decide(person)
    assert {"deck", "main", None} <= seen
