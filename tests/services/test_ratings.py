"""Ratings: what counts, for whom, and games that never were."""

from random import Random

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from games.models import Game, Rating, RatingChange
from games.services.play import ratings
from games.services.play.door import Order, play_move
from games.services.play.ratings import NEW, annul, rate
from games.services.play.refusals import TableError
from games.services.tables.leaving import leave
from games.services.tables.rematches import rematch
from games.services.tables.seating import Plan, open_table, sit
from games.services.upkeep.farewell import erase
from tests.finished import account, finished
from tests.tables import guest

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def people():
    return [account(name) for name in ("Anna", "Ben", "Cleo", "Dan", "Eve")]


def standing(slug="demo"):
    """Every rating of a title: mean, uncertainty, score and number of games by account."""
    rows = Rating.objects.filter(slug=slug)
    return {row.user_id: (row.mu, row.sigma, row.score, row.games) for row in rows}


def score(viewer):
    return Rating.objects.get(user_id=viewer.user_id, slug="demo").score


def rated_table(host, seats=2):
    return open_table(host, Plan("demo", seats, {}, rated=True))


def play_out(game, viewers):
    """Let everybody pick the same number to the end."""
    for turn in range(3):
        for viewer in viewers:
            game.refresh_from_db()
            play_move(game.pk, viewer, Order("pick 1", game.ply, f"k{turn}"))
    game.refresh_from_db()


def test_who_comes_first_gains_and_who_comes_last_loses(people):
    anna, ben, cleo, *_ = people
    game = finished([anna, ben, cleo], [9, 5, 1], rated=True)
    gains = dict(RatingChange.objects.values_list("user_id", "gain"))
    assert gains[anna.user_id] > gains[ben.user_id] > gains[cleo.user_id]
    assert score(anna) > NEW.score
    assert Rating.objects.get(user_id=anna.user_id).games == 1
    assert {change.place for change in game.rating_changes.all()} == {1, 2, 3}


def test_a_shared_place_is_worth_the_same(people):
    anna, ben, *_ = people
    finished([anna, ben], [5, 5], rated=True)
    assert score(anna) == score(ben)


def test_each_title_has_ratings_of_its_own(people):
    anna, ben, *_ = people
    finished([anna, ben], [9, 1], rated=True)
    finished([anna, ben], [1, 9], slug="machi_koro_2", rated=True)
    assert score(anna) > score(ben)
    assert Rating.objects.filter(slug="machi_koro_2", score__lt=0).get().user_id == anna.user_id


def test_a_game_for_fun_changes_no_rating(people):
    finished(people[:2], [9, 1])
    assert not Rating.objects.exists()


def test_who_left_counts_as_last_whatever_the_points(people):
    anna, ben, cleo, *_ = people
    finished([anna, ben, cleo], [9, 5, 1], left=[anna], rated=True)
    assert RatingChange.objects.get(user_id=anna.user_id).place == 3
    assert score(ben) > score(cleo) > score(anna)


def test_all_who_left_share_the_last_place(people):
    anna, ben, cleo, *_ = people
    finished([anna, ben, cleo], [9, 5, 1], left=[anna, cleo], rated=True)
    places = dict(RatingChange.objects.values_list("user_id", "place"))
    assert (places[ben.user_id], places[anna.user_id], places[cleo.user_id]) == (1, 2, 2)


def test_a_game_counts_in_the_transaction_that_ends_it(people):
    anna, ben, *_ = people
    game = rated_table(anna)
    sit(game.pk, ben, "")
    play_out(game, [anna, ben])
    assert game.status == Game.Status.FINISHED
    assert game.rating_changes.count() == 2
    assert game.seats.get(index=0).built == {"Hit": game.seats.get(index=0).points}


