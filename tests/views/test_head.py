"""The head of the log, one step from the table: for whoever looks, at every ply, ready to be copied."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tables import play, running

pytestmark = pytest.mark.django_db


def looked_at(name, game):
    return Client().get(reverse(f"games:{name}", args=[game.pk])).content.decode()


def test_the_head_stands_one_step_from_the_table_while_the_game_runs():
    game, (anna, _) = running()
    heads = []
    for move in ("boast", "pick 3"):
        play(game, anna, move)
        page = " ".join(looked_at("table", game).split())
        assert f'href="{reverse("games:fair", args=[game.pk])}"> Log code' in page
        html = looked_at("fair", game)
        assert f"{game.ply}:{game.head}" in html
        assert f"{game.head[:4]} {game.head[4:8]} …" in html
        heads.append(game.head)
    assert heads[0] not in html


def test_the_export_of_a_running_game_tells_the_head():
    game, (anna, _) = running()
    play(game, anna, "boast")
    data = Client().get(reverse("games:fair_json", args=[game.pk])).json()
    assert (data["format"], data["plies"], data["head"]) == ("card-city-fair/2", 1, game.head)
