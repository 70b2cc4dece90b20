"""The referee: seats that left, idle tables, unused guests; twice or half-way does no harm."""

from datetime import timedelta
from functools import partial
from itertools import count
from threading import Event, Thread

import pytest
from django.db import OperationalError
from django.utils import timezone

from games.models import Game, Guest, MoveRecord, Notice, Sanction
from games.services.tables.leaving import expire, leave
from games.services.tables.seating import Plan, open_table, sit
from games.services.upkeep import referee
from games.services.upkeep.housekeeping import forget_guests
from games.services.upkeep.referee import tick
from tests.tables import guest, play, running
from tests.thorough import PATIENCE
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
DAY = timedelta(days=1)


def now():
    return timezone.now()


def plies(game):
    return list(game.records.filter(ply__gt=0).values_list("ply", "seat", "notation"))


def test_a_seat_that_left_plays_the_default_move():
    game, (anna, _ben) = running()
    leave(game.pk, anna)
    assert tick(now()) == 1
    assert plies(game) == [(1, 0, "pick 1")]
    assert game.records.get(ply=1).actor == "referee"


def test_a_seat_that_left_plays_to_the_end():
    game, (anna, ben) = running()
    leave(game.pk, anna)
    for number in range(3):
        tick(now() + number * timedelta(minutes=1))
        play(game, ben, "pick 2")
    assert Game.objects.get(pk=game.pk).status == Game.Status.FINISHED


def test_a_second_tick_or_a_second_referee_does_nothing_more():
    game, (anna, _) = running()
    leave(game.pk, anna)
    assert tick(now()) == 1
    assert tick(now()) == 0
    assert len(plies(game)) == 1


def test_a_referee_that_crashes_half_way_is_replaced_after_its_lease(monkeypatch):
    game, (anna, _) = running()
    leave(game.pk, anna)

    def crash(*args):
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(referee, "play_default", crash)
        with pytest.raises(SystemExit):
            tick(now())
    assert tick(now()) == 0
    assert tick(now() + referee.LEASE) == 1
    assert len(plies(game)) == 1


def test_a_game_that_fails_stops_no_other_and_waits(monkeypatch, caplog):
    bad, (anna, _) = running()
    good, (ben, _) = running()
    leave(bad.pk, anna)
    leave(good.pk, ben)
    load = referee.load_state

    def broken(game):
        if game.pk == bad.pk:
            raise ValueError("damaged")
        return load(game)

    monkeypatch.setattr(referee, "load_state", broken)
    assert tick(now()) == 1
    assert len(plies(good)) == 1
    assert str(bad.pk) in caplog.text
    assert Game.objects.get(pk=bad.pk).wake_at > now()


def test_a_game_that_stays_broken_is_logged_when_it_breaks_and_when_it_works_again(monkeypatch, caplog):
    game, (anna, _) = running()
    leave(game.pk, anna)
    with monkeypatch.context() as patch:
        patch.setattr(referee, "load_state", lambda _: {}["damaged"])
        for number in range(5):
            tick(now() + number * referee.LEASE)
    tick(now() + 5 * referee.LEASE)
    assert len(plies(game)) == 1
    said = [record.message for record in caplog.records if str(game.pk) in record.message]
    assert [text.rpartition(str(game.pk))[2] for text in said] == [
        " fails and is tried again and again",
        " works again",
    ]


