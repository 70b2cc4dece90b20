"""What is watched is read anew only where something was stored, and found whatever stored it."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.live.rooms import latest
from games.live.rooms.latest import Latest
from games.models import Candidate, Game
from games.selectors.tables.facts import facts_of
from games.services.company import presence
from games.services.company.presence import mark_seen
from tests.tables import LIVE, guest, running
from tests.threads import at_once
from tests.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def games():
    found = [running("point_city")[0], running("machi_koro_2", pace=LIVE)[0], running()[0]]
    for game in found:
        mark_seen(list(game.seats.values_list("pk", flat=True)), timezone.now())
    return found


@pytest.fixture
def looked(games, monkeypatch):
    """Return what has just been looked at, at a moment that lasts."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    found = Latest()
    assert found.look(ids(games))
    return found


def ids(games):
    return [game.pk for game in games]


def changes(game):
    """Return what is stored by acts that are not moves, too."""
    seats = game.seats.filter(index=1)
    return {
        "a name": lambda: seats.update(name="Cleo"),
        "a seed": lambda: seats.update(client_seed=b"other"),
        "a sign": lambda: seats.update(seen_at=timezone.now() - timedelta(minutes=2)),
        "a wish": lambda: seats.update(wants_pause=True),
        "a link": lambda: Game.objects.filter(pk=game.pk).update(invite_no=7),
        "a word": lambda: Game.objects.filter(pk=game.pk).update(talk_no=3),
        "an end": lambda: Game.objects.filter(pk=game.pk).update(status=Game.Status.ABORTED),
        "a bot": lambda: seats.update(bot=2, user=None, guest=None),
        "a candidate": lambda: Candidate.objects.create(
            game=game, index=1, guest_id=guest("Dora").guest_id, name="Dora"
        ),
        "no game": game.delete,
    }


@pytest.mark.parametrize("elsewhere", [False, True])
def test_whatever_is_stored_is_found_here_and_elsewhere(games, looked, elsewhere):
    game = games[0]
    for name, change in changes(game).items():
        at_once(change) if elsewhere else change()
        assert looked.look(ids(games)), name
        assert_known(looked, games)
        for game_id, facts in facts_of(ids(games)).items():
            assert looked.facts[game_id].talk_no == facts.talk_no, name


def asked_while_quiet(looked, games):
    """Return how many statements a look takes that finds nothing new; 0 if something was.

    What other databases of the same PostgreSQL store is news, too.
    """
    with CaptureQueriesContext(connection) as asked:
        return 0 if looked.look(ids(games)) else len(asked)


def asked_at_rest(looked, games):
    """Return the same of a look while nobody stores anything: on SQLite that is the first."""
    if connection.vendor == "sqlite":
        return asked_while_quiet(looked, games)
    return until(lambda: asked_while_quiet(looked, games))


def test_while_nothing_is_stored_nothing_is_read(games, looked):
    assert asked_at_rest(looked, games) == 1
    assert looked.facts == facts_of(ids(games))


def test_of_many_games_only_the_changed_are_made_into_facts(games, looked, monkeypatch):
    made = []
    monkeypatch.setattr(latest, "facts_of", lambda found: made.extend(found) or facts_of(found))
    games[1].seats.update(name="Cleo")
    kept = looked.facts[games[0].pk]
    looked.look(ids(games))
    assert made == [games[1].pk]
    assert looked.facts[games[0].pk] is kept


def test_a_game_that_somebody_begins_to_watch_is_read(games):
    found = Latest()
    found.look(ids(games[:1]))
    assert found.look(ids(games))
    assert found.facts.keys() == set(ids(games))


