"""My games: what waits for me first, the badge and title on every page, and the way to the next."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.services.tables.invites import invite
from games.services.tables.seating import Plan, open_table, sit
from tests.accounts import account, signed_in
from tests.finished import finished
from tests.tables import guest, play
from tests.views.opening import text_of, url
from tests.views.people import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def with_other(me, name="Other"):
    game = open_table(me, Plan("demo", 2, {}))
    sit(game.pk, guest(name), "")
    game.refresh_from_db()
    return game


def page(client):
    answer = client.get("/games/")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return text_of(answer)


def title_of(html):
    return re.search("<title>(.*?)</title>", html, re.DOTALL)[1].strip()


def test_each_game_says_whose_move_it_is():
    me = guest("Ida")
    mine, theirs, waiting = with_other(me), with_other(me, "Zoe"), open_table(me, Plan("demo", 3, {}))
    play(theirs, me, "pick 3")
    html = page(browser_of(me))
    order = [html.index(f'href="{url("table", game)}"') for game in (mine, theirs, waiting)]
    assert order == sorted(order)
    assert html.count("Your turn") == 1
    assert "<bdi>Zoe</bdi> plays next" in html
    assert "Waiting for players" in html
    assert "2 free seats" in html


def test_an_account_has_its_own_page_and_a_stranger_an_empty_one():
    me = account("ida")
    game = with_other(me)
    assert url("table", game) in page(signed_in(me))
    for client in (Client(), browser_of(guest("Eve"))):
        html = page(client)
        assert str(game.pk) not in html
        assert "You have no unfinished game" in html


def test_the_badge_and_the_title_count_the_games_that_wait_on_every_page():
    me = guest("Ida")
    games = [with_other(me) for _ in range(2)]
    client = browser_of(me)
    for address in ("/", "/lobby/", "/games/", "/rules/point-city/", "/accounts/login/", "/nothing/"):
        html = text_of(client.get(address))
        assert title_of(html).startswith("(2) "), address
        assert 'data-count="2"' in html
        assert re.search(r'rel="icon"\s+href="[^"]*favicon-turn', html)
    for game in games:
        play(game, me, "pick 3")
    html = text_of(client.get("/"))
    assert "(" not in title_of(html)
    assert re.search(r'rel="icon"\s+href="[^"]*favicon\.', html)
    assert re.search(r'class="turn-count"\s+hidden', html)


def test_pages_that_stay_open_ask_for_the_count():
    me = guest("Ida")
    with_other(me)
    assert json.loads(browser_of(me).get("/games/waiting/").content) == {"waiting": 1}
    assert json.loads(Client().get("/games/waiting/").content) == {"waiting": 0}
    assert "data-url=" not in text_of(Client().get("/"))


def test_the_badge_costs_one_query(django_assert_num_queries):
    me = guest("Ida")
    with_other(me)
    client = browser_of(me)
    client.get("/accounts/password/reset/")  # what the site says of itself is remembered for a moment
    with django_assert_num_queries(3):  # the session, the guest, the count
        client.get("/games/waiting/")
    with django_assert_num_queries(5):  # and the bell and the sanctions
        client.get("/accounts/password/reset/")


def test_the_next_game_is_one_press_away():
    me = guest("Ida")
    one, two = with_other(me), with_other(me)
    client = browser_of(me)
    assert client.get("/games/next/").url == url("table", one)
    assert client.get("/games/next/", {"after": one.pk}).url == url("table", two)
    assert client.get("/games/next/", {"after": "x\0"}).url == url("table", one)
    for game in (one, two):
        play(game, me, "pick 3")
    assert client.get("/games/next/").url == "/games/"
    assert Client().get("/games/next/").url == "/games/"


def next_button(html):
    return re.search(r'<p id="next-game"[^>]*>', html)[0]


def test_a_table_offers_the_next_game_only_if_another_one_waits():
    me = guest("Ida")
    one = with_other(me)
    client = browser_of(me)
    assert "hidden" in next_button(text_of(client.get(url("table", one))))
    two = with_other(me)
    assert "hidden" not in next_button(text_of(client.get(url("table", one))))
    play(two, me, "pick 3")
    assert "hidden" in next_button(text_of(client.get(url("table", one))))


def test_many_games_are_paged_in_few_queries(django_assert_max_num_queries):
    me = guest("Ida")
    for _ in range(30):
        with_other(me)
    client = browser_of(me)
    with django_assert_max_num_queries(9):
        html = page(client)
    assert html.count("Your turn") == 25
    assert "Page 1 of 2" in html
    assert text_of(client.get("/games/?page=2")).count("Your turn") == 5
    assert client.get("/games/?page=x").status_code == 200


def test_a_table_that_was_left_is_gone():
    anna = guest("Anna")
    left = with_other(anna)
    client = browser_of(anna)
    assert client.post(url("leave", left)).status_code == 302
    assert str(left.pk) not in page(client)


# What ended.


def ended_of(html):
    """Return the list of what ended."""
    return html[html.index('id="ended-title"') :]


@pytest.mark.parametrize("make", [guest, account])
def test_the_last_games_that_ended_lead_to_their_results_and_replays(make):
    me, other = make("ida"), guest("Zoe")
    client = signed_in(me) if me.user_id else browser_of(me)
    assert "Recently finished" not in page(client)
    games = [finished([me, other], points, listed=False) for points in ([7, 9], [9, 7])]
    html = ended_of(page(client))
    for game in games:
        assert f'href="{url("table", game)}"' in html
        assert f'href="{url("replay", game)}"' in html
    assert html.index(str(games[1].pk)) < html.index(str(games[0].pk))
    assert html.index("Won") < html.index("Rank 2 of 2")
    assert html.count("<bdi>Zoe</bdi>") == 2
    assert ("Your seats are only saved in this browser" in html) == (me.user_id is None)
    assert ("All finished games" in html) == (me.user_id is not None)


def test_nobody_else_finds_a_game_that_ended():
    finished([guest("Ida"), guest("Zoe")], [7, 9], listed=True)
    for client in (Client(), browser_of(guest("Eve")), signed_in(account("eva"))):
        assert "Recently finished" not in page(client)


def test_only_the_last_ten_are_listed_in_few_queries(django_assert_max_num_queries):
    me = guest("Ida")
    games = [finished([me, guest("Zoe")], [7, 9]) for _ in range(12)]
    client = browser_of(me)
    with django_assert_max_num_queries(9):
        html = page(client)
    assert [str(game.pk) in html for game in games] == [False] * 2 + [True] * 10


# Invitations


def test_an_invitation_stands_on_the_page_and_can_be_turned_down():
    hanna, ben = account("hanna"), account("ben")
    game = open_table(hanna, Plan("demo", 3, {}))
    client = signed_in(ben)
    assert client.get(url("table", game)).status_code == 404
    assert client.post(url("decline", game)).status_code == 404
    invite(game.pk, hanna, name="ben")
    html = page(client)
    assert "<bdi>hanna</bdi> has invited you to this table" in html
    assert url("sit", game) in html
    assert url("decline", game) in text_of(client.get(url("sit", game)))
    assert client.post(url("decline", game)).url == "/games/"
    assert "invited you" not in page(client)


def test_who_is_asked_by_name_may_watch_by_socket_too():
    hanna, ben = account("hanna"), account("ben")
    game = open_table(hanna, Plan("demo", 3, {}))
    invite(game.pk, hanna, name="ben")
    client = signed_in(ben)
    assert client.get(url("table", game)).status_code == 200
    assert client.session["invited"] == [str(game.pk)]


def test_sitting_down_answers_the_invitation():
    hanna, ben = account("hanna"), account("ben")
    game = open_table(hanna, Plan("demo", 3, {}))
    invite(game.pk, hanna, name="ben")
    client = signed_in(ben)
    assert client.post(url("sit", game), {"seed": ""}).url == reverse("games:table", args=[game.pk])
    assert "invited you" not in page(client)