def test_a_thread_of_the_referee_outlives_a_database_that_fails_between_its_rounds(monkeypatch):
    ending, rounds, closings = Event(), count(), count()

    def close():
        if next(closings) % 3 == 0:
            raise OperationalError("the server is gone")

    def work(_):
        if next(rounds) == 2:
            ending.set()

    monkeypatch.setattr(referee, "close_old_connections", close)
    thread = Thread(target=referee._repeat, args=[work, 0.01, ending], daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert ending.is_set()


def test_an_open_table_past_its_life_is_closed_and_its_seed_revealed():
    game = open_table(guest("Host"), Plan("demo", 2, {}))
    assert tick(now()) == 0
    assert tick(now() + DAY) == 1
    game.refresh_from_db()
    assert (game.status, game.wake_at) == (Game.Status.ABORTED, None)
    assert game.is_over
    assert tick(now() + 2 * DAY) == 0


def test_everybody_who_sits_at_a_dead_table_is_told_once():
    host, ben = guest("Host"), guest("Ben")
    game = open_table(host, Plan("demo", 3, {}))
    sit(game.pk, ben, "")
    for _ in range(2):
        tick(now() + DAY)
    game.refresh_from_db()
    assert game.ending == Game.Ending.EXPIRED
    told = Notice.objects.values_list("guest_id", "kind", "game_id")
    assert set(told) == {(viewer.guest_id, "table_expired", game.pk) for viewer in (host, ben)}
    assert len(told) == 2


def test_who_left_a_game_is_not_told_of_its_end():
    game, (anna, ben) = running()
    leave(game.pk, anna)
    Game.objects.filter(pk=game.pk).update(moved_at=now() - 31 * DAY)
    expire(Game.objects.get(pk=game.pk))
    assert Notice.objects.get().guest_id == ben.guest_id


def test_a_game_idle_for_a_month_is_aborted_and_one_that_moved_is_not():
    idle, _ = running()
    moved, _ = running()
    month = timedelta(days=30, minutes=1)
    Game.objects.filter(pk=moved.pk).update(moved_at=now() + DAY)
    tick(now() + month)
    idle.refresh_from_db()
    moved.refresh_from_db()
    assert (idle.status, moved.status) == (Game.Status.ABORTED, Game.Status.RUNNING)
    assert moved.wake_at == moved.moved_at + referee.IDLE_GAME_LIFE


def test_a_leaver_who_is_not_to_move_is_waited_for():
    game, (anna, ben) = running()
    play(game, anna, "pick 3")
    leave(game.pk, anna)
    tick(now())
    assert len(plies(game)) == 1
    play(game, ben, "pick 3")
    tick(now() + timedelta(seconds=5))
    assert plies(game)[-1][1:] == (0, "pick 1")


def test_a_finished_game_stays_finished():
    game, _ = running()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, wake_at=now())
    tick(now())
    game.refresh_from_db()
    assert (game.status, game.wake_at) == (Game.Status.FINISHED, None)
    assert MoveRecord.objects.filter(game=game).count() == 1


def test_an_unused_guest_is_forgotten_but_the_seat_keeps_its_name():
    game, viewers = running()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    idle = guest("Nobody")
    assert forget_guests(now()) == 0
    forget_guests(now() + timedelta(days=31))
    assert not Guest.objects.exists()
    assert idle.guest_id
    assert [seat.name for seat in game.seats.all()] == [viewer.name for viewer in viewers]


def test_a_guest_with_an_unfinished_or_recent_game_is_kept():
    running()
    finished, _ = running()
    later = now() + timedelta(days=31)
    Game.objects.filter(pk=finished.pk).update(status=Game.Status.FINISHED, moved_at=later - DAY)
    forget_guests(later)
    assert Guest.objects.count() == 4


def test_a_guest_is_kept_for_as_long_as_a_ban_and_not_for_a_warning():
    later = now() + timedelta(days=31)
    for kind, until in (("site", later + DAY), ("chat", None), ("site", later - DAY), ("warning", None)):
        Sanction.objects.create(
            guest_id=guest(f"{kind} {until}").guest_id, kind=kind, until=until, reason="x"
        )
    forget_guests(later)
    assert [*Sanction.objects.order_by("pk").values_list("kind", "until")] == [
        ("site", later + DAY),
        ("chat", None),
    ]


def test_two_referees_at_once_play_once():
    for _round in range(5):
        game, (anna, _) = running()
        leave(game.pk, anna)
        assert sum(at_once(*[partial(tick, now())] * 2)) == 1
        assert len(plies(game)) == 1
