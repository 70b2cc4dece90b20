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


@pytest.mark.parametrize("width", [360, 1280])
def test_a_move_can_be_taken_back_where_one_looks_at_it(enter, width):
    ada, bela = enter(), enter()
    for person in (ada, bela):
        person.page.set_viewport_size({"width": width, "height": 740})
    ada.deal("machi-koro-2", name="Ada", seats="2")
    bela.join(ada.page.locator("#invite-link").input_value())
    expect(ada.page.locator("#turn")).to_be_visible()
    mover = ada if ada.may_move else bela
    board, top = mover.page.locator("#board"), "board => board.getBoundingClientRect().top + scrollY"
    before = board.evaluate(top)
    mover.press(mover.page.locator("button[name=move][value=pass]"))
    undo = mover.page.get_by_role("button", name="Undo last move")
    expect(undo).to_be_in_viewport(ratio=1)
    assert board.evaluate(top) == pytest.approx(before, abs=1)
    mover.press(undo)
    assert mover.may_move
    expect(undo).to_be_hidden()


def test_on_a_phone_no_thumb_slips_from_a_chosen_card_onto_passing(enter):
    people = enter(viewport={"width": 360, "height": 740}), enter()
    open_table_of("machi_koro_2", *people)
    builder = next(person for person in people if person.may_move)
    page, away = builder.page, builder.page.locator("#pass")
    page.set_viewport_size({"width": 360, "height": 740})
    builder.press(page.locator(AFFORDABLE).first)
    expect(page.locator("#confirm-move")).to_be_visible()
    expect(away).to_have_count(0)
    builder.press(page.locator("#start-over"))
    expect(away).to_be_visible()
    # No landmark is built in the first rounds: there is nothing but to pass, or to choose something else.
    builder.press(page.locator(".pile button:has(b.dear, b.never)").first)
    ends = away.bounding_box(), page.locator("#start-over").bounding_box()
    assert ends[1]["x"] - ends[0]["x"] - ends[0]["width"] > 48
