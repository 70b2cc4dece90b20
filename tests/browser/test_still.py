"""What somebody reads or aims at keeps its place while questions come and go, and while cards are read."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_card_city import decide
from tests.browser.test_karciane_miasto import asked
from tests.browser.test_moves import DESK, PHONE, PLACES, table_of

pytestmark = [pytest.mark.browser, pytest.mark.in_turn(2)]
TABLET = {"width": 768, "height": 900}
ANSWERS = (
    "[value='deck neighbours']",
    "[value=build]",
    "[value^='take ']",
    "[value=pass]",
)
"""How one comes to a place to build on without playing a card."""
FOCUSED = """controls => controls.map((control) => {
  control.focus();
  return [Math.round(scrollY), control.matches(":focus")];
})"""


def answer(person):
    """Answer in the panel of Karciane Miasto."""
    found = (person.page.locator(f"#ask button{way}:enabled") for way in ANSWERS)
    person.press(next(buttons.first for buttons in found if buttons.count()))


def both_at(ada, bela):
    """Wait until two pages show the same, and return who of them is to move, and the other."""
    ply = str(max(ada.ply, bela.ply))
    for person in (ada, bela):
        expect(person.page.locator("#live-ply")).to_have_attribute("data-ply", ply)
    return (ada, bela) if ada.may_move else (bela, ada)


def begun(enter, size):
    """A table of Karciane Miasto after the decks were chosen, who is in the Main phase first."""
    people = table_of(enter, "karciane-miasto", size)
    for person in people:
        answer(person)
    return both_at(*people)


def places(people, parts):
    """Where some parts are on the pages of some people."""
    return [top for person in sorted(people, key=id) for top in person.page.evaluate(PLACES, parts)]


# On a phone the zones are below the plans, to which the buttons come that choose one.
@pytest.mark.parametrize(
    ("size", "parts"),
    [(PHONE, "#city, #hand, #plan"), (DESK, "#city, #hand, #plan, #others")],
    ids=["phone", "desk"],
)
def test_a_question_moves_no_plans_and_no_zones(enter, size, parts):
    people = begun(enter, size)
    before, seen = places(people, parts), set()
    while not {"source", "place"} <= seen:
        mover, _ = both_at(*people)
        answer(mover)
        both_at(*people)
        seen |= {asked(person) for person in people}
        # Why a card cannot be played takes up to three lines more than the button that plays it.
        assert places(people, parts) == pytest.approx(before, abs=80), seen


def test_what_is_asked_at_the_foot_is_reached_without_moving_the_page(enter):
    mover, _ = begun(enter, PHONE)
    mover.page.evaluate("scrollTo(0, 300)")
    focused = mover.page.locator("#ask button:enabled, #ask a").evaluate_all(FOCUSED)
    assert focused == [[300, True]] * len(focused)
    assert len(focused) >= 2


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_piles_come_and_go_over_cities_that_stay(enter, size):
    people = table_of(enter, "card-city", size)
    parts = ".mine .mat, .supply, .cc-cities"
    before = [person.page.evaluate(PLACES, parts) for person in people]
    divider, chooser = people
    decide(divider)
    expect(chooser.page.locator("#take-pair")).to_be_in_viewport(ratio=1)
    expect(chooser.page.locator("#take-rest")).to_be_in_viewport(ratio=1)
    assert [person.page.evaluate(PLACES, parts) for person in people] == before


@pytest.mark.parametrize("size", [PHONE, TABLET, DESK], ids=["phone", "tablet", "desk"])
def test_a_card_that_is_read_moves_neither_chart_nor_cities(enter, size):
    parts = "#market, #chart, .mk-cities"
    for person in table_of(enter, "machi-koro-2", size):
        before = person.page.evaluate(PLACES, parts)
        cards = person.page.locator(".pile button")
        expect(cards).not_to_have_count(0)
        for card in cards.all()[::4]:
            person.press(card)
            expect(person.page.locator(".offer")).to_be_visible()
            assert person.page.evaluate(PLACES, parts) == before
