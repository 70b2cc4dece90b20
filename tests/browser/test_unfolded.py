"""What somebody has unfolded at a table stays open, whatever comes meanwhile."""

import pytest
from playwright.sync_api import expect

from tests.browser.elsewhere import open_table_of, play_on

pytestmark = pytest.mark.browser


def unfold(found):
    found.locator("summary").click()
    expect(found).to_have_attribute("open", "")


def test_the_bots_on_offer_stay_when_the_connection_comes_back_and_others_sit_down(enter):
    ada, bela = enter(), enter()
    ada.open_table(seats=3)
    offered = ada.page.locator("#seat-2 .add-bot")
    unfold(offered)
    ada.context.set_offline(True)
    bela.join(ada.page.locator("#invite-link").input_value())
    ada.context.set_offline(False)
    expect(ada.page.locator("#seat-1")).to_contain_text("Bela")
    expect(offered).to_have_attribute("open", "")
    ada.forgive("INTERNET_DISCONNECTED")


def test_what_is_open_stays_through_choices_and_moves(enter, site):
    ada, bela = enter(), enter()
    open_table_of("point_city", ada, bela)
    leaving = ada.page.locator("#actions .leave")
    unfold(leaving)
    if not ada.may_move:
        play_on(site, ada.table, until="0 in ruleset.to_act(state)")
        expect(ada.page.locator("#turn[data-my-turn]")).to_be_attached()
        expect(leaving).to_have_attribute("open", "")
    ada.take_turn()
    expect(leaving).to_have_attribute("open", "")
    play_on(site, ada.table, until="0 in ruleset.to_act(state)", mover="max")
    expect(ada.page.locator("#turn[data-my-turn]")).to_be_attached()
    expect(leaving).to_have_attribute("open", "")
