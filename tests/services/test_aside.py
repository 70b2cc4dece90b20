"""Moves aside of the turn, and seats that leave for good, where a title knows them."""

import pytest
from django.utils import timezone

from games.models import Game
from games.rules import registry
from games.rules.protocol import MalformedMove
from games.selectors.clocks.arithmetic import Clock
from games.selectors.stored.position import load_state
from games.services.play import door
from games.services.play.refusals import TableError
from games.services.tables.bots import let_bot_play
from games.services.tables.leaving import leave
from games.services.upkeep.referee import tick
from tests.tables import LIVE, play, running

pytestmark = pytest.mark.django_db
TITLE = "karciane_miasto"


def begun(seats=2, **rest):
    """Return a game whose decks are chosen and dealt, and its viewers, who is to act first."""
    game, viewers = running(TITLE, seats, **rest)
    for viewer in viewers:
        play(game, viewer, "deck neighbours", key="first")
    (first,) = registry.get(TITLE).to_act(load_state(game))
    return game, [*viewers[first:], *viewers[:first]]


def seat_of(game, viewer):
    return game.seats.get(guest_id=viewer.guest_id).index


def test_a_setting_is_changed_out_of_turn_and_makes_no_page_stale():
    game, (active, other) = begun()
    seen = game.ply
    play(game, other, "auto_order off")
    play(game, active, "end", seen=seen)
    assert not load_state(game).players[seat_of(game, other)].wishes.auto_order


def test_in_a_long_game_nothing_is_set_any_more(monkeypatch):
    game, (active, other) = begun()
    monkeypatch.setattr(door, "LONG", game.ply)
    with pytest.raises(TableError):
        play(game, other, "auto_order off")
    play(game, active, "end")


def test_leaving_is_no_move_that_a_page_can_make():
    """It is said by a form of its own, so that also the seat, the ratings and the notices know."""
    game, (active, _) = begun()
    with pytest.raises(MalformedMove):
        play(game, active, "leave")
    assert not any(player.gone for player in load_state(game).players)


def test_a_setting_stops_no_clock_and_gains_no_time():
    game, (active, other) = begun(pace=LIVE)
    theirs = game.seats.get(guest_id=active.guest_id).clock_from
    own = game.seats.get(guest_id=other.guest_id).time_left
    play(game, other, "auto_order off")
    assert game.seats.get(guest_id=active.guest_id).clock_from == theirs
    assert game.seats.get(guest_id=other.guest_id).time_left == own
    assert clock(game, other).since is None


def clock(game, viewer):
    seat = game.seats.get(guest_id=viewer.guest_id)
    return Clock(seat.time_left, seat.clock_from)


def test_who_leaves_is_taken_out_though_it_is_not_their_turn():
    game, (active, other, _) = begun(seats=3)
    gone = seat_of(game, other)
    leave(game.pk, other)
    let_bot_play(game.pk, active, gone, 0)
    tick(timezone.now())
    game.refresh_from_db()
    state = load_state(game)
    assert state.players[gone].gone
    assert game.records.get(ply=game.ply).notation == "leave"
    assert registry.get(TITLE).to_act(state) == {seat_of(game, active)}


def test_the_last_one_at_the_table_wins():
    game, (active, other) = begun()
    gone = seat_of(game, active)
    leave(game.pk, active)
    let_bot_play(game.pk, other, gone, 0)
    tick(timezone.now())
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert game.seats.get(guest_id=other.guest_id).place == 1
