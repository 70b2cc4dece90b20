"""Profiles: what somebody has played, for those who may see it."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from games.models import Game, Seat
from games.selectors.games import invite_code
from games.services.tables.seating import Plan, open_table, sit
from tests.accounts import signed_in
from tests.finished import account, finished
from tests.services.test_ratings import play_out, rated_table
from tests.tables import guest, running
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return account("Anna")


@pytest.fixture
def ben():
    return account("Ben")


def page(viewer, browser=None, **query):
    answer = (browser or Client()).get(reverse("games:profile", args=[viewer.user_id]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def links(game):
    return reverse("games:replay", args=[game.pk])


def test_a_profile_says_who_it_is_and_since_when(anna):
    html = page(anna)
    assert "<bdi>Anna</bdi>" in html
    assert get_user_model().objects.get().date_joined.strftime("%Y") in html


def test_nobody_has_a_profile_who_has_no_account(anna):
    assert Client().get(reverse("games:profile", args=[anna.user_id + 1])).status_code == 404
    get_user_model().objects.update(is_active=False)
    assert Client().get(reverse("games:profile", args=[anna.user_id])).status_code == 404


def test_a_finished_game_shows_result_opponents_date_and_replay(anna, ben):
    game = finished([anna, ben, guest("Gus")], [12, 31, 5])
    html = page(anna)
    assert "Rank 2 of 3" in html
    assert "12 points" in html
    assert f'<a href="{reverse("games:profile", args=[ben.user_id])}"><bdi>Ben</bdi></a>' in html
    mark = re.escape(render_to_string("people/guest_mark.html"))
    assert re.findall(rf"<bdi>(\w+)</bdi>(?:</a>)?\s*{mark}", html) == ["Gus"]
    assert links(game) in html
    assert f'datetime="{game.ended_at.date()}' in html


def test_each_title_names_what_it_counts(anna, ben):
    finished([anna, ben], [1, 0], slug="machi_koro_2", options={})
    finished([anna, ben], [1, 41], slug="point_city", options={})
    html = page(anna)
    assert ("1 landmark<" in html, "1 point<" in html) == (True, True)
    assert re.findall(r'<th scope="col">(Points|Landmarks)</th>', html) == ["Points"] * 2 + ["Landmarks"] * 2
    assert "<dd>1 landmark</dd>" in html


def test_only_finished_games_are_history(anna, ben):
    game = finished([anna, ben], [3, 4])
    Game.objects.update(status=Game.Status.ABORTED)
    assert links(game) not in page(anna)


def test_a_private_game_is_seen_by_its_players_and_the_invited_only(anna, ben):
    gus = guest("Gus")
    game = finished([anna, ben, gus], [12, 31, 5], listed=False)
    invited = Client()
    invited.get(reverse("games:join", args=[game.pk, invite_code(game.pk)]))
    for browser in (signed_in(anna), signed_in(ben), browser_of(gus), invited):
        assert links(game) in page(anna, browser)
        assert ">Ben<" in page(anna, browser)
    for browser in (Client(), signed_in(account("Eve")), browser_of(guest("Ida"))):
        html = page(anna, browser)
        assert links(game) not in html
        assert ">Ben<" not in html
        assert "Best score" not in html


def test_history_is_filtered_by_title_and_an_unknown_one_filters_nothing(anna, ben):
    city, demo = finished([anna, ben], [3, 4], slug="card_city"), finished([anna, ben], [3, 4])
    html = page(anna, title="card_city")
    assert links(city) in html
    assert links(demo) not in html
    assert links(city) in page(anna, title="chess")


def test_history_has_pages_of_25_the_last_game_first(anna, ben):
    games = [finished([anna, ben], [3, 4]) for _ in range(27)]
    first, second = page(anna), page(anna, page="2")
    assert [links(game) in first for game in games] == [False] * 2 + [True] * 25
    assert [links(game) in second for game in games] == [True] * 2 + [False] * 25
    assert "Page 1 of 2" in first
    assert links(games[0]) in page(anna, page="99")


def test_a_rated_game_shows_what_it_did_to_the_rating(anna, ben):
    finished([anna, ben], [9, 1], rated=True)
    assert "Rating +" in page(anna)
    assert "Rating \N{MINUS SIGN}" in page(ben)
    assert "1 rated game" in page(anna)


def test_statistics_count_wins_scores_and_buildings_of_each_title(anna, ben):
    for points in ([10, 4], [20, 4], [3, 9]):
        finished([anna, ben], points, built={"Hit": points[0]})
    finished([anna, ben], [50, 4], slug="card_city", built={"Parking": 3})
    html = page(anna)
    assert html.count("<figure") == 8
    assert "2 of 3" in html
    for text in ("<dd>20 points</dd>", "<dd>11.0</dd>", ">33<", "Parking"):
        assert text in html
    assert page(anna, title="card_city").count("<figure") == 4


def test_games_alone_have_no_winner(anna):
    finished([anna], [44], slug="card_city", options={})
    html = page(anna)
    assert "Wins by number of players" not in html
    assert "solo" in html
    assert "<dt>Wins</dt><dd>0</dd>" in html


def test_who_left_has_not_won_whatever_the_points(anna, ben):
    finished([anna, ben], [50, 4], left=[anna])
    html = page(anna)
    assert "Left early" in html
    assert "Won</span>" not in html
    assert "<dt>Wins</dt><dd>0</dd>" in html


def test_each_plot_is_named_and_has_a_table_that_says_the_same(anna, ben):
    finished([anna, ben], [10, 4], built={"Hit": 10})
    html = page(anna)
    assert html.count('role="img" aria-labelledby') == html.count("As a table") == 4
    assert html.count("<title id=") == 4


def test_numbers_of_a_picture_are_the_same_in_every_language(anna, ben):
    for points in (10, 13, 21):
        finished([anna, ben], [points, 4])
    browser = Client()
    browser.cookies["django_language"] = "uk"
    drawn = [line for line in page(anna, browser).splitlines() if "<circle" in line or "<rect" in line]
    assert drawn
    assert not any('="12,' in line or '1,5"' in line for line in drawn)


def test_one_may_report_others_but_not_oneself(anna, ben):
    report = f"{reverse('games:report')}?person={anna.user_id}"
    assert report in page(anna, signed_in(ben))
    assert report not in page(anna, signed_in(anna))


def test_a_table_leads_to_the_profiles_of_its_people_before_the_game_in_it_and_after(anna):
    ben = account("Ben")
    game = rated_table(anna)
    assert links_at(game, anna) == [anna.user_id]
    sit(game.pk, ben, "")
    assert links_at(game, anna) == [anna.user_id, ben.user_id]
    play_out(game, [anna, ben])
    assert links_at(game, anna) == [anna.user_id, ben.user_id]


def links_at(game, viewer):
    """Return whose profiles a table links to with their names."""
    html = signed_in(viewer).get(reverse("games:table", args=[game.pk])).content.decode()
    return list(map(int, re.findall(r'<a href="/players/(\d+)/"><bdi', html)))


def test_lists_of_games_lead_to_the_profiles_of_accounts_and_name_guests(anna):
    open_table(anna, Plan("demo", 2, {}, listed=True))
    game, _ = running()
    Seat.objects.filter(game=game, index=0).update(user_id=anna.user_id, guest=None, name="Anna here")
    lobby, start = (Client().get(address).content.decode() for address in ("/lobby/", "/"))
    profile = f'<a href="{reverse("games:profile", args=[anna.user_id])}">'
    assert f"{profile}<bdi>" in lobby
    assert f"{profile}<bdi>Anna here</bdi></a>, <bdi>Player 1</bdi>" in start


def test_the_rules_of_fair_play_are_public_and_linked_from_every_page():
    assert Client().get("/fair-play/").status_code == 200
    assert 'href="/fair-play/"' in Client().get("/").content.decode()
