"""Many at once: every move counts exactly once, and nobody is told that the database is locked."""

import sqlite3
from collections import Counter
from contextlib import closing
from datetime import timedelta
from random import Random
from threading import Event

import pytest
from django.contrib.auth import get_user_model
from django.db import ConnectionHandler, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cardcity_site.settings import SQLITE_OPTIONS
from games.models import Game, MoveRecord, Seat
from games.rules import registry
from games.rules.protocol import CHANCE, NotSeated, StaleMove
from games.selectors.stored.position import load_state
from games.selectors.viewers import Viewer
from games.services.people import accounts
from games.services.people.names import distinct_name
from games.services.play.door import Order, play_move
from games.services.play.refusals import TableError
from games.services.tables.leaving import leave
from games.services.tables.seating import Plan, open_table, sit
from games.services.tables.substitutes import answer_candidate, ask_for_bot_seat
from games.services.upkeep.referee import tick
from games.services.upkeep.verification import verify_game
from tests import botting
from tests.accounts import account
from tests.tables import basis_now, fresh, guest, running
from tests.thorough import PATIENCE, THOROUGH
from tests.threads import at_once
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db(transaction=True)
TITLE = next(iter(registry.SLUGS))
brainy = botting.brainy


def gapless(game):
    return list(game.records.values_list("ply", flat=True)) == list(range(game.records.count()))


def to_move(game):
    """Return a seat that may act now and its legal moves."""
    ruleset, state = registry.get(game.ruleset_slug), load_state(game)
    seat = min(ruleset.to_act(state))
    return seat, [str(move) for move in ruleset.legal_moves(state, seat)]


def mover(game, viewer, notation, seen, key):
    return lambda: play_move(game.pk, viewer, Order(notation, seen, key))


def test_fifty_posts_of_one_form_are_one_move():
    game, viewers = running()
    cookie = browser_of(viewers[0]).cookies["sessionid"].value

    def post():
        client = Client()
        client.cookies["sessionid"] = cookie
        form = {"move": "pick 3", "ply": 0, "key": "p0"}
        answer = client.post(reverse("games:move", args=[game.pk]), form)
        return answer.status_code, answer.headers["Location"], answer.content

    answers = at_once(*[post] * 50)
    assert len(answers) == 50
    assert set(answers) == {(302, reverse("games:table", args=[game.pk]), b"")}
    assert game.records.filter(seat=0).count() == 1


@pytest.mark.database
def test_a_guest_who_signs_up_does_not_take_back_a_seat_that_somebody_else_gets(brainy, monkeypatch):
    game, (anna, ben) = running()
    leave(game.pk, ben)
    carl, user = account("carl"), get_user_model().objects.create(username="newben")
    candidate = ask_for_bot_seat(game.pk, carl, 1)
    is_read, is_seated = Event(), Event()

    def named(*names):
        is_read.set()
        # Where rows are locked the others wait for this one.
        is_seated.wait(0.5)
        return distinct_name(*names)

    def agree():
        is_read.wait(PATIENCE)
        answer_candidate(game.pk, anna, candidate.pk, agrees=True)
        is_seated.set()

    monkeypatch.setattr(accounts, "distinct_name", named)
    at_once(lambda: accounts.claim_seats(ben.guest_id, user), agree)
    assert game.seats.get(index=1).user_id == carl.user_id


