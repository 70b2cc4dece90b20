"""The log beside the table: its last moves, and a way to the others."""

import pytest
from django.urls import reverse

from games.live.scene import look, step
from games.selectors import table
from games.selectors.table import _first_shown
from tests.tables import play, running
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db


def test_it_shows_at_least_so_many_plies_and_moves_on_by_steps():
    for plies in range(400):
        shown = plies - _first_shown(plies) + 1
        assert min(plies, table.LEAST_SHOWN) <= shown < table.LEAST_SHOWN + table.SHOWN_STEP


def test_a_long_log_leads_to_its_earlier_moves(monkeypatch):
    monkeypatch.setattr(table, "LEAST_SHOWN", 2)
    monkeypatch.setattr(table, "SHOWN_STEP", 1)
    game, viewers = running()
    people, browser = {(viewer, "en") for viewer in viewers}, browser_of(viewers[0])
    address = reverse("games:table", args=[game.pk])
    assert "Earlier moves" not in browser.get(address).content.decode()
    before = look(game.pk, people, None)
    for viewer in viewers:
        play(game, viewer, "pick 3")
    page = browser.get(address).content.decode()
    assert game.ply > 2
    assert "Earlier moves" in page
    assert 'id="ply-1"' not in page
    assert f'id="ply-{game.ply}"' in page
    after = look(game.pk, people, before)
    for audience, tree in after.trees.items():
        assert 'id="log-earlier"' in step(before.ply, before.trees[audience], after.ply, tree)
