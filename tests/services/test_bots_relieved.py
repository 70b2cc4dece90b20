"""People who take the seats of bots, and what comes after a game with bots."""

from datetime import timedelta

import pytest
from django.db.models import F

from games.models import Candidate, Game, MoveRecord
from games.rules.protocol import NotSeated, StaleMove
from games.selectors.games import games_for
from games.selectors.stored.entries import REFEREE
from games.selectors.tables.proofs import contributions
from games.selectors.tables.rematches import rematch_shown
from games.services.bots.claims import LEASE
from games.services.play.door import Order, play_default, play_move
from games.services.play.refusals import TableError
from games.services.tables.agreements import decide
from games.services.tables.leaving import leave
from games.services.tables.quick_start import QuickStart, quick_start
from games.services.tables.rematches import rematch
from games.services.tables.substitutes import answer_candidate, ask_for_bot_seat, take_bot_seat, withdraw
from games.services.upkeep.farewell import erase
from games.services.upkeep.referee import _Watch, tick
from tests import botting
from tests.botting import against_bots, bot_moves, claim_one, is_proved, make_late, now
from tests.moderation.people import banned, moderator
from tests.tables import DAYS, LIVE, NO_CLOCK, fresh, guest, play, row, running
from tests.views import members

brainy = botting.brainy
pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.usefixtures("brainy")]


# Newcomers and substitutes.


def test_a_game_stays_true_when_who_took_a_bots_seat_deletes_the_account():
    game, _anna = against_bots(2, 2, newcomers=True)
    user = members.account("ben")
    ben = members.viewer_for(user)
    take_bot_seat(game.pk, ben)
    taken = game.seats.get(user=user).index
    play_move(game.pk, ben, Order("pick 4", 0, "k"))
    assert is_proved() is True
    erase(user)
    assert row(game, taken).user is None
    assert is_proved() is True


def test_a_newcomer_takes_the_seat_of_a_bot_that_has_not_moved():
    game, anna = against_bots(2, 2, newcomers=True)
    bot_moves(game, 1)
    ben = guest("Ben")
    assert quick_start(ben, QuickStart("demo")).pk == game.pk
    seat = row(game, 2)
    assert (seat.name, seat.kind, seat.bot, seat.is_person) == ("Ben", "bot", 0, True)
    assert contributions(fresh(game))[2] == ("", "")
    play(game, ben, "pick 4")
    play(game, anna, "pick 4")
    with pytest.raises(TableError):
        take_bot_seat(game.pk, guest("Cleo"))
    for _ in range(2):
        play(game, anna, "pick 3")
        play(game, ben, "pick 3")
        bot_moves(game, 1)
    assert is_proved() is True


def test_newcomers_come_within_a_minute_and_where_they_are_welcome():
    game, _ = against_bots(2)
    with pytest.raises(TableError):
        take_bot_seat(game.pk, guest("Ben"))
    late, _ = against_bots(2, newcomers=True)
    Game.objects.filter(pk=late.pk).update(newcomers_until=now())
    with pytest.raises(TableError):
        take_bot_seat(late.pk, guest("Ben"))
    assert quick_start(guest("Cleo"), QuickStart("demo")).is_open


def test_a_substitute_sits_down_when_all_agree():
    game, (anna, ben, cleo) = running(seats=3)
    play(game, cleo, "pick 6")
    leave(game.pk, cleo)
    assert contributions(fresh(game))[2] == (cleo.name, f"seed of {cleo.name}")
    dora = guest("Dora")
    asked = ask_for_bot_seat(game.pk, dora, 2)
    answer_candidate(game.pk, anna, asked.pk, True)
    assert row(game, 2).bot == 2
    answer_candidate(game.pk, ben, asked.pk, True)
    seat = row(game, 2)
    assert (seat.name, seat.bot, seat.left, seat.former) == ("Dora", 0, False, [cleo.actor])
    assert contributions(fresh(game))[2] == ("", f"seed of {cleo.name}")
    assert not Candidate.objects.exists()
    for _ in range(3):
        for viewer in (anna, ben, dora):
            if row(game, _index(game, viewer)).acts_since:
                play(game, viewer, "pick 2")
    assert is_proved() is True


