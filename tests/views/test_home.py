"""The start page: titles, forms that need no account, tables to join and to watch, in few queries."""

import re

import pytest
from django.test import Client

from games.models import Game
from games.rules import registry
from games.selectors.lobby import MOST_OTHERS, MOST_OWN, SHOWN_OWN, lobby_for
from games.services.tables.seating import Plan, open_table, sit
from tests.tables import guest, play, running
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def only_the_demo(monkeypatch):
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.demo.ruleset"})


def section(page, title_id):
    found = re.search(rf'aria-labelledby="{title_id}".*?</section>', page, re.DOTALL)
    return found.group() if found else ""


def opened(listed=True, seats=3):
    host = guest("Hanna")
    return open_table(host, Plan("demo", seats, {}, listed=listed)), host


def page_for(client):
    answer = client.get("/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_stranger_sees_the_titles_and_one_press_leads_to_the_ways_to_play():
    page = page_for(Client())
    assert '<h3><a href="/new/demo/">Demo</a></h3>' in page
    assert "Pick a number" in page
    assert re.search(r"Players</span>.* 2–4", page)
    # Nothing is asked here: no name, no option, no shuffle.
    assert "<form" not in section(page, "offers-title")
    assert "own-title" not in page


def test_the_ways_need_no_account_and_no_name():
    page = Client().get("/new/demo/").content.decode()
    assert 'action="/new/demo/"' in page
    assert re.search(r'<input[^>]*name="name"(?![^>]*required)[^>]*>', page)
    contribution = re.search(r'<input[^>]* name="seed"[^>]*>', page).group()
    assert "data-contribution" in contribution
    # Nobody but the player, or the player's browser, fills it in.
    assert "value" not in contribution
    assert "A hit scores double" in page


def test_who_has_a_name_is_not_asked_again():
    page = browser_of(guest("Ida")).get("/new/demo/").content.decode()
    assert 'name="name"' not in page
    assert "You're playing as <bdi><strong>Ida</strong></bdi>." in page


def test_listed_tables_are_offered_private_ones_are_not():
    shown, _ = opened(listed=True)
    hidden, _ = opened(listed=False)
    tables = section(page_for(Client()), "open-title")
    assert f"/games/{shown.pk}/sit/" in tables
    assert "1 of 3 seats" in tables
    assert "free seat" not in tables
    assert str(hidden.pk) not in tables


def test_a_running_game_is_to_watch_and_no_longer_to_join():
    game, _ = running()
    page = page_for(Client())
    assert str(game.pk) in section(page, "running-title")
    assert str(game.pk) not in section(page, "open-title")


def test_a_private_running_game_is_shown_to_nobody_else():
    game, _ = opened(listed=False, seats=2)
    sit(game.pk, guest("Ben"), "")
    assert str(game.pk) not in page_for(Client())
    assert str(game.pk) not in page_for(browser_of(guest("Eve")))


def test_own_games_say_whose_turn_it_is_and_stand_in_no_other_list():
    game, (anna, ben) = running()
    play(game, anna, "pick 3")
    assert "Your turn" not in section(page_for(browser_of(anna)), "own-title")
    page = page_for(browser_of(ben))
    assert "Your turn" in section(page, "own-title")
    assert page.count(f"/games/{game.pk}/") == 1


def test_many_own_tables_leave_room_for_those_of_others():
    others = [opened()[0] for _ in range(MOST_OTHERS)]
    me = guest("Ida")
    own = [open_table(me, Plan("demo", 3, {}, listed=True)) for _ in range(MOST_OWN)]
    shown = lobby_for(me)
    assert [row.game_id for row in shown.own] == [game.pk for game in own[:SHOWN_OWN]]
    assert {row.game_id for row in shown.open} == {game.pk for game in others}


def test_a_finished_game_is_in_no_list():
    game, (anna, ben) = running()
    for _ in range(3):
        for viewer in (anna, ben):
            play(game, viewer, "pick 3")
    assert Game.objects.get(pk=game.pk).is_over
    assert str(game.pk) not in page_for(browser_of(anna))


def test_names_are_escaped_and_isolated():
    game, _ = opened()
    game.seats.update(name="<script>alert(1)</script>")
    page = page_for(Client())
    assert "<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>" in page


def test_the_page_takes_few_queries_however_many_tables_there_are(django_assert_max_num_queries):
    me = guest("Ida")
    for _ in range(8):
        opened()
        running()
        open_table(me, Plan("demo", 2, {}))
        game, _ = opened(seats=2)
        sit(game.pk, me, "")
    client = browser_of(me)
    # The first page of a day draws the key of the day's offers.
    page_for(client)
    with django_assert_max_num_queries(9):
        page = page_for(client)
    assert page.count("Your turn") == SHOWN_OWN


def test_the_page_is_nobody_elses_and_small():
    answer = Client().get("/", headers={"accept-encoding": "gzip"})
    assert "no-store" in answer["Cache-Control"]
    assert len(answer.content) < 4_000


def test_links_to_games_say_which_game_and_with_whom():
    game, (anna, _) = running()
    page = page_for(browser_of(anna))
    link = re.search(rf'<a id="to-{game.pk}"[^>]*aria-labelledby="([^"]+)"', page)
    named = [
        re.search(rf'id="{part}"[^>]*>(.*?)</(?:a|strong|span)>', page, re.DOTALL)[1]
        for part in link[1].split()
    ]
    assert "Go to table" in named[0]
    assert "Demo" in named[1]
    assert "Player 1" in named[2]
