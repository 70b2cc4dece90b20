"""Playing bots while waiting for people: the seat stays, the person is called, and forged requests find nothing."""

from datetime import timedelta

import pytest

from games.models import Game, Notice, Seat
from games.rules.protocol import MalformedMove, NotSeated
from games.selectors.players.sanctions import Banned
from games.services.company.presence import mark_seen
from games.services.people.limits import TooMany
from games.services.play.refusals import TableError
from games.services.tables import bots
from games.services.tables.bots import open_against_bots, play_meanwhile
from games.services.tables.leaving import leave
from games.services.tables.seating import Plan, open_table, sit
from tests import botting
from tests.botting import is_proved, now
from tests.moderation.people import banned, moderator
from tests.tables import fresh, guest, play, row, running

brainy = botting.brainy
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("brainy")]
THREE = Plan("demo", 3, {}, listed=True, bot_pace="calm")


def waiting_table(plan=THREE):
    """Return an open table and who waits there."""
    anna = guest("Anna")
    return open_table(anna, plan), anna


def test_who_waits_plays_bots_and_keeps_the_seat():
    table, anna = waiting_table()
    game = fresh(play_meanwhile(table.pk, anna, 3))
    assert (game.is_running, game.listed, game.rated, game.waits_at_id) == (True, False, False, table.pk)
    assert (game.seat_count, game.bot_pace, [seat.bot for seat in game.seats.all()]) == (3, "calm", [0, 3, 3])
    assert fresh(table).status == Game.Status.OPEN
    assert anna.holds(row(table, 0).user_id, row(table, 0).guest_id)
    assert fresh(table).created_at == table.created_at


def test_whoever_plays_one_already_is_led_to_it_until_it_is_over():
    table, anna = waiting_table()
    first = play_meanwhile(table.pk, anna, 2)
    assert play_meanwhile(table.pk, anna, 4).pk == first.pk
    assert Game.objects.count() == 2
    leave(first.pk, anna)
    assert play_meanwhile(table.pk, anna, 4).pk != first.pk


def test_each_who_waits_has_a_game_of_their_own():
    table, anna = waiting_table()
    ben = guest("Ben")
    sit(table.pk, ben, "")
    games = {play_meanwhile(table.pk, who, 2).pk for who in (anna, ben)}
    assert len(games) == 2
    assert play_meanwhile(table.pk, ben, 2).pk in games


def test_only_who_sits_at_an_open_table_that_is_not_rated_may(monkeypatch):
    table, anna = waiting_table()
    started, (host, _) = running()
    with pytest.raises(NotSeated):
        play_meanwhile(table.pk, guest("Eve"), 2)
    with pytest.raises(TableError):
        play_meanwhile(started.pk, host, 2)
    with pytest.raises(MalformedMove):
        play_meanwhile(table.pk, anna, 5)
    with pytest.raises(MalformedMove):
        play_meanwhile(table.pk, anna, 0)
    leave(table.pk, anna)
    with pytest.raises((NotSeated, TableError)):
        play_meanwhile(table.pk, anna, 2)
    rated, ben = waiting_table()
    Game.objects.filter(pk=rated.pk).update(rated=True)
    with pytest.raises(TableError):
        play_meanwhile(rated.pk, ben, 2)
    assert not Game.objects.filter(waits_at__isnull=False).exists()


def test_nobody_deals_games_without_end(monkeypatch):
    monkeypatch.setattr(bots, "MEANWHILE_AN_HOUR", 2)
    table, anna = waiting_table()
    for _ in range(2):
        leave(play_meanwhile(table.pk, anna, 2).pk, anna)
    with pytest.raises(TooMany):
        play_meanwhile(table.pk, anna, 2)


def test_who_was_banned_plays_nothing_meanwhile():
    table, anna = waiting_table()
    banned(moderator(), anna)
    with pytest.raises((Banned, NotSeated, TableError)):
        play_meanwhile(table.pk, anna, 2)
    assert not Game.objects.filter(waits_at__isnull=False).exists()


def test_a_sign_at_the_bots_table_counts_where_the_seat_is_kept():
    """Otherwise whoever waits would be taken for gone, and others would not sit down."""
    table, anna = waiting_table()
    game = play_meanwhile(table.pk, anna, 2)
    Seat.objects.update(seen_at=None)
    mark_seen([row(game, 0).pk], now())
    assert row(table, 0).seen_at is not None
    assert row(game, 1).seen_at is None


def test_signs_count_nowhere_else():
    """Not for others at the table, not once it has started, and not for games that nobody waits in."""
    table, anna = waiting_table()
    ben = guest("Ben")
    sit(table.pk, ben, "")
    game, other = play_meanwhile(table.pk, anna, 2), open_against_bots(ben, THREE, [2, 2])
    Seat.objects.update(seen_at=None)
    mark_seen([row(game, 0).pk, row(other, 0).pk], now())
    assert row(table, 1).seen_at is None
    sit(table.pk, guest("Cleo"), "")
    assert fresh(table).is_running
    long_ago = now() - timedelta(hours=1)
    Seat.objects.update(seen_at=long_ago)
    mark_seen([row(game, 0).pk], now())
    assert row(table, 0).seen_at == long_ago


def test_who_plays_meanwhile_is_called_and_nobody_else():
    table, anna = waiting_table()
    ben, cleo = guest("Ben"), guest("Cleo")
    sit(table.pk, ben, "")
    play_meanwhile(table.pk, anna, 2)
    Notice.objects.all().delete()
    sit(table.pk, cleo, "")
    called = Notice.objects.filter(kind="joined")
    assert [(each.guest_id, each.game_id, each.data["name"]) for each in called] == [
        (anna.guest_id, table.pk, "Cleo")
    ]


def test_who_has_left_the_bots_or_the_table_is_not_called():
    table, anna = waiting_table()
    ben = guest("Ben")
    sit(table.pk, ben, "")
    leave(play_meanwhile(table.pk, anna, 2).pk, anna)
    play_meanwhile(table.pk, ben, 2)
    leave(table.pk, ben)
    Notice.objects.all().delete()
    sit(table.pk, guest("Cleo"), "")
    assert not Notice.objects.filter(kind="joined").exists()


def test_the_bots_game_goes_on_when_the_table_starts_and_both_are_proved():
    table, anna = waiting_table(Plan("demo", 2, {}, listed=True))
    game = play_meanwhile(table.pk, anna, 2)
    sit(table.pk, guest("Ben"), "")
    assert fresh(table).is_running and fresh(game).is_running
    play(fresh(game), anna, "pick 3")
    play(fresh(table), anna, "pick 3")
    assert is_proved() is True


def test_a_closed_table_is_waited_at_no_more():
    table, anna = waiting_table()
    game = play_meanwhile(table.pk, anna, 2)
    Game.objects.filter(pk=table.pk).delete()
    assert fresh(game).waits_at_id is None
    assert fresh(game).is_running
