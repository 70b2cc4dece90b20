"""What bots say of themselves before they play: in titles with windows, that they are always asked."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.bots.players import LevelPlayer
from games.bots.playouts import deal
from games.models import Game
from games.rules.registry import get
from games.selectors.clocks.measures import hides_who, paces_of
from games.selectors.stored.position import load_state
from games.selectors.tables.bots import bots_of
from games.selectors.tables.clocks import strip_of
from games.services.play.door import Order, play_move
from games.services.tables.agreements import decide
from games.services.tables.bots import let_bot_play, open_against_bots, start_with_bots
from games.services.tables.leaving import leave
from games.services.tables.seating import Plan, open_table, sit
from games.services.tables.substitutes import NEWCOMERS, take_bot_seat
from games.services.upkeep.referee import tick
from tests.tables import fresh, guest, row

KM = get("karciane_miasto")
ALWAYS = ("always",) * 4


def asks(game):
    """Return how the seats of a game want to be asked."""
    return [player.wishes.asks for player in load_state(fresh(game)).players]


def verified():
    out = StringIO()
    call_command("verify_game", "--all", stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_bots_are_asked_in_every_window_from_the_start_and_people_as_they_like():
    game = open_against_bots(guest("Anna"), Plan("karciane_miasto", 3, {}, listed=True), [2, 3])
    assert asks(game)[1:] == [ALWAYS, ALWAYS]
    assert ALWAYS not in asks(game)[:1]
    made = game.records.filter(ply__gt=0)
    assert {*made.values_list("seat", "actor")} == {(1, "bot:2"), (2, "bot:3")}
    assert not made.filter(alone=True).exists()
    assert ", 0 failed" in verified()


@pytest.mark.django_db
def test_so_is_the_bot_of_somebody_who_left_whatever_they_had_chosen():
    game = open_table(anna := guest("Anna"), Plan("karciane_miasto", 3, {}, listed=True))
    ben = guest("Ben")
    for viewer in (ben, guest("Cleo")):
        sit(game.pk, viewer, "ab" * 16)
    play_move(game.pk, ben, Order("ask vote never", fresh(game).ply, "k"))
    clocks = list(game.seats.values_list("acts_since", "time_left", "clock_from"))
    leave(game.pk, ben)
    assert asks(game)[1] == ALWAYS
    assert list(game.seats.values_list("acts_since", "time_left", "clock_from")) == clocks
    assert row(game, 1).bot_at
    let_bot_play(game.pk, anna, 1, 4)
    assert asks(game)[1] == ALWAYS
    assert ", 0 failed" in verified()


@pytest.mark.django_db
def test_where_nobody_is_to_play_on_no_bot_says_anything():
    game = open_table(anna := guest("Anna"), Plan("karciane_miasto", 3, {}, listed=True))
    for viewer in (guest("Ben"), guest("Cleo")):
        sit(game.pk, viewer, "ab" * 16)
    long_ago = timezone.now() - timedelta(days=20)
    game.seats.filter(index=1).update(seen_at=long_ago, acts_since=long_ago)
    decide(game.pk, anna, 1, "default")
    assert (row(game, 1).left, row(game, 1).bot) == (True, 0)
    assert not game.records.filter(actor__startswith="bot").exists()


@pytest.mark.django_db
def test_what_plays_on_for_who_left_can_be_changed_until_they_are_gone_for_good():
    live = Plan("karciane_miasto", 3, {}, listed=True, pace=paces_of(KM)["live"])
    game = open_table(anna := guest("Anna"), live)
    for viewer in (ben := guest("Ben"), guest("Cleo")):
        sit(game.pk, viewer, f"seed of {viewer.name}")
    leave(game.pk, ben)
    now = timezone.now()
    assert [seat.index for seat in bots_of(fresh(game), 0, now).left] == [1]
    assert not strip_of(fresh(game), 0, now, {}).rows[1].gone
    let_bot_play(game.pk, anna, 1, 0)
    tick(now + timedelta(seconds=1))
    assert load_state(fresh(game)).players[1].gone
    assert bots_of(fresh(game), 0, now) is None
    assert strip_of(fresh(game), 0, now, {}).rows[1].gone


@pytest.mark.django_db
def test_who_finds_the_table_may_still_take_the_seat_of_a_bot_that_only_said_that():
    game = open_table(anna := guest("Anna"), Plan("karciane_miasto", 2, {}, listed=True))
    start_with_bots(game.pk, anna, 2)
    assert fresh(game).newcomers_until > timezone.now() + NEWCOMERS - timedelta(seconds=30)
    assert take_bot_seat(game.pk, guest("Ben")).index == 1


@pytest.mark.django_db
def test_a_title_whose_bots_have_nothing_to_say_starts_without_a_ply():
    game = open_against_bots(guest("Anna"), Plan("machi_koro_2", 2, {}, listed=True), [2])
    assert not Game.objects.get(pk=game.pk).records.filter(actor__startswith="bot").exists()


def windows(most):
    """Yield the kind of each decision of a bots' game that looks like others, and what they may choose from."""
    state, player = deal(KM, 3, 1), LevelPlayer(KM, (1, 1, 1), 1)
    for seat in range(3):
        for move in KM.brain.manners(state, seat):
            state = KM.apply(state, seat, move).state
    while most and (turn := player.next_move(state)):
        seat, move = turn
        if seat in KM.to_act(state) and hides_who(KM, state, seat):
            most -= 1
            yield KM.clocks.kind_of(state, seat), KM.brain.sensible(state, seat)
        state = KM.apply(state, seat, move).state


def test_bots_are_asked_with_and_without_a_response_and_never_pass_for_longer():
    found = list(windows(40))
    assert {kind for kind, _ in found} == {"moment", "response"}
    assert all([str(move) for move in moves if move.kind == "pass"] == ["pass"] for _, moves in found)
