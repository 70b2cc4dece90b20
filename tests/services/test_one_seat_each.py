"""Whose a seat is: nobody has two at a table, and whoever gave theirs up plays it no more."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games.models import Candidate, Game, Sanction, Seat
from games.rules.protocol import NotSeated
from games.selectors.players.sanctions import Banned, Kind
from games.selectors.tables.snapshots import table_for
from games.services.play.door import Order, play_move
from games.services.play.refusals import TableError
from games.services.tables import agreements, decks
from games.services.tables.bots import let_bot_play, set_bot_pace
from games.services.tables.claims import claim
from games.services.tables.invites import renew_link
from games.services.tables.leaving import leave
from games.services.tables.seating import Plan, open_table, set_seed, sit, start
from games.services.tables.substitutes import MOST_CANDIDATES, answer_candidate, ask_for_bot_seat
from games.services.upkeep.farewell import erase
from tests import botting
from tests.tables import LIVE, fresh, guest, play, row, running
from tests.views.members import account, viewer_for

brainy = botting.brainy
pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.usefixtures("brainy")]


# Who left


def test_whoever_left_moves_no_more():
    game, (anna, ben) = running()
    play(game, anna, "pick 3")
    leave(game.pk, ben)
    with pytest.raises(NotSeated):
        play_move(game.pk, ben, Order("pick 2", 1, "p1"))
    assert fresh(game).ply == 1


def test_what_was_done_before_leaving_is_answered_as_it_was():
    game, (anna, _) = running()
    order = Order("pick 3", 0, "once")
    ply = play_move(game.pk, anna, order)
    leave(game.pk, anna)
    assert play_move(game.pk, anna, order) == ply


def test_whoever_left_looks_on():
    game, _ = running()
    Seat.objects.filter(game=game, index=0).update(left=True, bot=2)
    mine, theirs = table_for(fresh(game), 0), table_for(fresh(game), None)
    assert mine.me is mine.draft is None
    assert (mine.view, mine.log, mine.is_mine_to_move) == (theirs.view, theirs.log, False)


def test_whoever_left_may_want_their_own_seat_back_and_no_other():
    game, (anna, ben, cora) = running(seats=3)
    leave(game.pk, anna)
    leave(game.pk, cora)
    table = table_for(fresh(game), 2)
    assert table.bots.may_ask
    assert [seat.index for seat in table.bots.seats] == [2]
    let_bot_play(game.pk, ben, 2, 0)
    assert not table_for(fresh(game), 2).bots.may_ask
    assert len(table_for(fresh(game), None).bots.seats) == 1


def test_leaving_once_more_does_not_undo_what_the_others_chose():
    game, (anna, ben, _) = running(seats=3)
    leave(game.pk, anna)
    let_bot_play(game.pk, ben, 0, 4)
    leave(game.pk, anna)
    assert row(game, 0).bot == 4


def test_votes_do_not_stay_with_the_seat():
    game, (anna, ben, cora) = running(seats=3, pace=LIVE)
    agreements.ask_for_pause(game.pk, cora)
    leave(game.pk, cora)
    dora = guest("Dora")
    candidate = ask_for_bot_seat(game.pk, dora, 2)
    for viewer in (anna, ben):
        answer_candidate(game.pk, viewer, candidate.pk, agrees=True)
        agreements.ask_for_pause(game.pk, viewer)
    assert row(game, 2).guest_id == dora.guest_id
    assert fresh(game).paused_at is None


# Two seats


def with_a_wish():
    """Return a running game, the viewers at seats 0 and 1, and somebody's candidate for the bot's seat 2."""
    game, (anna, ben, cora) = running(seats=3)
    leave(game.pk, cora)
    user = account()
    return game, (anna, ben), user, ask_for_bot_seat(game.pk, viewer_for(user), 2)


def test_who_signs_in_at_a_table_wants_no_second_seat_there():
    game, (_, ben), user, _ = with_a_wish()
    claim(ben.guest_id, user)
    assert not Candidate.objects.exists()
    assert row(game, 1).user == user


def test_who_sits_already_is_given_no_second_seat():
    game, (anna, _), user, candidate = with_a_wish()
    Seat.objects.filter(game=game, index=1).update(guest=None, user=user)
    for viewer in (anna, viewer_for(user)):
        answer_candidate(game.pk, viewer, candidate.pk, agrees=True)
    assert Seat.objects.filter(game=game, user=user).count() == 1
    assert not Candidate.objects.exists()


@pytest.mark.parametrize("field", ["user", "guest"])
def test_the_database_knows_it_too(field):
    game, (anna, _) = running()
    holder = {"user": account()} if field == "user" else {"guest_id": anna.guest_id}
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(game=game).update(**holder)


@pytest.mark.django_db(transaction=True)
def test_second_seats_of_before_are_given_up():
    user, game, other = account(), running()[0], running()[0]
    Game.objects.update(wake_at=None)
    executor = MigrationExecutor(connection)
    try:
        executor.migrate([("games", "0023_delivery_labels")])
        Seat.objects.filter(game=game).update(user=user, guest=None)
        Seat.objects.filter(game=other, index=0).update(user=user, guest=None)
    finally:
        # To the newest, whichever that is by then: other tests use the same database.
        executor.loader.build_graph()
        executor.migrate(executor.loader.graph.leaf_nodes("games"))
    assert [(seat.user, seat.left) for seat in game.seats.all()] == [(user, False), (None, True)]
    assert [seat.left for seat in other.seats.all()] == [False, False]
    assert fresh(game).wake_at is not None
    assert fresh(other).wake_at is None


def test_an_account_that_sits_at_many_tables_can_be_deleted():
    user = account()
    for _ in range(2):
        game, _ = running()
        Seat.objects.filter(game=game, index=0).update(guest=None, user=user)
    erase(user)
    assert not Seat.objects.exclude(user=None).exists()


# Too many, and the banned


def test_a_table_has_only_so_many_candidates():
    game, (_, ben) = running()
    leave(game.pk, ben)
    for number in range(MOST_CANDIDATES):
        hopeful = guest(f"Hopeful {number}")
        ask_for_bot_seat(game.pk, hopeful, 1)
    ask_for_bot_seat(game.pk, hopeful, 1)
    with pytest.raises(TableError):
        ask_for_bot_seat(game.pk, guest("Late"), 1)
    assert game.candidates.count() == MOST_CANDIDATES


ACTS = {
    "start": lambda game, host: start(game.pk, host),
    "set_seed": lambda game, host: set_seed(game.pk, host, "mine"),
    "choose": lambda game, host: decks.choose(game.pk, host, ""),
    "renew_link": lambda game, host: renew_link(game.pk, host),
    "set_bot_pace": lambda game, host: set_bot_pace(game.pk, host, "once"),
}


@pytest.mark.parametrize("act", ACTS)
def test_whoever_is_banned_decides_nothing_at_their_table(act):
    host = guest("Host")
    game = open_table(host, Plan("demo", 3, {}, listed=True))
    sit(game.pk, guest("Ben"), "")
    until = timezone.now() + timedelta(days=1)
    Sanction.objects.create(guest_id=host.guest_id, kind=Kind.SITE, reason="x", until=until)
    with pytest.raises(Banned):
        ACTS[act](game, host)
    leave(game.pk, host)
    assert fresh(game).is_open
