"""Each seat keeps since when its turn lasts: it always agrees with the rules, and costs no position to read."""

from random import Random

import pytest
from django.utils import timezone

from games.rules import registry
from games.selectors.players.own import count_turns, next_game, own_rows, own_seats
from games.selectors.stored.position import load_state
from games.selectors.viewers import Viewer
from games.services.play.door import play_default
from games.services.tables.leaving import abort, leave
from games.services.tables.seating import Plan, open_table, sit
from tests.tables import guest, play, running

pytestmark = [pytest.mark.django_db, pytest.mark.in_turn(3)]
TITLES = [*registry.SLUGS, "demo"]


def acting(game):
    return {seat.index for seat in game.seats.all() if seat.acts_since}


def to_act(game):
    return registry.get(game.ruleset_slug).to_act(load_state(game))


def some_move(game, seat, random):
    return str(random.choice(registry.get(game.ruleset_slug).legal_moves(load_state(game), seat)))


@pytest.mark.parametrize("slug", TITLES)
def test_it_agrees_with_the_rules_after_every_move_of_a_game(slug):
    game, viewers = running(slug, 3)
    random = Random(slug)
    assert acting(game) == to_act(game)
    while game.is_running:
        seat = random.choice(sorted(to_act(game)))
        play(game, viewers[seat], some_move(game, seat, random), key=f"k{game.ply}")
        assert acting(game) == to_act(game)
    assert acting(game) == set()


def test_an_undo_gives_the_turn_back():
    game, (anna, _) = running()
    play(game, anna, "pick 3")
    assert acting(game) == {1}
    play(game, anna, "undo")
    assert acting(game) == {0, 1}


def test_others_moves_do_not_shorten_the_wait_and_ones_own_begin_it_anew():
    game, (anna, ben) = running()
    before = game.seats.get(index=1).acts_since
    play(game, anna, "boast")
    assert game.seats.get(index=0).acts_since > before
    play(game, anna, "pick 3")
    assert game.seats.get(index=1).acts_since == before
    play(game, ben, "pick 3")
    assert {seat.acts_since > before for seat in game.seats.all()} == {True}


def test_the_referees_default_move_counts_like_any_other():
    game, _ = running()
    game.seats.filter(index=0).update(left=True)
    play_default(game.pk, 0, timezone.now())
    assert acting(game) == {1}


def test_nobody_is_waited_for_at_a_table_that_was_given_up():
    game, (anna, ben) = running()
    leave(game.pk, anna)
    assert (count_turns(anna), count_turns(ben)) == (0, 1)
    game.refresh_from_db()
    abort(game)
    assert count_turns(ben) == 0
    assert acting(game) == set()


def test_strangers_wait_for_nothing():
    running()
    assert count_turns(Viewer()) == 0
    assert next_game(Viewer(), "") is None


def test_the_game_that_waits_longest_comes_first_and_those_of_others_last():
    me = guest("Ida")
    games = [table_of(me) for _ in range(4)]
    for days, game in zip((2, 9, 5), games, strict=False):
        game.seats.filter(guest_id=me.guest_id).update(acts_since=timezone.now() - days * DAY)
    play(games[3], me, "pick 3")
    rows = own_rows(own_seats(me))
    assert [row.game_id for row in rows] == [games[at].pk for at in (1, 2, 0, 3)]
    assert [row.my_turn for row in rows] == [True, True, True, False]
    assert rows[3].acting == ("Other",)


def test_the_next_game_goes_round_all_that_wait():
    me = guest("Ida")
    one, two, three = (table_of(me) for _ in range(3))
    assert next_game(me, "") == one.pk
    assert next_game(me, str(one.pk)) == two.pk
    assert next_game(me, str(three.pk)) == one.pk
    play(two, me, "pick 3")
    assert next_game(me, str(one.pk)) == three.pk
    assert next_game(me, "' --") == one.pk


def test_there_is_no_next_game_if_only_this_one_waits():
    me = guest("Ida")
    game = table_of(me)
    assert next_game(me, str(game.pk)) is None


DAY = timezone.timedelta(days=1)


def table_of(me):
    game = open_table(me, Plan("demo", 2, {}))
    sit(game.pk, guest("Other"), "")
    game.refresh_from_db()
    return game
