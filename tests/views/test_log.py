"""The log beside the table: its last moves, and a way to the others."""

import re
from dataclasses import replace
from random import Random

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape, strip_tags
from django.utils.translation import gettext, override

from games.live.rooms.scene import look, step
from games.rules.machi_koro_2.events import Earned, Paid
from games.rules.point_city.play.reports import token_taken
from games.rules.point_city.show.faces import TOKEN_FACES
from games.selectors.tables import log_lines
from games.selectors.tables.log_lines import first_shown
from tests.tables import play, running, skip
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
NAMES = {0: "Anna", 1: "Ben"}
TOKEN_TAKEN = "games/point_city/log/TokenTaken.html"


def test_it_shows_at_least_so_many_plies_and_moves_on_by_steps():
    for plies in range(400):
        shown = plies - first_shown(plies) + 1
        assert min(plies, log_lines.LEAST_SHOWN) <= shown < log_lines.LEAST_SHOWN + log_lines.SHOWN_STEP


def test_a_long_log_leads_to_its_earlier_moves(monkeypatch):
    monkeypatch.setattr(log_lines, "LEAST_SHOWN", 2)
    monkeypatch.setattr(log_lines, "SHOWN_STEP", 1)
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


def test_every_civic_token_is_told_by_the_words_that_stand_on_it():
    for number, face in enumerate(TOKEN_FACES):
        told = {"event": token_taken(0, number), "names": NAMES}
        for language in ("en", "uk"):
            with override(language):
                assert escape(gettext(face.label)) in render_to_string(TOKEN_TAKEN, told)


def test_a_civic_token_that_is_no_more_is_told_by_the_words_of_then():
    event = replace(token_taken(0, 0), token="ct-ducks", label="9 per duck")
    assert "9 per duck" in render_to_string(TOKEN_TAKEN, {"event": event, "names": NAMES})


def test_who_gets_or_pays_nothing_is_told_so_and_not_of_0_coins():
    got = Earned(0, "flower_shop", "Flower Shop", "green", 1, 0)
    owed = Paid(1, 0, "cafe", "Café", "red", 1, owed=2, coins=0)
    said = [
        strip_tags(
            render_to_string(
                f"games/machi_koro_2/log/{type(event).__name__}.html", {"event": event, "names": NAMES}
            )
        )
        for event in (got, owed, replace(owed, coins=1))
    ]
    assert [" ".join(line.split()) for line in said] == [
        "Anna gets nothing from the bank (Flower Shop).",
        "Ben has no coins to pay Anna (Café).",
        "Ben pays 1 coin to Anna (Café). Only 1 of 2 could be paid.",
    ]


@pytest.mark.parametrize(("slug", "plies"), [("card_city", 60), ("karciane_miasto", 250)])
def test_places_west_and_north_of_the_first_have_a_real_minus(slug, plies):
    for seed in range(40):
        game, viewers = running(slug)
        skip(game, viewers, plies, Random(seed))
        page = browser_of(viewers[0]).get(reverse("games:table", args=[game.pk])).content.decode()
        said = strip_tags(page)
        assert not re.findall(r"\(-?\d+, ?-\d|\(-\d", said)
        # Not in every game is something built north of the first card.
        if re.search(r"\(\d+, −\d", said):
            return
    raise AssertionError("forty games without a place to the north")
