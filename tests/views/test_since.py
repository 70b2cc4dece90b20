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
    """A game of three in which somebody is to move after two others' open moves; with the ply of their last one."""
    game, viewers = running(request.param, 3)
    while True:
        seat = acting(game)
        moved = max((made.ply for made in game.records.filter(seat=seat)), default=0)
        if moved and game.records.filter(ply__gt=moved, seat__gte=0, secret=False).count() >= 2:
            return game, viewers[seat], moved
        play(game, viewers[seat], some_move(game, random), key=f"k{game.ply}")


def since(browser, game):
    return {int(ply) for ply in LINE.findall(browser.get(game_url(game)).content.decode())}


def game_url(game):
    return reverse("games:table", args=[game.pk])


def test_who_comes_back_reads_every_move_since_their_own(absent):
    game, viewer, moved = absent
    told = since(browser_of(viewer), game)
    assert told
    assert min(told) > moved


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
