"""What the table says of a game that was not played to its end."""

import re

import pytest
from django.urls import reverse

from games.models import Game
from games.rules import registry
from games.services import desk
from games.services.tables import abort
from tests.moderation.people import moderator
from tests.tables import running
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db


def page_of(game, viewer):
    return browser_of(viewer).get(reverse("games:table", args=[game.pk])).content.decode()


@pytest.mark.parametrize("slug", registry.SLUGS)
@pytest.mark.parametrize(
    ("ending", "words"),
    [
        (Game.Ending.LEFT, "Everybody has left"),
        (Game.Ending.EXPIRED, "Nobody played for a long time"),
        (Game.Ending.AGREED, "The players ended the game"),
        (Game.Ending.STAFF, "A moderator ended the game"),
    ],
)
def test_it_says_why_and_shows_no_empty_result(slug, ending, words):
    game, viewers = running(slug)
    abort(Game.objects.get(pk=game.pk), ending)
    page = page_of(game, viewers[0])
    assert words in page
    assert 'id="result"' not in page


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_nobody_is_to_move_at_its_table_or_in_its_replay(slug):
    game, viewers = running(slug)
    assert "to move" in page_of(game, viewers[0])
    desk.adjudicate(moderator(), game.pk, [1, 2], "They asked for it")
    replay = browser_of(viewers[0]).get(reverse("games:replay", args=[game.pk, game.ply])).content.decode()
    for page in (page_of(game, viewers[0]), replay):
        assert "to move" not in page


def test_the_places_a_moderator_gave_stand_there_the_best_first():
    game, viewers = running("machi_koro_2")
    desk.adjudicate(moderator(), game.pk, [2, 1], "They asked for it")
    assert re.findall(r"<li>(\d)\. <bdi>(.+?)</bdi>", page_of(game, viewers[0])) == [
        ("1", "Player 1"),
        ("2", "Player 0"),
    ]