def test_no_game_counts_twice(people):
    game = finished(people[:2], [9, 1], rated=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        rate(game)
    assert game.rating_changes.count() == 2


def test_a_game_everybody_left_does_not_count(people):
    anna, ben, *_ = people
    game = rated_table(anna)
    sit(game.pk, ben, "")
    leave(game.pk, anna)
    leave(game.pk, ben)
    game.refresh_from_db()
    assert game.status == Game.Status.ABORTED
    assert not RatingChange.objects.exists()


def test_a_rated_table_takes_accounts_only(people):
    game = rated_table(people[0], seats=3)
    with pytest.raises(TableError, match="You need an account"):
        sit(game.pk, guest("Gus"), "")
    with pytest.raises(TableError, match="You need an account"):
        rated_table(guest("Gus"))
    assert game.seats.count() == 1
    assert sit(game.pk, people[1], "").index == 1


def test_a_rematch_of_a_rated_game_is_rated(people):
    game = finished(people[:2], [9, 1], rated=True)
    assert rematch(game.pk, people[0], "").rated


def test_annulling_a_game_makes_a_world_in_which_it_never_was(people):
    random = Random(7)
    plays = [(random.sample(people, random.choice([2, 3])), random.sample(range(30), 3)) for _ in range(40)]
    gone = finished(people[:2], [1, 9], rated=True)
    for seats, points in plays:
        finished(seats, points[: len(seats)], rated=True)
    assert annul(gone.pk) == 2
    without = standing(), list(RatingChange.objects.filter(annulled=False).values_list("mu", "sigma", "gain"))
    Game.objects.all().delete()
    Rating.objects.all().delete()
    for seats, points in plays:
        finished(seats, points[: len(seats)], rated=True)
    assert without == (standing(), list(RatingChange.objects.values_list("mu", "sigma", "gain")))


def test_annulling_any_game_equals_playing_all_the_others(people):
    random = Random(11)
    plays = [(random.sample(people, 3), random.sample(range(30), 3)) for _ in range(12)]
    games = [finished(seats, points, rated=True) for seats, points in plays]
    assert annul(games[5].pk) == annul(games[9].pk) == 3
    found = standing()
    Game.objects.all().delete()
    Rating.objects.all().delete()
    for number, (seats, points) in enumerate(plays):
        if number not in (5, 9):
            finished(seats, points, rated=True)
    assert found == standing()


def test_a_rating_made_by_the_annulled_game_alone_is_gone(people):
    game = finished(people[:2], [9, 1], rated=True)
    annul(game.pk)
    assert standing() == {}


def say_farewell(viewer):
    """Let somebody's account be deleted, and with it what their games did to their ratings."""
    erase(get_user_model().objects.get(pk=viewer.user_id))


def gained(game, viewer):
    return game.rating_changes.get(user_id=viewer.user_id).gain


def test_annulling_keeps_what_was_gained_from_somebody_whose_account_is_gone(people):
    anna, ben, cleo, dan, _ = people
    gone = finished([anna, ben], [9, 1], rated=True)
    later = finished([ben, cleo], [9, 1], rated=True)
    last = finished([ben, dan], [1, 9], rated=True)
    gain = gained(later, ben)
    say_farewell(cleo)
    annul(gone.pk)
    assert gained(later, ben) == pytest.approx(gain, rel=0.2)
    assert gained(last, ben) < 0 < gained(last, dan)
    assert score(ben) == pytest.approx(NEW.score + gained(later, ben) + gained(last, ben))


def test_annulling_keeps_what_was_gained_at_a_table_that_a_deleted_account_sat_at(people):
    anna, ben, cleo, dan, _ = people
    gone = finished([anna, ben], [9, 1], rated=True)
    later = finished([ben, cleo, dan], [5, 1, 9], rated=True)
    gains = gained(later, ben), gained(later, dan)
    say_farewell(cleo)
    annul(gone.pk)
    assert (gained(later, ben), gained(later, dan)) == pytest.approx(gains, rel=0.5)


def test_annulling_a_deleted_cheats_game_frees_the_others_of_it(people):
    anna, ben, cleo, *_ = people
    gone = finished([anna, ben], [9, 1], rated=True)
    finished([ben, cleo], [9, 1], rated=True)
    say_farewell(anna)
    assert annul(gone.pk) == 1
    found = standing()
    Game.objects.all().delete()
    Rating.objects.all().delete()
    finished([ben, cleo], [9, 1], rated=True)
    assert found == standing()


def test_annulling_knows_the_rating_that_a_game_made_while_it_waited(people, monkeypatch):
    anna, ben, cleo, *_ = people
    gone = finished([anna, ben], [9, 1], rated=True)
    monkeypatch.setattr(ratings, "_lock_title", lambda _: finished([anna, cleo], [9, 1], rated=True))
    annul(gone.pk)
    found = standing()
    Game.objects.all().delete()
    Rating.objects.all().delete()
    finished([anna, cleo], [9, 1], rated=True)
    assert found == standing()


def test_annulling_leaves_strangers_and_other_titles_alone(people):
    anna, ben, cleo, dan, _ = people
    game = finished([anna, ben], [9, 1], rated=True)
    finished([cleo, dan], [9, 1], rated=True)
    finished([anna, ben], [9, 1], slug="card_city", rated=True)
    before = standing("card_city"), {pk: standing()[pk] for pk in (cleo.user_id, dan.user_id)}
    annul(game.pk)
    assert before == (standing("card_city"), standing())


def test_annulling_twice_or_a_game_for_fun_changes_nothing(people):
    game, fun = finished(people[:2], [9, 1], rated=True), finished(people[:2], [9, 1])
    finished(people[:2], [1, 9], rated=True)
    annul(game.pk)
    before = standing()
    assert annul(game.pk) == annul(fun.pk) == 0
    assert standing() == before
