"""Leader boards: who stands on them, and the records of those who play alone."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from games.models import Game, Rating
from games.selectors.players.leaders import board, records
from games.selectors.viewers import Viewer
from tests.accounts import signed_in
from tests.finished import account, finished

pytestmark = [pytest.mark.django_db, pytest.mark.database]
NOBODY = Viewer()


def rated(name, score, games=5, slug="demo"):
    who = account(name)
    Rating.objects.create(user_id=who.user_id, slug=slug, mu=score + 3, sigma=1, score=score, games=games)
    return who


def page(browser=None, slug="demo"):
    answer = (browser or Client()).get(reverse("games:leaders", args=[slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def alone(viewer, points, level="easy", **more):
    options = {"level": level, "promo": False}
    return finished([viewer], [points], slug="point_city", options=options, **more)


def test_the_best_cautious_score_comes_first():
    for name, score in (("Anna", 3.5), ("Ben", 11.25), ("Cleo", -2.0)):
        rated(name, score)
    found = board("demo", NOBODY)
    assert [(row.place, row.name) for row in found.rows] == [(1, "Ben"), (2, "Anna"), (3, "Cleo")]
    assert found.mine is None


def test_equal_scores_share_a_place():
    for name, score in (("Anna", 3.5), ("Ben", 3.5), ("Cleo", 1.0)):
        rated(name, score)
    assert [row.place for row in board("demo", NOBODY).rows] == [1, 1, 3]


def test_who_has_played_less_than_five_rated_games_of_the_title_does_not_stand_there():
    rated("Anna", 3, games=4)
    rated("Ben", 3, slug="card_city")
    assert board("demo", NOBODY).rows == ()


def test_a_closed_account_leaves_the_board():
    anna = rated("Anna", 3)
    get_user_model().objects.filter(pk=anna.user_id).update(is_active=False)
    assert board("demo", NOBODY).rows == ()


def test_the_first_fifty_are_shown_and_below_them_oneself():
    for number in range(52):
        last = rated(f"Player {number}", 100 - number)
    found = board("demo", last)
    assert len(found.rows) == 50
    assert (found.mine.place, found.mine.is_me) == (52, True)
    html = page(signed_in(last))
    assert "<bdi>Player 51</bdi>" in html
    assert "<bdi>Player 50</bdi>" not in html


def test_who_stands_on_the_board_is_marked_there_and_not_repeated():
    anna = rated("Anna", 3)
    found = board("demo", anna)
    assert (found.rows[0].is_me, found.mine) == (True, None)
    assert page(signed_in(anna)).count("You</span>") == 1


def test_every_level_has_a_record_or_waits_for_one():
    anna, ben = account("Anna"), account("Ben")
    alone(anna, 30)
    best = alone(ben, 41)
    alone(anna, 7, level="hard")
    found = {
        record.options[0][1]: record for record in records("point_city") if record.options[1][1] is False
    }
    assert (found["Easy"].name, found["Easy"].points, found["Easy"].game_id) == ("Ben", 41, best.pk)
    assert found["Easy"].at == best.ended_at
    assert (found["Hard"].name, found["Normal"].name) == ("Anna", "")
    assert len(records("point_city")) == 6
    html = page(slug="point_city")
    assert reverse("games:replay", args=[best.pk]) in html
    assert html.count("No record yet") == 4


def test_a_record_says_at_which_attempt_it_was_set():
    anna = account("Anna")
    for points in (12, 7):
        alone(anna, points)
    # A deal she looked at, and let be.
    alone(anna, 0, status=Game.Status.ABORTED)
    alone(anna, 41)
    # What cannot have become this record, and what came after it, is none of its attempts.
    alone(anna, 3, level="hard")
    alone(anna, 4, listed=False)
    alone(account("Ben"), 5)
    alone(anna, 6)
    found = {record.points: record.attempts for record in records("point_city") if record.points}
    assert found == {41: 4, 3: 1}
    html = page(slug="point_city")
    assert "after 4 attempts" in html
    assert html.count("on the first attempt") == 1


def test_games_begun_side_by_side_are_all_attempts():
    anna = account("Anna")
    best = alone(anna, 41)
    other = {
        "status": Game.Status.RUNNING,
        "ended_at": None,
        "started_at": best.ended_at - timedelta(minutes=5),
    }
    Game.objects.filter(pk=alone(anna, 2).pk).update(**other)
    assert [record.attempts for record in records("point_city") if record.points] == [2]


def test_the_records_of_a_title_take_one_query(django_assert_num_queries):
    for level in ("easy", "normal", "hard"):
        alone(account(level.title()), 30, level=level)
    with django_assert_num_queries(1):
        assert sum(record.attempts for record in records("point_city")) == 3


def test_of_equal_records_the_first_stands():
    first = alone(account("Anna"), 30)
    alone(account("Ben"), 30)
    assert next(record for record in records("point_city") if record.points).game_id == first.pk


def test_a_title_nobody_plays_alone_has_no_records():
    assert records("machi_koro_2") == ()
    assert "Solo records" not in page(slug="machi_koro_2")


def test_a_title_without_options_has_one_record():
    game = finished([account("Anna")], [44], slug="card_city", options={})
    (record,) = records("card_city")
    assert (record.options, record.game_id) == ((), game.pk)


def test_leaders_are_found_from_every_page_and_beside_each_title():
    html = Client().get("/").content.decode()
    assert f'href="{reverse("games:leaders")}"' in html
    title = Client().get(reverse("games:new", args=["demo"])).content.decode()
    assert f'href="{reverse("games:leaders", args=["demo"])}"' in title
    assert Client().get(reverse("games:leaders")).status_code == 200
    assert Client().get("/leaders/chess/").status_code == 404