def _index(game, viewer):
    return game.seats.get(guest_id=viewer.guest_id).index


def test_what_somebody_agreed_to_ends_with_their_seat():
    game, (anna, ben, cleo) = running(seats=3)
    leave(game.pk, cleo)
    asked = ask_for_bot_seat(game.pk, guest("Dora"), 2)
    answer_candidate(game.pk, ben, asked.pk, True)
    leave(game.pk, ben)
    eve = guest("Eve")
    other = ask_for_bot_seat(game.pk, eve, 1)
    answer_candidate(game.pk, anna, other.pk, True)
    assert row(game, 1).name == "Eve"
    answer_candidate(game.pk, anna, asked.pk, True)
    assert row(game, 2).bot, "Eve was not asked"
    answer_candidate(game.pk, eve, asked.pk, True)
    assert row(game, 2).name == "Dora"


def test_who_leaves_keeps_nobody_from_what_all_others_agreed_to():
    game, (anna, ben, cleo) = running(seats=3)
    leave(game.pk, cleo)
    asked = ask_for_bot_seat(game.pk, guest("Dora"), 2)
    answer_candidate(game.pk, anna, asked.pk, True)
    leave(game.pk, ben)
    assert row(game, 2).name == "Dora"


def test_who_asks_again_keeps_what_was_agreed_to():
    game, (anna, ben, cleo) = running(seats=3)
    leave(game.pk, cleo)
    dora = guest("Dora")
    asked = ask_for_bot_seat(game.pk, dora, 2)
    answer_candidate(game.pk, anna, asked.pk, True)
    assert ask_for_bot_seat(game.pk, dora, 2).pk == asked.pk
    answer_candidate(game.pk, ben, asked.pk, True)
    assert row(game, 2).name == "Dora"


def test_nobody_asks_for_the_seat_of_a_bot_that_is_gone():
    game, (anna, _, cleo) = running(seats=3)
    leave(game.pk, cleo)
    ask_for_bot_seat(game.pk, guest("Dora"), 2)
    decide(game.pk, anna, 2, "default")
    assert row(game, 2).bot == 0
    assert not Candidate.objects.exists()


def test_one_no_is_enough_and_nobody_holds_two_seats():
    game, (anna, ben, cleo) = running(seats=3)
    leave(game.pk, cleo)
    dora = guest("Dora")
    asked = ask_for_bot_seat(game.pk, dora, 2)
    with pytest.raises(NotSeated):
        answer_candidate(game.pk, dora, asked.pk, True)
    answer_candidate(game.pk, anna, asked.pk, False)
    assert not Candidate.objects.exists()
    with pytest.raises(TableError):
        ask_for_bot_seat(game.pk, ben, 2)
    with pytest.raises(TableError):
        ask_for_bot_seat(game.pk, dora, 0)
    ask_for_bot_seat(game.pk, dora, 2)
    withdraw(game.pk, dora)
    assert not Candidate.objects.exists()
    ask_for_bot_seat(game.pk, cleo, 2)
    Game.objects.filter(pk=game.pk).update(rated=True)
    with pytest.raises(TableError):
        ask_for_bot_seat(game.pk, dora, 2)


def test_who_is_banned_meanwhile_does_not_sit_down_and_nobody_else_is_told():
    game, (anna, ben) = running()
    leave(game.pk, ben)
    dora = guest("Dora")
    asked = ask_for_bot_seat(game.pk, dora, 1)
    banned(moderator(), dora)
    answer_candidate(game.pk, anna, asked.pk, True)
    assert row(game, 1).bot == 2
    assert not Candidate.objects.exists()


# Afterwards.


