"""The statements of a move and of a look: composed once, and they ask what Django asks."""

from threading import Thread

import pytest
from django.contrib.auth import get_user_model
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import F
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from games.models import Game, Guest, Seat
from games.rules.protocol import NotSeated
from games.selectors.stored.prepared import Placeholder, Prepared, PreparedForViewer, PreparedUpdate
from games.selectors.stored.statements import locked_game, seats_of, shown_game, write_awaited
from games.selectors.viewers import Viewer
from games.services.play.door import Order, play_move
from tests.accounts import account
from tests.tables import DAYS, guest, running

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def values(found):
    """Return all of a row that was read."""
    return {name: value for name, value in vars(found).items() if not name.startswith("_")}


def with_account():
    """Return a game, its viewers, one with an account and one without."""
    game, (_, ben) = running()
    anna = account("Anna")
    game.seats.filter(index=0).update(user=anna.user_id, guest=None)
    return game, anna, ben


def test_a_row_is_read_as_django_reads_it():
    game, _ = running("point_city", pace=DAYS)
    assert values(locked_game(game.pk)) == values(Game.objects.get(pk=game.pk))
    joined = Game.objects.annotate(rematch_pk=F("rematch__pk"), waits_at_status=F("waits_at__status"))
    shown = shown_game(game.pk)
    assert values(shown) == values(joined.defer("deal").get(pk=game.pk))
    assert shown.deal == game.deal
    seats = list(Seat.objects.filter(game=game))
    assert [values(seat) for seat in shown.seats.all()] == [values(seat) for seat in seats]


def test_a_row_brings_what_it_is_joined_with(django_assert_num_queries):
    game, _ = running(pace=DAYS)
    light = Seat.objects.select_related("game").only("index", "game__ply", "game__pace").order_by("index")
    seats = Prepared(lambda: light.filter(game_id=Placeholder(Seat, "game_id")))
    seats(game_id=game.pk)
    with django_assert_num_queries(1):
        first, second = seats(game_id=game.pk)
        assert (first.index, second.index) == (0, 1)
        assert (first.game.pk, first.game.ply, first.game.pace) == (game.pk, game.ply, game.pace)
    assert first.get_deferred_fields() == light[0].get_deferred_fields()


def test_what_is_asked_for_each_kind_of_viewer_is_told_apart():
    game, anna, ben = with_account()
    other, _ = running()
    seats = PreparedForViewer(lambda viewer: Seat.objects.filter(viewer.owns()))
    assert [(seat.game_id, seat.index) for seat in seats(anna)] == [(game.pk, 0)]
    assert [(seat.game_id, seat.index) for seat in seats(ben)] == [(game.pk, 1)]
    assert seats(account("Else")) == seats(guest("Nobody")) == []
    tables = PreparedForViewer(
        lambda viewer: Game.objects.exclude(seats__in=Seat.objects.filter(viewer.owns()))
    )
    assert [found.pk for found in tables(anna)] == [found.pk for found in tables(ben)] == [other.pk]
    assert {found.pk for found in tables(Viewer())} == {game.pk, other.pk}


def test_a_game_that_is_not_there_is_not_found():
    nobody = guest("Nobody").guest_id
    assert shown_game(nobody) is None
    with pytest.raises(Game.DoesNotExist):
        locked_game(nobody)


def test_a_game_knows_the_seats_it_was_shown_with(django_assert_num_queries):
    game, _ = running()
    other, _ = running()
    shown = shown_game(game.pk)
    with django_assert_num_queries(0):
        assert [seat.index for seat in shown.seats.all()] == [0, 1]
        assert all(seat.game is shown for seat in shown.seats.all())
    shown.seats.filter(index=1).update(left=True)
    assert list(Seat.objects.filter(left=True).values_list("game", "index")) == [(game.pk, 1)]
    assert not other.seats.filter(left=True).exists()


def test_each_holds_their_own_seat():
    game, anna, ben = with_account()
    for viewer, held in ((anna, [0]), (ben, [1]), (guest("Cleo"), []), (Viewer(), []), (None, [])):
        assert [seat.index for seat in seats_of(game, viewer) if seat.is_mine] == held, viewer


@pytest.mark.parametrize("gone", ["closed account", "guest who has an account now"])
def test_who_is_no_longer_who_they_were_does_not_move(gone):
    game, anna, ben = with_account()
    if gone == "closed account":
        get_user_model().objects.filter(pk=anna.user_id).update(is_active=False)
    else:
        Guest.objects.filter(pk=ben.guest_id).update(claimed_by=anna.user_id)
    viewer, other = (anna, ben) if gone == "closed account" else (ben, anna)
    assert not any(seat.is_mine for seat in seats_of(game, viewer))
    assert any(seat.is_mine for seat in seats_of(game, other))
    with pytest.raises(NotSeated):
        play_move(game.pk, viewer, Order("pick 1", 0, "p0"))


def test_a_statement_is_composed_once_in_a_thread(monkeypatch):
    composed, real = [], SQLCompiler.as_sql

    def as_sql(self, *args, **values):
        composed.append(self.query.model)
        return real(self, *args, **values)

    monkeypatch.setattr(SQLCompiler, "as_sql", as_sql)
    by_name = Prepared(lambda: Guest.objects.filter(name=Placeholder(Guest, "name")))
    anna, ben = guest("Anna"), guest("Ben")
    assert [each.pk for each in by_name(name="Anna")] == [anna.guest_id]
    assert [each.pk for each in by_name(name="Ben")] == [ben.guest_id]
    assert composed == [Guest]
    found = []

    def elsewhere():
        by_name._compose()
        found.append(by_name._compiler.connection)
        found[0].close()

    thread = Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert composed == [Guest, Guest]
    assert found[0] is not connections[DEFAULT_DB_ALIAS] is by_name._compiler.connection


@pytest.mark.django_db(transaction=True)
def test_a_row_is_locked_only_in_a_transaction():
    game, _ = running()
    for _ in range(2):
        with pytest.raises(TransactionManagementError):
            locked_game(game.pk)


def test_an_update_says_how_many_rows_it_found():
    game, _ = running()
    seat = game.seats.get(index=0)
    now = timezone.now()
    for since in (now, None):
        assert write_awaited(id=seat.pk, acts_since=since, wants_end=True) == 1
        seat.refresh_from_db()
        assert (seat.acts_since, seat.wants_end) == (since, True)
    assert write_awaited(id=0, acts_since=now, wants_end=False) == 0
    assert not game.seats.get(index=1).wants_end


def test_what_an_update_writes_is_read_again():
    game, _ = running()
    write = PreparedUpdate(
        lambda: Game.objects.filter(pk=Placeholder(Game, "id")), "state", "options", "paused_at"
    )
    now = timezone.now()
    for state, options, paused_at in (([1, {"ü": None}], {"a": True}, now), (None, {}, None)):
        assert write(id=game.pk, state=state, options=options, paused_at=paused_at) == 1
        game.refresh_from_db()
        assert (game.state, game.options, game.paused_at) == (state, options, paused_at)
    assert Game.objects.filter(pk=game.pk, state__isnull=True).exists()
