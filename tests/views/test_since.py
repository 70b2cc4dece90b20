"""What a player who comes back reads about the moves made since their own."""

import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from games.rules import registry
from tests.tables import play, running
from tests.test_budgets import acting, some_move
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
LINE = re.compile(r'id="since-log-(\d+)-\d+"')


@pytest.fixture
def random():
    """Return a random generator that repeats itself."""
    return Random(3)


@pytest.fixture(params=registry.SLUGS)
def absent(request, random):
    """A game of three in which one moved, and then the two others."""
    game, viewers = running(request.param, 3)
    first = acting(game)
    while acting(game) == first:
        play(game, viewers[first], some_move(game, random), key=f"k{game.ply}")
    moved = game.ply
    others = set()
    while len(others) < 2 or acting(game) != first:
        others.add(acting(game))
        play(game, viewers[acting(game)], some_move(game, random), key=f"k{game.ply}")
    return game, viewers[first], moved


def since(browser, game):
    return {int(ply) for ply in LINE.findall(browser.get(game_url(game)).content.decode())}


def game_url(game):
    return reverse("games:table", args=[game.pk])


def test_who_comes_back_reads_every_move_since_their_own(absent):
    game, viewer, moved = absent
    assert since(browser_of(viewer), game) >= {moved + 1}
    assert min(since(browser_of(viewer), game)) > moved


def test_a_watcher_has_no_turn_to_count_from(absent):
    game, *_ = absent
    page = Client().get(game_url(game)).content.decode()
    assert 'id="since" class="since" hidden' in page
    assert not LINE.search(page)


def test_ones_own_move_clears_it(absent, random):
    game, viewer, _ = absent
    browser = browser_of(viewer)
    assert since(browser, game)
    play(game, viewer, some_move(game, random), key="mine")
    assert not since(browser, game)
