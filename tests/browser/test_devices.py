"""What a device chose is what it does: colours, motion, keys, and a question before each move."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
SCHEME = "getComputedStyle(document.documentElement).colorScheme"
GROUND = "(root) => [getComputedStyle(root).backgroundColor, getComputedStyle(root).backgroundImage]"
PRESS_LEFT = """() => document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true }))"""
MOVING = """() => [...document.querySelectorAll("*")].filter((each) => {
  const style = getComputedStyle(each);
  return style.animationName !== "none" || style.transitionDuration.split(",").some((time) => parseFloat(time) > 0);
}).length"""


def choose(person, label, *, on=True):
    """Change one setting on its page."""
    page = person.page
    page.goto("/you/settings/")
    page.get_by_label(label, exact=True).set_checked(on)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".messages")).to_contain_text("Saved.")


@pytest.mark.parametrize(("label", "scheme"), [("Dark", "dark"), ("Light", "light")])
def test_the_appearance_goes_before_the_systems(enter, label, scheme):
    other = {"dark": "light", "light": "dark"}[scheme]
    person = enter(color_scheme=other)
    choose(person, label)
    assert person.page.evaluate(SCHEME) == scheme


def test_what_is_printed_is_dark_on_white(anna):
    choose(anna, "Dark")
    anna.open_table()
    anna.page.emulate_media(media="print")
    assert anna.page.evaluate(SCHEME) == "light"
    for root in ("html", "body"):
        assert anna.page.locator(root).evaluate(GROUND) == ["rgba(0, 0, 0, 0)", "none"]
    for beside in (".site-head", ".talk-chip", ".connection"):
        expect(anna.page.locator(beside)).to_be_hidden()


def test_reduced_motion_holds_wherever_something_moves(enter):
    anna = enter(reduced_motion="no-preference")
    anna.open_solo()
    assert anna.page.evaluate(MOVING) > 0
    choose(anna, "As few as possible")
    for page in (anna.table, "/", "/you/settings/"):
        anna.page.goto(page)
        assert anna.page.evaluate(MOVING) == 0


def test_a_move_is_made_only_after_a_second_yes(anna):
    choose(anna, "Confirm moves")
    anna.open_solo()
    ask = anna.page.locator("#ask-move")
    anna.compose().click()
    expect(ask).to_be_visible()
    ask.get_by_role("button", name="Cancel").click()
    expect(ask).to_be_hidden()
    assert anna.ply == 0
    anna.page.locator("#confirm button").click()
    anna.do(ask.get_by_role("button", name="Make the move").click)
    expect(ask).to_be_hidden()
    assert anna.ply > 0


def test_the_question_is_answered_by_keys_alone(anna):
    choose(anna, "Confirm moves")
    anna.open_solo()
    anna.compose().press("Enter")
    expect(anna.page.locator("#ask-move")).to_be_visible()
    anna.page.keyboard.press("Escape")
    assert anna.ply == 0
    anna.page.locator("#confirm button").press("Enter")
    anna.do(lambda: anna.page.keyboard.press("Enter"))
    assert anna.ply > 0


def test_without_scripts_moves_are_made_at_once(enter):
    person = enter(java_script_enabled=False)
    choose(person, "Confirm moves")
    person.open_solo()
    person.compose().click()
    assert person.ply > 0


@pytest.mark.parametrize("on", [True, False])
def test_arrow_keys_walk_through_a_replay_where_keys_are_wanted(anna, on):
    choose(anna, "Keyboard shortcuts", on=on)
    anna.open_solo()
    anna.hurry(1)
    anna.page.goto(f"{anna.table}replay/1/")
    is_left_to_the_browser = anna.page.evaluate(PRESS_LEFT)
    assert is_left_to_the_browser is not on
    if on:
        anna.page.wait_for_url("**/replay/0/")


@pytest.mark.parametrize(
    ("title", "pills"),
    [
        ("point-city", ".scores-list a"),
        ("card-city", ".scores-list a"),
        ("machi-koro-2", ".scores-list a"),
        ("karciane-miasto", ".track li"),
    ],
)
def test_where_the_device_chooses_the_colours_a_border_says_whose_turn_it_is(enter, title, pills):
    anna = enter(forced_colors="active")
    anna.page.goto(f"/new/{title}/")
    anna.press_way("Against the computer")
    expect(anna.page.locator("#turn[data-my-turn]")).to_have_count(1)
    mine = anna.page.locator(pills, has_text="(you)")
    expect(mine).to_have_css("border-top-width", "3px")


def test_where_the_device_chooses_the_colours_a_legend_has_those_of_the_bars(enter):
    anna = enter(forced_colors="active")
    anna.page.goto("/new/machi-koro-2/")
    anna.press_way("Against the computer")
    for whose in ("own", "others"):
        bar = anna.page.locator(f".bars svg .{whose}").first.evaluate("(bar) => getComputedStyle(bar).fill")
        square = anna.page.locator(f".legend .{whose}").evaluate(
            '(each) => getComputedStyle(each, "::before").color'
        )
        assert square == bar
