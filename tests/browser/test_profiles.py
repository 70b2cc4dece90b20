"""A full site in a browser: a profile with plots, and a leader board."""

import pytest
from playwright.sync_api import expect

from tests.browser.looks import is_fine
from tests.browser.people import Person
from tests.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.in_turn(2)]
WHO = "/players/1/"


@pytest.fixture(scope="module")
def full_site(tmp_path_factory):
    """A site of its own with invented people."""
    served = Site(tmp_path_factory.mktemp("full")).prepare()
    served.manage("populate", "--people", "30", "--games", "250")
    yield served.start("--no-bots")
    served.stop()


@pytest.fixture
def person(chromium, full_site):
    visitor = Person(chromium, full_site.url, reduced_motion="reduce")
    yield visitor
    assert visitor.problems == []
    visitor.context.close()


@pytest.mark.parametrize("address", [WHO, f"{WHO}?title=point_city", "/leaders/point-city/"])
def test_axe_and_a_phone_are_content_with_a_full_page(person, address):
    person.page.goto(address)
    is_fine(person.page)


def test_a_plot_is_a_picture_with_a_name_and_a_table(person):
    page = person.page
    page.goto(f"{WHO}?title=card_city")
    plot = page.locator("figure", has_text="Favourite buildings")
    expect(plot.get_by_role("img", name="Buildings most often found in the final cities")).to_be_visible()
    rows = plot.locator("svg > svg").count()
    expect(plot.get_by_role("table")).to_be_hidden()
    plot.get_by_text("As a table").press("Enter")
    expect(plot.get_by_role("table")).to_be_visible()
    expect(plot.get_by_role("row")).to_have_count(rows + 1)


def test_a_history_leads_to_replays_and_other_people(person):
    page = person.page
    page.goto(f"{WHO}?title=card_city")
    page.locator("#history").get_by_role("link", name="Replay").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Card City: replay")
    page.goto(WHO)
    page.locator("#history .names a").first.click()
    expect(page.get_by_role("heading", level=2, name="Finished games")).to_be_visible()
    assert page.url.split("/players/")[1] != "1/"


def test_pages_and_titles_are_kept_together(person):
    page = person.page
    page.goto(WHO)
    page.locator(".pills").get_by_role("link", name="Card City").click()
    page.wait_for_url("**title=card_city")
    expect(page.locator("#history li strong").first).to_have_text("Card City")
