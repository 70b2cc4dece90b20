"""More bots than processors: all think less, and none is waited for longer than was promised.

Time is a number here: what thinking costs is counted, so that a busy machine changes nothing.
"""

from datetime import timedelta
from heapq import heapify, heappop, heappush
from uuid import uuid4

import pytest
from django.utils import timezone

from games.bots import thinker
from games.models import Game, Seat
from games.services.bots import claims as bots_claims
from games.services.bots.claims import LATEST, LEASE, claim
from tests import botting
from tests.botting import against_bots, claim_one

brainy = botting.brainy
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("brainy")]
TABLES = 200
PROMISED = timedelta(seconds=3)
LOOK, GLANCE = timedelta(seconds=0.005), timedelta(seconds=0.002)
"""What the smallest look of a thinker costs, and a move made by instinct, each with its way to the database."""


def crowd(tables, moment):
    """Store so many tables like a started one, each with a bot that is to answer at this moment."""
    game, _ = against_bots(4)
    seats = [*game.seats.all()]
    Game.objects.all().delete()
    games = [copy_of(game, deal_id=uuid4()) for _ in range(tables)]
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(copy_of(seat, game=at) for at in games for seat in seats)
    Seat.objects.exclude(bot=0).update(bot_at=moment, bot_lease=None)


def copy_of(row, **changes):
    """Return a row like another one, not yet stored."""
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    values["id"] = uuid4() if isinstance(row, Game) else None
    copy = type(row)(**values)
    for name, value in changes.items():
        setattr(copy, name, value)
    return copy


def attended(moment, thinkers, cost):
    """Claim all that waits, by thinkers whose answers cost so much time; return each task and when it is shown."""
    free, done = [moment] * thinkers, []
    heapify(free)
    while tasks := claim(free[0], thinkers):
        for task in tasks:
            now = heappop(free)
            assert now < task.lease
            answered = now + cost(task, now)
            done.append((task, max(answered, task.show_at)))
            heappush(free, answered)
    return done


def as_long_as_given(task, now):
    """Return what thinkers need that use all they are given."""
    return timedelta(seconds=task.question["seconds"])


def with_a_look(task, now):
    """Return the same for a real one, which looks at every move whatever it is given; or is not asked."""
    return as_long_as_given(task, now) + LOOK if now < task.until else GLANCE


def starved(task, now):
    """Return what thinkers need that get no processor: they are waited for, and a simple move is made."""
    return max(task.until - now, timedelta(0)) + GLANCE


@pytest.mark.parametrize("cost", [with_a_look, starved], ids=["looking", "starved"])
@pytest.mark.parametrize("hidden", [False, True], ids=["shown", "hidden"])
def test_at_200_tables_each_bot_has_its_answer_within_what_was_promised(monkeypatch, cost, hidden):
    monkeypatch.setattr(bots_claims, "hides_who", lambda *_: hidden)
    moment = timezone.now()
    crowd(TABLES, moment)
    done = attended(moment, 1, cost)
    assert len({task.game_id for task, _ in done}) == len(done) == TABLES
    assert max(shown for _, shown in done) - moment <= PROMISED


@pytest.mark.parametrize("thinkers", [1, 4])
def test_all_that_wait_are_given_the_same_and_together_what_is_worth_waiting(thinkers):
    moment = timezone.now()
    crowd(TABLES, moment)
    done = attended(moment, thinkers, as_long_as_given)
    given = [task.question["seconds"] for task, _ in done]
    # The last ones think while another thinker has nothing to do any more.
    assert given[:-thinkers] == pytest.approx([2.0 * thinkers / TABLES] * (TABLES - thinkers), rel=0.1)
    assert max(shown for _, shown in done) - moment <= bots_claims.WORTH_WAITING


def test_what_some_do_not_need_the_others_have():
    moment = timezone.now()
    crowd(10, moment)
    done = attended(moment, 1, lambda task, now: timedelta(seconds=0.01))
    given = [task.question["seconds"] for task, _ in done]
    assert given == sorted(given)
    assert (given[0], given[-1]) == (0.2, pytest.approx(1.91))


def test_with_more_bots_than_thinkers_all_think_less():
    moment = timezone.now()
    crowd(10, moment)
    assert claim_one(moment).question["share"] == pytest.approx(0.2)
    assert claim_one(moment, thinkers=2).question["share"] == pytest.approx(4 / 9)
    Seat.objects.exclude(bot=0).update(bot_lease=moment + LEASE)
    Seat.objects.filter(pk=Seat.objects.exclude(bot=0).first().pk).update(bot_lease=None)
    assert claim_one(moment).question["share"] == 1.0


@pytest.mark.parametrize(("tables", "most"), [(15, 1), (16, 2), (80, 10), (TABLES, 16)])
def test_the_more_wait_the_more_are_claimed_in_one_write(tables, most, django_assert_num_queries):
    moment = timezone.now()
    crowd(tables, moment)
    with django_assert_num_queries(6):
        tasks = claim(moment)
    assert len({task.game_id for task in tasks}) == len(tasks) == most
    assert claim_seconds(tasks) <= bots_claims.WORTH_WAITING / 7


def claim_seconds(tasks):
    """Return for how long one thinker is to think about all of these."""
    return timedelta(seconds=sum(task.question["seconds"] for task in tasks))


def test_who_is_claimed_too_late_to_think_is_not_waited_for():
    moment = timezone.now()
    crowd(1, moment - LATEST)
    task = claim_one(moment)
    assert (task.question["seconds"], task.question["share"]) == (0, 0)
    assert task.until <= moment


def test_with_what_is_given_in_a_crowd_each_has_an_answer():
    moment = timezone.now()
    crowd(20, moment)
    done = attended(moment, 1, with_a_look)
    assert all("notation" in thinker.answer(task.question) for task, _ in done)
