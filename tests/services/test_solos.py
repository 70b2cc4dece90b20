"""The records of those who play alone."""

import pytest

from games.models import SoloRecord
from games.selectors.players.leaders import variant
from tests.finished import account, finished
from tests.tables import guest

pytestmark = [pytest.mark.django_db, pytest.mark.database]
EASY, HARD = ({"level": level, "promo": False} for level in ("easy", "hard"))


def alone(viewer, points, **more):
    return finished([viewer], [points], **{"slug": "point_city", "options": EASY, **more})


def records():
    return set(SoloRecord.objects.values_list("user_id", "variant", "points"))


def test_the_best_game_of_each_person_and_level_is_kept():
    anna, ben = account("Anna"), account("Ben")
    for viewer, points in ((anna, 30), (anna, 42), (anna, 41), (ben, 12)):
        best = alone(viewer, points)
    hard = alone(anna, 20, options=HARD)
    easy, harder = variant("point_city", EASY), variant("point_city", HARD)
    assert records() == {
        (anna.user_id, easy, 42),
        (anna.user_id, harder, 20),
        (ben.user_id, easy, 12),
    }
    assert SoloRecord.objects.get(points=12).game == best
    assert SoloRecord.objects.get(points=20).at == hard.ended_at


def test_the_first_of_equal_games_stands():
    anna = account("Anna")
    first, _ = alone(anna, 30), alone(anna, 30)
    assert SoloRecord.objects.get().game == first


def test_only_what_all_may_watch_of_people_with_accounts_counts():
    alone(account("Anna"), 30, listed=False)
    alone(guest("Gus"), 30)
    finished([account("Ben"), account("Cleo")], [30, 20], slug="point_city", options=EASY)
    assert records() == set()


def test_a_variant_names_the_options_that_matter_to_one_player():
    assert variant("point_city", HARD) == '{"level": "hard", "promo": false}'
    assert variant("card_city", {}) == "{}"
