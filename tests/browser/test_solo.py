"""Games alone, played to their ends by clicking."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.looks import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.in_turn(2)]
TURNS = 17


def test_a_game_alone_is_played_to_its_end_by_clicking(anna):
    anna.open_solo("easy")
    for turn in range(1, TURNS + 1):
        _plays_turn(anna, turn)
    _shows_a_result(anna.page, "Easy")


@pytest.mark.parametrize("level", ["Normal", "Hard"])
def test_every_level_is_played_to_its_end(anna, level):
    anna.open_solo(level.lower())
    _plays_turn(anna, 1)
    anna.hurry(TURNS - 2)
    _plays_turn(anna, TURNS)
    _shows_a_result(anna.page, level)


def _plays_turn(person, turn):
    page = person.page
    expect(page.locator("#round")).to_contain_text(f"Turn {turn} of {TURNS}")
    expect(page.locator("#pointers p")).to_have_count(2)
    person.take_turn()
    expect(page.locator("#news .log-automa").first).to_be_visible()


def _shows_a_result(page, level):
    result = page.locator("#result")
    expect(result).to_contain_text("wins!")
    levels = result.locator("#result-automa tbody tr")
    expect(levels.locator("th")).to_have_text(["Easy", "Normal", "Hard"])
    assert all(int(points) >= 0 for points in levels.locator("td").all_inner_texts())
    expect(result.locator("[aria-current=true] th")).to_have_text(level)
    expect(page.locator("#moves")).to_be_hidden()
    expect(page.locator("#log .log-end")).to_have_count(1)


@pytest.fixture(scope="module")
def finished(chromium, site):
    """Somebody who has just finished a game alone."""
    from tests.browser.people import Person

    person = Person(chromium, site.url, accept_downloads=True)
    person.open_solo()
    person.hurry(TURNS)
    yield person
    assert person.problems == []
    person.context.close()


def test_the_shuffle_is_checked_in_the_browser(finished):
    page = finished.at_table()
    page.get_by_role("link", name="Check the shuffle").click()
    expect(page.locator("#fair-result")).to_contain_text(
        "The record is consistent, but nothing is proved yet"
    )
    assert [line.split()[0] for line in page.locator("#fair-result li").all_inner_texts()] == ["OK"] * 7


def test_the_replay_is_walked_by_buttons_keys_slider_and_log(finished):
    page = finished.at_table()
    last = finished.ply
    page.get_by_role("link", name="Watch the replay").click()
    _is_at(page, 0)
    for press, ply in [("Next", 1), ("Next", 2), ("Previous", 1), ("First", 0), ("Last", last)]:
        page.locator("#controls").get_by_role("link", name=press).click()
        _is_at(page, ply)
    for key, ply in [("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)]:
        page.keyboard.press(key)
        _is_at(page, ply)
    page.locator("#log").get_by_role("link", name="Move 7", exact=True).click()
    _is_at(page, 7)
    page.get_by_label("Move", exact=True).focus()
    page.keyboard.press("Home")
    _is_at(page, 0)


def test_the_replay_keeps_the_focus_from_step_to_step_and_ends_at_its_ends(finished):
    page, last = finished.at_table(), finished.ply
    page.goto(f"{finished.table}replay/{last - 2}/")
    expect(page).to_have_title(re.compile("Point City: replay"))
    following = page.get_by_role("link", name="Next")
    following.focus()
    for ply in (last - 1, last):
        page.keyboard.press("Enter")
        _is_at(page, ply)
        expect(following).to_be_focused()
    for dead in ("Next", "Last"):
        expect(page.get_by_role("link", name=dead)).to_be_disabled()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    _is_at(page, last)
    page.get_by_label("Move", exact=True).focus()
    page.keyboard.press("Home")
    _is_at(page, 0)
    expect(page.get_by_label("Move", exact=True)).to_be_focused()
    for dead in ("First", "Previous"):
        expect(page.get_by_role("link", name=dead)).to_be_disabled()
    # Who comes back to it by another way begins at the top, as on any page.
    page.get_by_role("link", name="Go to table").click()
    page.goto(f"{finished.table}replay/3/")
    expect(page.locator("body")).to_be_focused()


def _is_at(page, ply):
    page.wait_for_url(f"**/replay/{ply}/**")
    expect(page.locator(".table-head")).to_contain_text(f"Move {ply} of")
    if ply:
        line, log = page.locator("#log [aria-current]").bounding_box(), page.locator("#log").bounding_box()
        assert log["y"] <= line["y"] < log["y"] + log["height"]


def test_a_record_is_downloaded_and_replayed(finished, tmp_path):
    page = finished.at_table()
    points = page.locator("#result tbody .first").inner_text()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    page.goto("/")
    page.locator(".import summary").click()
    page.get_by_label("Your downloaded game record").set_input_files(file)
    page.get_by_role("button", name="Watch the replay").click()
    page.wait_for_url("**/replay/0/")
    assert finished.table not in page.url
    page.locator("[data-step=End]").click()
    expect(page.locator("#result tbody .first")).to_have_text(re.compile(re.escape(points.split()[0])))


def test_a_rematch_deals_another_game(finished):
    page = finished.at_table()
    page.get_by_role("link", name="Rematch").click()
    page.get_by_text("Your shuffle seed").click()
    commitment = page.locator(".seed .hash").inner_text()
    page.get_by_role("button", name="Start game").click()
    expect(page.locator("#round")).to_contain_text(f"Turn 1 of {TURNS}")
    assert finished.table not in page.url
    page.goto(f"{page.url}fair/")
    expect(page.locator("#fair-commitment")).to_have_text(commitment)
    page = finished.at_table()
    expect(page.get_by_role("link", name="Join the rematch")).to_be_visible()


def test_a_card_with_two_symbols_shows_both(anna):
    anna.open_solo()
    page, symbols = anna.page, ".card.resource .signs:has(> svg + svg) > svg"
    while not page.locator(symbols).count():
        anna.hurry(1)
    page.evaluate("() => Promise.all(document.getAnimations().map(({ finished }) => finished))")
    one, other = page.locator(symbols).nth(0).bounding_box(), page.locator(symbols).nth(1).bounding_box()
    assert other["x"] - one["x"] > one["width"] / 2
    assert other["y"] > one["y"]


def test_a_phone_names_resources_and_chosen_cards_though_cards_have_no_room_for_words(anna):
    anna.open_solo()
    page = anna.page
    page.set_viewport_size(PHONE)
    words = page.locator(".city.mine .permanents li > span")
    assert [word.bounding_box()["height"] > 9 for word in words.all()] == [True] * 5
    place = "document.querySelector('#market').getBoundingClientRect().top + scrollY"
    before, chosen = page.evaluate(place), set()
    for _ in range(2):
        card = page.locator(".pick[aria-pressed=false]").first
        chosen.add(in_one_line(page.locator(f"#is-{card.get_attribute('value')}").text_content()))
        anna.press(card)
        expect(page.locator(".picked")).to_be_visible()
        assert {in_one_line(told) for told in page.locator(".picked li").all_text_contents()} == chosen
    assert page.evaluate(place) == before


def in_one_line(text):
    return " ".join(text.split())
