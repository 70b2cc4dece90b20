"""The end of a game, as it comes to a page that is open: it is brought to view, except from under whoever writes."""

import pytest
from playwright.sync_api import expect

from games.rules import registry
from tests.browser.elsewhere import open_table_of, play_on
from tests.browser.looks import PHONE

pytestmark = pytest.mark.browser
TO_THE_FOOT = "scrollTo(0, document.body.scrollHeight)"


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_a_phone_is_led_to_the_result(enter, site, slug):
    ada, bela = enter(viewport=PHONE), enter()
    open_table_of(slug, ada, bela)
    expect(ada.page.locator("#turn")).to_be_visible()
    ada.page.evaluate(TO_THE_FOOT)
    play_on(site, ada.table)
    title = ada.page.locator("#result-title")
    expect(title).to_be_focused()
    expect(title).to_be_in_viewport(ratio=1)
    # What comes later leaves the page where it is by then.
    ada.page.evaluate(TO_THE_FOOT)
    bela.at_table().get_by_role("link", name="Rematch").click()
    bela.page.get_by_role("button", name="Create table").click()
    expect(ada.page.get_by_role("link", name="Join the rematch")).to_be_attached()
    expect(title).not_to_be_in_viewport()


def test_who_writes_goes_on_writing(member, enter, site):
    ada, bela = member("Adele", viewport=PHONE), enter()
    open_table_of("point_city", ada, bela)
    text = ada.page.locator("#talk-text")
    ada.page.locator("#talk > summary").click()
    text.fill("Well")
    play_on(site, ada.table)
    expect(ada.page.locator("#result")).to_be_attached()
    ada.page.wait_for_timeout(200)
    ada.page.keyboard.type(" played")
    expect(text).to_have_value("Well played")
    expect(text).to_be_in_viewport()
