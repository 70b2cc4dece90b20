"""Frames lead from any table of a game to the next: what a page shows equals what it would load."""

import pytest

from games.models import Game
from games.parts import changes
from games.selectors.tables.pages import table_part
from tests.live import dom
from tests.tables import play, running

GAME = ["boast", "undo", "boast", "pick 3", "pick 4", "pick 5", "pick 1", "boast", "pick 6", "pick 6"]


@pytest.mark.django_db
@pytest.mark.parametrize("stride", [1, 2, 3])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_changes_lead_from_one_table_to_another(seat, stride):
    game, viewers = running()
    tree = table_part(game, seat)
    page = dom.parse(tree.html())
    for number, notation in enumerate(GAME):
        play(game, mover(game, viewers), notation)
        if number % stride == 0:
            after = table_part(Game.objects.get(pk=game.pk), seat)
            dom.swap(page, changes(tree, after))
            assert page.html() == dom.parse(after.html()).html()
            tree = after


def mover(game, viewers):
    """Return the first viewer who may act, so that a list of notations is a game."""
    picks = game.state["picks"]
    return viewers[0] if not picks[0] else viewers[1]
