"""Every page: nothing axe objects to, in light and dark; and a phone of 320 px shows and plays it."""

import pytest
from playwright.sync_api import expect

from tests.browser.looks import BESIDE, PHONE, is_fine
from tests.browser.pages import WAYS
from tests.browser.people import PAYMENT

pytestmark = pytest.mark.browser


@pytest.fixture
def phone(enter):
    return enter(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("name", WAYS)
def test_axe_and_a_phone_are_content_with(enter, name):
    person = enter(reduced_motion="reduce")
    WAYS[name](person)
    is_fine(person.page)


def test_what_a_token_says_is_on_the_screen_of_a_phone(phone):
    phone.open_solo()
    tokens = phone.page.locator(".line .token-info summary")
    expect(tokens).not_to_have_count(0)
    for token in tokens.all():
        token.tap()
        expect(token.locator("~ p")).to_be_visible()
        assert phone.page.evaluate(BESIDE) == []
        token.tap()


def test_a_turn_is_played_by_touch(phone):
    phone.open_solo()
    page = phone.page
    low, _ = phone.seek(PAYMENT, 2)
    slots = page.locator(".slot").evaluate_all(
        "(all) => all.map((slot) => slot.getBoundingClientRect().toJSON())"
    )
    assert len({round(slot["left"]) for slot in slots}) == len({round(slot["top"]) for slot in slots}) == 4
    assert all(slot["left"] >= 0 and slot["right"] <= PHONE["width"] for slot in slots)
    phone.do(page.locator("#start-over").tap)
    phone.do(page.locator(f"#pick-{low}").tap)
    phone.do(page.locator("button[name=slot][aria-pressed=false]").first.tap)
    while not page.locator("#confirm-move").count():
        phone.do(page.locator("button[name=token][aria-pressed=false]").first.tap)
    ply = phone.ply
    phone.do(page.locator("#confirm-move").tap)
    assert phone.ply > ply


def test_a_card_that_cannot_be_chosen_says_why_by_touch(phone):
    phone.open_solo()
    page = phone.page
    phone.do(page.locator("#pick-0").tap)
    phone.do(page.locator("#pick-15").tap)
    why = page.locator(".why-not").filter(has_text="Rule PC-26")
    expect(page.locator("#voice")).to_contain_text("Rule PC-26")
    expect(why).to_be_in_viewport()
    box = why.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    with page.expect_popup() as rules:
        why.get_by_role("link").click()
    rules.value.wait_for_url("**/rules/point-city/#PC-26")


CUT = """(names) => names.filter((name) => name.scrollHeight > name.clientHeight + 1).map((name) => name.innerText)"""


@pytest.mark.parametrize("title", ["card-city", "machi-koro-2"])
def test_the_names_above_a_board_are_whole_on_a_phone(phone, title):
    phone.options(title).get_by_label("Your name").fill("Bartholomew 2217")
    phone.press_way("Against the computer")
    names = phone.page.locator(".scores-list bdi")
    expect(names).to_have_count(2)
    assert names.evaluate_all(CUT) == []