def test_absence_grows_and_clocks_begin_without_anything_being_stored(games, looked, monkeypatch):
    later = timezone.now() + timedelta(seconds=40)
    games[1].seats.update(clock_from=later - timedelta(seconds=1))
    looked.look(ids(games))
    assert not any(seat.clock_runs for seat in looked.facts[games[1].pk].seats)
    monkeypatch.setattr(timezone, "now", lambda: later)
    looked.look(ids(games))
    assert all(seat.clock_runs for seat in looked.facts[games[1].pk].seats)
    assert {sign.presence for sign in looked.facts[games[0].pk].signs} == {"reconnecting"}
    assert looked.facts == facts_of(ids(games))


@pytest.mark.parametrize("ages", [(0, 3), (12, 36), (59, 61), (None, 170)])
def test_at_every_moment_the_facts_are_what_they_would_be_if_read(games, monkeypatch, ages):
    start = timezone.now()
    for game in games:
        for seat, age in zip(game.seats.order_by("index"), ages, strict=False):
            seat.seen_at = None if age is None else start - timedelta(seconds=age)
            seat.save()
    games[2].seats.filter(index=0).update(bot=2, user=None, guest=None, bot_at=start + timedelta(seconds=20))
    found = Latest()
    for passed in range(0, 190, 7):
        monkeypatch.setattr(timezone, "now", lambda passed=passed: start + timedelta(seconds=passed))
        found.look(ids(games))
        assert found.facts == facts_of(ids(games)), passed


def test_own_signs_are_known_without_being_read(games, looked):
    seats = list(games[0].seats.values_list("pk", flat=True))
    later = timezone.now() + timedelta(seconds=30)
    looked.mark_seen(seats, later)
    # PostgreSQL does not tell own commits from others.
    if connection.vendor == "sqlite":
        assert_known(looked, games)
        assert asked_while_quiet(looked, games) == 1
    looked.look(ids(games))
    assert_known(looked, games)
    assert {seat.seen_at for seat in looked.facts[games[0].pk].seats} == {later}


def assert_known(looked, games):
    """Assert that what is known is what is stored, up to when people were seen."""
    stored = facts_of(ids(games))
    assert looked.facts == stored
    for game_id, facts in stored.items():
        assert [seat.seen_at for seat in looked.facts[game_id].seats] == [
            seat.seen_at for seat in facts.seats
        ]


@pytest.mark.parametrize("elsewhere", [False, True])
def test_what_was_stored_before_own_signs_is_read(games, looked, elsewhere):
    change = changes(games[1])["a name"]
    at_once(change) if elsewhere else change()
    looked.mark_seen(list(games[0].seats.values_list("pk", flat=True)), timezone.now())
    assert looked.look(ids(games))
    assert_known(looked, games)


def test_own_signs_with_more_than_signs_are_read(games, looked, monkeypatch):
    """Somebody's return may be told to others in the same breath."""

    def mark_and_more(seats, now):
        changes(games[1])["a name"]()
        return mark_seen(seats, now)

    monkeypatch.setattr(presence, "mark_seen", mark_and_more)
    looked.mark_seen(list(games[0].seats.values_list("pk", flat=True)), timezone.now())
    assert looked.look(ids(games))
    assert_known(looked, games)


def test_what_could_not_be_read_is_read_the_next_time(games, looked, monkeypatch):
    def broken(_):
        raise OperationalError("the database is gone")

    games[0].seats.update(name="Cleo")
    with monkeypatch.context() as patch, pytest.raises(OperationalError):
        patch.setattr(latest, "facts_of", broken)
        looked.look(ids(games))
    assert looked.look(ids(games))
    assert looked.facts == facts_of(ids(games))


def test_everything_is_read_again_once_a_minute(games, looked, monkeypatch):
    later = timezone.now() + timedelta(seconds=61)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert looked.look(ids(games))
    assert asked_at_rest(looked, games)


def test_what_one_thread_has_seen_another_reads_for_itself(games, looked):
    """Each connection of SQLite counts commits for itself; neither may take the other's word."""
    games[0].seats.update(name="Cleo")
    at_once(lambda: looked.look(ids(games)))
    assert looked.facts == facts_of(ids(games))
    assert looked.look(ids(games))
    assert looked.facts == facts_of(ids(games))