def test_a_rematch_seats_the_same_bots():
    game, anna = against_bots(1, 4)
    for _ in range(3):
        play(game, anna, "pick 3")
        bot_moves(game, 2)
        bot_moves(game, 1)
    after = Game.objects.get(pk=rematch(game.pk, anna, "").pk)
    assert after.is_running
    seated = [(seat.bot, seat.name) for seat in after.seats.all()]
    assert seated == [(seat.bot, seat.name) for seat in game.seats.all()]


def test_a_rematch_that_closed_before_its_start_makes_room_for_another():
    game, (anna, ben) = running()
    play(game, anna, "pick 3")
    leave(game.pk, ben)
    leave(game.pk, anna)
    first = rematch(game.pk, anna, "")
    leave(first.pk, anna)
    assert fresh(first).status == Game.Status.ABORTED
    assert games_for(ben).filter(pk=first.pk).exists(), "who was called reads that it is closed"
    assert rematch_shown(fresh(game), 1) is None
    second = rematch(game.pk, ben, "")
    assert (second.is_open, second.rematch_of) == (True, fresh(game))
    assert rematch(game.pk, anna, "") == second


def test_a_game_that_only_bots_and_clocks_play_is_given_up():
    game, anna = against_bots(2)
    play(game, anna, "boast")
    MoveRecord.objects.bulk_create(
        MoveRecord(game=game, ply=ply, seat=ply % 2, notation="x", actor=("bot:2", "clock")[ply % 2])
        for ply in range(2, 162)
    )
    Game.objects.filter(pk=game.pk).update(ply=161)
    make_late(game, 100)
    tick(now())
    assert fresh(game).ending == Game.Ending.EXPIRED


@pytest.mark.parametrize("pace", [NO_CLOCK, LIVE, DAYS])
def test_the_referee_does_not_pass_for_a_bot_that_was_away_with_the_site(pace):
    game, anna = against_bots(2, pace=pace)
    play(game, anna, "pick 3")
    away, watch = timedelta(hours=3), _Watch()
    for name in ("bot_at", "clock_from", "seen_at"):
        game.seats.exclude(**{name: None}).update(**{name: F(name) - away})
    Game.objects.filter(pk=game.pk).update(wake_at=F("wake_at") - away, moved_at=F("moved_at") - away)
    watch.look(now())
    assert fresh(game).ply == 1
    assert row(game, 1).bot_at > now() - timedelta(seconds=1)
    # Who then is still silent is replaced like any other.
    make_late(game, 100)
    watch.look(now())
    assert game.records.get(ply=2).actor == REFEREE


@pytest.mark.parametrize("step", [timedelta(seconds=20), timedelta(hours=1)])
def test_a_clock_that_is_set_back_keeps_no_bot_waiting(step):
    """Neither for its moment nor for a claim, which then both lie ahead by as much."""
    game, watch = against_bots(2, 2)[0], _Watch()
    watch.look(now() + step)
    moment = now() + step
    game.seats.filter(index=1).update(bot_at=moment, bot_lease=None)
    game.seats.filter(index=2).update(bot_at=moment, bot_lease=moment + LEASE)
    watch.look(now())
    assert {claim_one(now()).index for _ in range(2)} == {1, 2}
    assert all(seat.bot_at <= now() for seat in game.seats.filter(bot__gt=0))


def test_a_referee_that_starts_after_the_clock_was_set_back_finds_bots_that_are_far_ahead():
    game, _ = against_bots(2, 2)
    soon, far = now() + timedelta(seconds=3), now() + timedelta(minutes=10)
    game.seats.filter(index=1).update(bot_at=soon)
    game.seats.filter(index=2).update(bot_at=far, bot_lease=far)
    _Watch().look(now())
    assert row(game, 1).bot_at == soon
    assert row(game, 2).bot_at <= now()
    assert row(game, 2).bot_lease is None


def test_the_referee_does_not_pass_for_a_bot_that_is_there():
    game, _ = against_bots(2)
    with pytest.raises(StaleMove):
        play_default(game.pk, 1, now())
