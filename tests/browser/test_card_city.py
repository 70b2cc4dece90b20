"""Card City in browsers: whole games by clicking and by keyboard, a phone, and what axe says of every phase."""

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.browser.elsewhere import open_table_of, play_on, play_together
from tests.browser.looks import PHONE, is_fine
from tests.browser.test_keyboard import Keyboard
from tests.thorough import PATIENCE, THOROUGH

pytestmark = [pytest.mark.browser, pytest.mark.in_turn(2)]
PARTS = ("#take-pair", "#take-rest", "button[name=under]", "button[name=cell]:not([aria-pressed])")
"""What leads on in the phases, apart from dividing."""
LOOKS = 10 * PATIENCE
"""More than any decision takes clicks, a tenth of a second after each that finds nothing."""


def open_solo(person):
    """Deal the cards of a game alone."""
    person.page.goto("/new/card-city/")
    return person.press_way("Solo, by the rulebook")


def open_table(person, *others):
    """Open a table and let the others sit down."""
    open_table_of("card_city", person, *others)


def next_controls(page):
    """Return the selectors of what leads on: the Pair and the cards to hide are chosen one after the other."""
    confirm = "#confirm-move"
    if page.locator(confirm).count():
        return confirm
    for name, wanted in (("pair", "Pair"), ("down", "face down")):
        if (
            page.locator(f"button[name={name}]").count()
            and wanted in page.locator("#moves-title").inner_text()
        ):
            return f"button[name={name}][aria-pressed=false]:not([hidden])"
    found = [part for part in PARTS if page.locator(part).count()]
    return ", ".join(found) or ".choice[aria-pressed=false], #pass-move"


def decide(person):
    """Make one decision by clicking at random."""
    ply = person.ply
    for _look in range(LOOKS):
        if not person.may_move or person.ply != ply:
            return
        # A move is answered before its frame comes: what was there at one look may be gone at the next.
        if controls := person.page.locator(next_controls(person.page)).all():
            control = person.random.choice(controls)
            try:
                person.press(control)
            except TimeoutError:
                # It went between the look and the click; what is still there must be pressed.
                if control.count():
                    raise
            expect(person.page.locator("#alert")).to_be_hidden()
        else:
            person.page.wait_for_timeout(100)
    raise AssertionError(f"Nothing leads on from ply {ply}.")


def test_two_people_play_one_without_javascript(enter, site):
    """They click for a while; what is played elsewhere after that brings the end to the page by itself."""
    ada, bela = enter(), enter(java_script_enabled=False)
    open_table(ada, bela)
    play_together(site, ada, bela, decide)
    assert ada.page.locator("#result tbody").inner_text() == bela.page.locator("#result tbody").inner_text()
    assert bela.page.locator("#log .log-end").count() == 1


def test_a_game_alone_is_played_by_keyboard(anna):
    open_solo(anna)
    keys = Keyboard(anna)
    for _ in range(200):
        if anna.is_over:
            break
        keys.press(next_controls(anna.page).split(", ")[-1])
    assert anna.is_over
    expect(anna.page.locator("#result")).to_contain_text("Solo rank")


def test_a_cell_that_is_not_legal_says_why(anna):
    open_solo(anna)
    page = anna.page
    while not page.locator("button[name=why]").count():
        decide(anna)
    anna.press(page.locator("button[name=why]").first)
    link = page.locator(".why-not a")
    rule = link.inner_text()
    assert rule.startswith("CC-")
    with page.expect_popup() as rules:
        link.click()
    rules.value.wait_for_url(f"**/rules/card-city/#{rule}")
    expect(link).to_be_visible()


