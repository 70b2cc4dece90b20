"""Playing now: the fullest table that fits, or a new one; two who press at once meet."""

import pytest

from games.models import Game
from games.selectors.clocks.arithmetic import TimeControl
from games.selectors.players.sanctions import Banned, Sanction
from games.services.play.refusals import TableError
from games.services.tables.bots import start_with_bots
from games.services.tables.quick_start import QuickStart, quick_start
from games.services.tables.seating import Plan, open_table, sit
from tests import botting
from tests.accounts import account, block
from tests.tables import guest
from tests.threads import each_at_once

pytestmark = pytest.mark.django_db(transaction=True)
brainy = botting.brainy
DEMO = QuickStart("demo")
LIVE, DAYS = TimeControl("live", 300, 5), TimeControl("days", 86400)


def opened(host=None, seats=3, **more):
    return open_table(host or guest("Host"), Plan("demo", seats, {}, **{"listed": True, **more}))


def test_without_a_table_one_is_opened_that_others_can_find():
    game = quick_start(guest("Anna"), DEMO)
    assert (game.listed, game.is_open, game.seat_count, game.pace) == (True, True, 2, "none")
    assert quick_start(guest("Ben"), DEMO).pk == game.pk
    game.refresh_from_db()
    assert game.is_running


def test_the_fullest_table_comes_first_then_the_oldest():
    opened(seats=4)
    fuller, later = opened(seats=4), opened(seats=4)
    for game in (fuller, later):
        sit(game.pk, guest("Ben"), "")
    assert quick_start(guest("Anna"), DEMO).pk == fuller.pk


@pytest.mark.parametrize(("pace", "base"), [("live", 600), ("days", 3 * 86400), ("none", 0)])
def test_the_pace_wanted_is_the_pace_of_a_new_table(pace, base):
    opened(pace=LIVE if pace != "live" else DAYS)
    game = quick_start(guest("Anna"), QuickStart("demo", pace))
    assert (game.pace, game.base_seconds, game.seats.count()) == (pace, base, 1)


def test_the_pace_wanted_chooses_the_table():
    opened(pace=LIVE)
    days = opened(pace=DAYS)
    assert quick_start(guest("Anna"), QuickStart("demo", "days")).pk == days.pk


def test_private_other_and_own_tables_are_left_alone():
    anna = guest("Anna")
    others = [
        opened(listed=False),
        open_table(guest("Host"), Plan("point_city", 2, {}, listed=True)),
        opened(anna),
    ]
    assert quick_start(anna, DEMO).pk not in {game.pk for game in others}


def test_guests_are_not_sent_to_rated_tables_and_accounts_are():
    rated = opened(account("host"), rated=True)
    assert quick_start(guest("Anna"), DEMO).pk != rated.pk
    Game.objects.exclude(pk=rated.pk).update(listed=False)
    assert quick_start(account("ben"), DEMO).pk == rated.pk


def test_a_block_in_either_direction_keeps_two_apart():
    anna, eve = account("anna"), account("eve")
    of_anna = opened(anna)
    block(anna, eve)
    of_eve = quick_start(eve, DEMO)
    assert of_eve.pk != of_anna.pk
    Game.objects.filter(pk=of_anna.pk).delete()
    assert quick_start(anna, DEMO).pk != of_eve.pk
    assert quick_start(account("ben"), DEMO).pk == of_eve.pk


@pytest.mark.usefixtures("brainy")
def test_a_block_in_either_direction_keeps_two_apart_while_one_plays_bots():
    anna, eve = account("anna"), account("eve")
    block(anna, eve)
    for owner, newcomer in ((eve, anna), (anna, eve)):
        game = opened(owner)
        start_with_bots(game.pk, owner, 1)
        assert quick_start(newcomer, DEMO).pk != game.pk
        Game.objects.exclude(pk=game.pk).delete()
        assert quick_start(guest("Ben"), DEMO).pk == game.pk
        Game.objects.all().delete()


def test_who_is_banned_neither_joins_nor_opens():
    eve = account("eve")
    opened()
    Sanction.objects.create(user_id=eve.user_id, kind=Sanction.Kind.SITE, reason="x")
    with pytest.raises(Banned):
        quick_start(eve, DEMO)
    assert Game.objects.count() == 1


@pytest.mark.parametrize("round_", range(5))
def test_two_who_press_at_once_sit_at_one_table(round_):
    people = [guest("Anna"), guest("Ben")]
    tables = each_at_once(lambda number: quick_start(people[number], DEMO).pk, 2)
    assert tables[0] == tables[1]
    game = Game.objects.get()
    assert (game.is_running, game.seats.count()) == (True, 2)


def test_twenty_who_press_at_once_sit_at_ten_tables():
    people = [guest(f"Player {number}") for number in range(20)]
    each_at_once(lambda number: quick_start(people[number], DEMO).pk, 20)
    assert [game.seats.count() for game in Game.objects.all()] == [2] * 10
    assert all(game.is_running for game in Game.objects.all())


def test_of_a_hundred_who_join_one_seat_one_gets_it():
    game = opened(seats=2)
    people = [guest(f"Player {number}") for number in range(100)]
    results = each_at_once(lambda number: sit(game.pk, people[number], ""), 100)
    assert sum(not isinstance(result, TableError) for result in results) == 1
    game.refresh_from_db()
    assert (game.seats.count(), game.is_running) == (2, True)
