"""From the start page to a game against bots: one press and one choice, with scripts and without, on any screen."""

import pytest
from playwright.sync_api import expect

from games.rules import registry

TITLES = [slug for slug in registry.SLUGS if registry.get(slug).brain]
pytestmark = [pytest.mark.browser, pytest.mark.skipif(not TITLES, reason="no title has a brain yet")]
PHONE = {"width": 320, "height": 740}


def play_against_bots(person, slug):
    """Press a cover and then the computer as opponent, and nothing else."""
    person.page.goto("/")
    person.page.locator(f".cover a[href='/new/{slug.replace('_', '-')}/']").click()
    return person.press_way("Against the computer")


@pytest.mark.parametrize("slug", TITLES)
def test_one_press_and_one_choice_lead_to_ones_turn(enter, slug):
    person = enter(viewport=PHONE)
    play_against_bots(person, slug)
    expect(person.page.locator("#turn[data-my-turn]")).to_be_visible()
    expect(person.page.locator("#people-here .bot-badge")).to_have_count(1)
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("slug", TITLES[:1])
def test_the_same_without_scripts_and_the_pace_is_chosen_at_the_table(enter, slug):
    person = enter(java_script_enabled=False)
    play_against_bots(person, slug)
    person.page.get_by_role("button", name="Instant", exact=True).click()
    expect(person.page.get_by_role("button", name="Instant", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )


@pytest.mark.parametrize("slug", TITLES[:1])
def test_the_pace_is_chosen_without_leaving_ones_place(enter, slug):
    person = enter(viewport=PHONE)
    play_against_bots(person, slug)
    page = person.page
    page.evaluate("window.stays = true")
    relaxed = page.get_by_role("button", name="Relaxed", exact=True)
    expect(relaxed).to_have_attribute("aria-pressed", "false")
    relaxed.focus()
    before = page.evaluate("scrollY")
    person.do(lambda: page.keyboard.press("Enter"))
    expect(relaxed).to_have_attribute("aria-pressed", "true")
    expect(relaxed).to_be_focused()
    assert page.evaluate("[window.stays, scrollY]") == [True, before]
    assert before > 0


@pytest.mark.parametrize("slug", TITLES[:1])
def test_who_waits_starts_with_bots(enter, slug):
    person = enter()
    person.options(slug.replace("_", "-"))
    person.press_way("Anyone online")
    person.page.locator(".bot-levels label", has_text="Mayor").click()
    person.page.get_by_role("button", name="Start now with bots").click()
    expect(person.page.locator("#people-here")).to_contain_text("Mayor")


@pytest.mark.parametrize("slug", TITLES[:1])
def test_a_chosen_level_stays_chosen_when_somebody_joins(enter, slug):
    host, guest = enter(), enter()
    host.open_table(seats=3)
    fill = host.page.locator("#fill")
    fill.locator("label", has_text="Mayor").click()
    expect(fill.locator("legend")).to_contain_text("Play against bots")
    guest.join(host.page.locator("#invite-link").input_value())
    expect(fill.locator("legend")).to_contain_text("Fill the free seats")
    expect(fill.locator("label", has_text="Mayor").locator("input")).to_be_checked()
    fill.get_by_role("button", name="Start now with bots").click()
    expect(host.page.locator("#people-here")).to_contain_text("Mayor")