@pytest.mark.parametrize("first", [True, False], ids=["before the answer is made", "after it"])
def test_what_is_composed_stays_when_another_builds_meanwhile(enter, site, first):
    """The other's frame comes while the page waits for its choice: what it shows then is what a fresh page shows."""
    ada, bela = enter(), enter()
    open_table(ada, bela)
    play_on(site, ada.table, until="len(state.acts) == 2 and state.phase == 'build'")
    page, late = ada.page, []
    page.reload()
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    ply = ada.ply

    def build_meanwhile(route):
        answer = None if first else route.fetch()
        if not late:
            play_on(site, ada.table, until=f"game.ply > {ply}", mover="max")
            expect(bela.page.locator("#live-ply")).to_have_attribute("data-ply", str(ply + 1))
        late.append(route.request.url)
        route.continue_() if first else route.fulfill(response=answer)

    page.route(lambda url: "cell=" in url, build_meanwhile)
    while not page.locator("#confirm-move").count():
        ada.press(page.locator(next_controls(page)).last)
    expect(page.locator("#live-ply")).to_have_attribute("data-ply", str(ply + 1))
    expect(page.locator("#confirm-move")).to_be_visible()
    ada.press(page.locator("#confirm-move"))
    expect(page.locator("#live-ply")).to_have_attribute("data-ply", str(ply + 2))
    # An answer that is older than the frame is followed by the table as the page shows it.
    assert len(late) == (1 if first else 2)
    shown = page.locator("#board").evaluate("board => board.textContent.replace(/\\s+/g, ' ')")
    page.reload()
    assert page.locator("#board").evaluate("board => board.textContent.replace(/\\s+/g, ' ')") == shown


def test_every_phase_looks_well(enter):
    """Two people at one table until each phase was seen, with and without a choice made."""
    ada, bela = enter(reduced_motion="reduce"), enter(reduced_motion="reduce")
    open_table(ada, bela)
    seen, wanted = set(), {("Acquire", True), ("Build", True), ("Acquire", False)}
    while (len(seen) < (6 if THOROUGH else 3) or not wanted <= seen) and not ada.is_over:
        for person in (ada, bela):
            person.page.reload()
            if person.is_over:
                break
            shown = (person.page.locator(".phases [aria-current]").inner_text(), person.may_move)
            if shown not in seen:
                seen.add(shown)
                is_fine(person.page)
            if person.may_move:
                decide(person)
    assert wanted <= seen


@pytest.mark.parametrize("place", ["end", "rules"])
def test_the_end_and_the_rules_look_well(enter, place):
    anna = enter(reduced_motion="reduce")
    if place == "rules":
        anna.page.goto("/rules/card-city/")
    else:
        open_solo(anna)
        while not anna.is_over:
            decide(anna)
    is_fine(anna.page)


def test_on_a_phone_the_score_sheet_is_read_without_drawing_it_aside(enter, site):
    """In the language of the longest heads; each figure has its head beside it, and a row and column to be read by."""
    ada, bela = enter(locale="pl-PL", viewport=PHONE), enter()
    open_table(ada, bela)
    play_on(site, ada.table)
    expect(ada.page.locator("#result")).to_be_visible()
    fits = "sheet => sheet.scrollWidth <= sheet.clientWidth"
    assert ada.page.locator("#result .scroll").evaluate(fits)
    heads = ada.page.get_by_role("columnheader").all_inner_texts()
    seen = "cells => cells.map(cell => getComputedStyle(cell, '::before').content.split('\"')[1])"
    assert ada.page.locator("#result .first [data-of]").evaluate_all(seen) == heads[2:]
    assert ada.page.get_by_role("rowheader").count() == 2


def test_on_a_phone_one_sees_how_cards_are_divided_and_it_stays_in_its_place(enter):
    ada, bela = enter(viewport=PHONE), enter(viewport=PHONE)
    open_table(ada, bela)
    divider = ada if ada.may_move else bela
    how = divider.page.get_by_text("Tap a card to put it in the Pair")
    before = how.bounding_box()
    assert before["width"] > 200
    divider.press(divider.page.locator("button[name=pair][aria-pressed=false]").first)
    assert how.bounding_box() == before
