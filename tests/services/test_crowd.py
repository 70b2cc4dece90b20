"""Invented people and their games: as many as asked for, and as good as real ones."""

from collections import Counter

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.models import (
    ChatLine,
    Game,
    Rating,
    RatingChange,
    Relation,
    Report,
    Sanction,
    SiteOwner,
    SoloRecord,
)
from games.rules import registry
from games.selectors.stored.position import digest, load_state, positions
from games.selectors.viewers import Viewer
from games.services.play.door import Order, play_move
from games.services.play.ratings import annul
from tests.finished import account
from tests.views.members import sign_up

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.in_turn(3)]
PEOPLE, GAMES = 100, 200


@pytest.fixture(autouse=True)
def two_titles(monkeypatch, request):
    """Play two titles only, but where all of them matter."""
    if "all_titles" not in request.fixturenames:
        few = {slug: registry.SLUGS[slug] for slug in ("card_city", "demo")}
        monkeypatch.setattr(registry, "SLUGS", few)


@pytest.fixture
def all_titles():
    """Nothing but its name: see above."""


@pytest.fixture
def crowd():
    call_command("populate", people=PEOPLE, games=GAMES, verbosity=0)


def test_there_are_as_many_as_asked_for(crowd):
    assert get_user_model().objects.count() == PEOPLE
    found = Counter(Game.objects.values_list("status", flat=True))
    assert found.total() == GAMES
    assert min(found["finished"], found["running"], found["open"]) > 0
    for model in (ChatLine, Relation, Report, Sanction, Rating, SoloRecord):
        assert model.objects.exists(), model


def test_every_game_replays_to_its_position(all_titles, crowd):
    played = Game.objects.exclude(deal=None)
    assert {game.ruleset_slug for game in played} == set(registry.SLUGS)
    for game in played[:60]:
        ruleset = registry.get(game.ruleset_slug)
        reached = positions(game)[-1]
        assert digest(ruleset.dump(reached)) == game.state_digest
        assert list(game.records.values_list("ply", flat=True)) == list(range(game.ply + 1))
        assert (ruleset.to_act(reached) == frozenset()) == game.is_over
        if game.is_over:
            ended = [(seat.points, seat.place) for seat in game.seats.all()]
            assert ended == [(o.points, o.place) for o in ruleset.outcomes(reached)][: len(ended)]


def test_a_replay_and_a_running_table_can_be_looked_at(crowd):
    for status, name in (("finished", "replay"), ("running", "table"), ("open", "table")):
        game = Game.objects.filter(status=status, listed=True).first()
        assert Client().get(reverse(f"games:{name}", args=[game.pk]), follow=True).status_code == 200


def test_a_running_game_can_be_played_on(crowd):
    game = Game.objects.filter(status="running", ruleset_slug="card_city", seats__guest=None).first()
    ruleset, state = registry.get(game.ruleset_slug), load_state(game)
    index = min(ruleset.to_act(state))
    seat = game.seats.get(index=index)
    move = str(ruleset.default_move(state, index))
    assert play_move(game.pk, Viewer(user_id=seat.user_id), Order(move, game.ply, "k")) == game.ply + 1


def test_ratings_are_those_of_the_games(crowd):
    before = {row.pk: (row.mu, row.games) for row in Rating.objects.all()}
    change = RatingChange.objects.first()
    annul(change.game_id)
    assert {row.pk: (row.mu, row.games) for row in Rating.objects.all()} != before
    for row in Rating.objects.all():
        standing = RatingChange.objects.filter(user=row.user_id, game__ruleset_slug=row.slug, annulled=False)
        assert (row.games, row.mu) == (standing.count(), standing.last().mu)


def test_the_same_seed_makes_the_same_people():
    call_command("populate", people=20, games=5, seed=7, verbosity=0)
    names = list(get_user_model().objects.values_list("profile__name", flat=True).order_by("username"))
    get_user_model().objects.all().delete()
    call_command("populate", people=20, games=5, seed=7, verbosity=0)
    assert names == list(
        get_user_model().objects.values_list("profile__name", flat=True).order_by("username")
    )


def test_a_database_with_accounts_is_left_alone_unless_forced():
    account("Anna")
    with pytest.raises(CommandError, match="--force"):
        call_command("populate", people=20, games=5, verbosity=0)
    assert not Game.objects.exists()
    call_command("populate", people=20, games=5, force=True, verbosity=0)
    assert get_user_model().objects.count() == 21


def test_the_same_people_do_not_come_twice():
    call_command("populate", people=20, games=5, verbosity=0)
    with pytest.raises(CommandError, match="--seed"):
        call_command("populate", people=20, games=5, force=True, verbosity=0)
    call_command("populate", people=20, games=5, seed=2, force=True, verbosity=0)
    assert get_user_model().objects.count() == 40


def test_the_first_account_beside_invented_people_owns_the_site(crowd):
    sign_up(Client(), "Admin")
    sign_up(Client(), "Anna")
    assert SiteOwner.objects.get().user.username == "Admin"


@pytest.mark.parametrize("size", [{"people": 9, "games": 5}, {"people": 20, "games": 0}])
def test_a_crowd_is_not_smaller_than_a_table(size):
    with pytest.raises(CommandError):
        call_command("populate", **size, verbosity=0)


def test_nobody_can_sign_in_as_somebody_invented(crowd):
    assert not any(user.has_usable_password() for user in get_user_model().objects.all())
