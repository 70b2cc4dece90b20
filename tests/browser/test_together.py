"""A game between two browsers: one is kept up to date, the other has JavaScript off."""

import pytest
from playwright.sync_api import expect

from tests.browser.elsewhere import CLICKED, play_on

pytestmark = pytest.mark.browser
TURNS = 34


def test_two_people_play_one_by_link_and_without_javascript(enter, site):
    """They click for a while; what is played elsewhere after that brings the end to the page by itself."""
    ada, bela = enter(), enter(java_script_enabled=False)
    ada.open_table(seats=2, name="Ada")
    bela.join(ada.page.locator("#invite-link").input_value(), name="Bela")
    for turn in range(min(TURNS, CLICKED)):
        bela.page.reload()
        _sees(ada, bela)
        assert ada.may_move != bela.may_move
        mover = ada if ada.may_move else bela
        expect(ada.page.locator("#round")).to_contain_text(f"Turn {turn // 2 + 1} of 17")
        mover.take_turn()
    if not ada.is_over:
        play_on(site, ada.table)
    bela.page.reload()
    _sees(ada, bela)
    expect(ada.page.locator("#result")).to_be_visible()
    assert _table(ada) == _table(bela)


def _sees(watcher, other):
    """The watcher's page comes to show what the other's shows, with nobody touching it."""
    ply = str(other.ply) if other.ply >= watcher.ply else str(watcher.ply)
    expect(watcher.page.locator("#live-ply")).to_have_attribute("data-ply", ply)
    expect(watcher.page.locator("#turn")).to_be_visible()


def _table(person):
    places = person.page.locator("#result tbody").first.inner_text()
    return places.split(), person.page.locator("#log li").all_inner_texts()