def test_of_competing_moves_exactly_one_wins_each_ply():
    game, viewers = running(TITLE)
    for number in range(12):
        game = fresh(game)
        seat, legal = to_move(game)
        chosen = Random(number).choices(legal, k=8)
        acts = [
            mover(game, viewers[seat], notation, game.ply, f"{number}-{tab}")
            for tab, notation in enumerate(chosen)
        ]
        answers = at_once(*acts)
        assert Counter(map(type, answers)) == {int: 1, StaleMove: 7}
        assert fresh(game).ply == game.ply + 1
    assert gapless(game)
    assert all(check.ok for check in verify_game(fresh(game)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_simultaneous_moves_are_all_accepted_and_resolved_once(seats):
    for _game_number in range(6):
        game, viewers = running(seats=seats)
        for round_number in range(1, 4):
            seen = [basis_now(game, seat) for seat in range(seats)]
            acts = [
                mover(game, viewer, f"pick {1 + seat}", seen[seat], f"p{seen[seat]}")
                for seat, viewer in enumerate(viewers)
            ]
            plies = at_once(*acts)
            assert sorted(plies) == list(range(fresh(game).ply - seats, fresh(game).ply))
            assert game.records.filter(seat=CHANCE, ply__gt=0).count() == round_number
        assert gapless(game)
        assert fresh(game).status == Game.Status.FINISHED
        assert all(check.ok for check in verify_game(fresh(game)))


def test_a_ban_and_a_move_at_once():
    """The move comes before the ban or not at all; after the ban nothing comes."""
    outcomes = Counter()
    for number in range(20):
        game, viewers = running()
        user = get_user_model().objects.create_user(f"user{number}")
        Seat.objects.filter(game=game, index=0).update(user=user, guest=None)
        viewer = Viewer(user_id=user.pk)

        def ban(user=user):
            return get_user_model().objects.filter(pk=user.pk).update(is_active=False)

        banned, moved = at_once(ban, mover(game, viewer, "boast", 0, "p0"))
        assert banned == 1
        assert moved == 1 or isinstance(moved, NotSeated)
        assert fresh(game).ply == game.records.filter(seat=0).count() == (moved == 1)
        outcomes[type(moved)] += 1
        with pytest.raises(NotSeated):
            play_move(game.pk, viewer, Order("pick 3", fresh(game).ply, "after"))
        assert play_move(game.pk, viewers[1], Order("pick 3", 0, "p0"))
    assert sum(outcomes.values()) == 20


def test_of_many_who_want_the_last_seat_one_gets_it():
    for _ in range(5):
        host, *others = [guest(f"Guest {number}") for number in range(11)]
        game = open_table(host, Plan("demo", 2, {}, listed=True))
        answers = at_once(*[lambda viewer=viewer, pk=game.pk: sit(pk, viewer, "") for viewer in others])
        assert Counter(map(type, answers)) == {Seat: 1, TableError: 9}
        assert fresh(game).is_running
        assert game.seats.count() == 2


def test_hundreds_of_contended_moves_never_find_the_database_locked():
    each = 25 if THOROUGH else 8
    tables = [running(TITLE, 2) for _ in range(20)]
    waiting = [(table, f"form {number}") for table in tables for number in range(each)]
    Random(1).shuffle(waiting)

    def play_next(game, viewers, key):
        while True:
            now = fresh(game)
            seat, legal = to_move(now)
            try:
                return play_move(game.pk, viewers[seat], Order(legal[-1], now.ply, key))
            except StaleMove:
                continue

    def work():
        done = 0
        while waiting:
            table, key = waiting.pop()
            play_next(*table, key)
            done += 1
        return done

    assert sum(at_once(*[work] * 4)) == 20 * each
    assert MoveRecord.objects.filter(ply__gt=0).count() == 20 * each
    assert all(gapless(game) for game, _ in tables)


def test_two_referees_at_once_play_each_default_once():
    games = [running(seats=3) for _ in range(6)]
    for game, viewers in games:
        leave(game.pk, viewers[0])
    for number in range(1, 4):
        later = timezone.now() + timedelta(minutes=number)
        assert sum(at_once(*[lambda later=later: tick(later)] * 3)) == len(games)
        for game, viewers in games:
            assert game.records.filter(seat=0, actor="referee").count() == number
            for viewer in viewers[1:]:
                basis = basis_now(game, viewers.index(viewer))
                play_move(game.pk, viewer, Order("pick 2", basis, f"p{basis}"))
    assert all(fresh(game).status == Game.Status.FINISHED and gapless(game) for game, _ in games)


sqlite_only = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite")


@sqlite_only
def test_every_connection_of_a_site_is_durable():
    """FULL keeps an acknowledged move through a power cut; a killed process cannot show that."""
    as_served = {**connection.settings_dict, "OPTIONS": SQLITE_OPTIONS}
    site = ConnectionHandler({"default": as_served})

    def pragmas():
        with closing(site["default"]), site["default"].cursor() as cursor:
            names = ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
            return tuple(cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in names)

    assert set(at_once(*[pragmas] * 6)) == {("wal", 2, 10000, 1)}


@sqlite_only
def test_a_transaction_takes_the_write_lock_when_it_begins():
    other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0)
    with transaction.atomic(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()
