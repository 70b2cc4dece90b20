"""A guest who becomes an account brings everything along, also what moderators and others decided."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Candidate, ChatLine, Game, Guest, Notice, Relation, Report, Sanction, Seat
from games.selectors.players.sanctions import Banned, Kind, require_allowed
from games.services.notices.inbox import tell
from games.services.tables.claims import claim
from games.services.tables.leaving import leave
from games.services.tables.seating import Plan, open_table, sit, start
from games.services.tables.substitutes import answer_candidate, ask_for_bot_seat
from games.services.upkeep.housekeeping import forget_guests
from games.services.upkeep.verification import verify_game
from tests import botting
from tests.tables import guest, play, running
from tests.views.members import account, viewer_for

brainy = botting.brainy
pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_what_a_guest_said_and_was_told_follows():
    user, (game, (first, _)) = account(), running()
    ChatLine.objects.create(game=game, room="players", guest_id=first.guest_id, name="Player 0", text="Hi")
    tell(first, "test", game)
    Report.objects.create(kind="game", reason="odd", by_guest_id=first.guest_id)
    claim(first.guest_id, user)
    assert [model.objects.get().user for model in (ChatLine, Notice)] == [user, user]
    assert Report.objects.get().by_user == user
    assert Seat.objects.filter(user=user).count() == 1


def test_a_ban_is_not_shaken_off_by_signing_up():
    user, banned = account(), guest("Rude")
    Sanction.objects.create(guest_id=banned.guest_id, kind=Kind.SITE, reason="x")
    claim(banned.guest_id, user)
    with pytest.raises(Banned):
        require_allowed(viewer_for(user), Kind.SITE)


def test_who_blocked_the_guest_blocks_the_account_once():
    user, other, was = account(), account("other"), guest("Rude")
    Relation.objects.create(owner=other, guest_id=was.guest_id, kind="block")
    Relation.objects.create(owner=other, guest_id=was.guest_id, kind="mute")
    Relation.objects.create(owner=other, user=user, kind="mute")
    claim(was.guest_id, user)
    assert sorted(Relation.objects.filter(user=user).values_list("kind", flat=True)) == ["block", "mute"]


def test_nobody_is_related_to_themselves():
    user, was = account(), guest("Anna")
    Relation.objects.create(owner=user, guest_id=was.guest_id, kind="friend")
    claim(was.guest_id, user)
    assert not Relation.objects.filter(user=user).exists()


def test_a_guest_is_claimed_once():
    user, other, (game, (first, _)) = account(), account("other"), running()
    ChatLine.objects.create(game=game, room="players", guest_id=first.guest_id, name="Player 0", text="Hi")
    claim(first.guest_id, user)
    claim(first.guest_id, other)
    assert ChatLine.objects.get().user == user
    assert not Seat.objects.filter(user=other).exists()


@pytest.mark.usefixtures("brainy")
def test_a_wish_for_a_bots_seat_follows_and_comes_true():
    user, was, (game, (anna, ben)) = account(), guest("Dora"), running()
    leave(game.pk, ben)
    asked = ask_for_bot_seat(game.pk, was, 1)
    claim(was.guest_id, user)
    answer_candidate(game.pk, anna, asked.pk, True)
    seat = game.seats.get(index=1)
    assert (seat.user, seat.guest, seat.bot, seat.name) == (user, None, 0, viewer_for(user).name)


@pytest.mark.usefixtures("brainy")
def test_a_wish_is_dropped_where_the_account_sits_or_wants_a_seat_already():
    user, was, (game, (_, ben, _)) = account(), guest("Dora"), running(seats=3)
    leave(game.pk, ben)
    ask_for_bot_seat(game.pk, was, 1)
    game.seats.filter(index=2).update(user=user, guest=None)
    claim(was.guest_id, user)
    assert not Candidate.objects.exists()
    user, was = account("other"), guest("Emil")
    for viewer in (viewer_for(user), was):
        ask_for_bot_seat(game.pk, viewer, 1)
    claim(was.guest_id, user)
    assert Candidate.objects.get().user == user


@pytest.mark.usefixtures("brainy")
def test_who_left_a_seat_as_a_guest_may_want_it_back_as_an_account():
    user, (game, (_, ben)) = account(), running()
    leave(game.pk, ben)
    ask_for_bot_seat(game.pk, ben, 1)
    claim(ben.guest_id, user)
    assert Candidate.objects.get().user == user


def test_who_moved_as_a_guest_is_known_long_after_signing_up():
    user, (game, (anna, _)) = account(), running()
    play(game, anna, "pick 3")
    claim(anna.guest_id, user)
    Guest.objects.update(network="203.0.113.0")
    forget_guests(timezone.now() + timedelta(days=40))
    assert Guest.objects.get(pk=anna.guest_id).network == ""
    assert all(check.ok for check in verify_game(Game.objects.get(pk=game.pk)))


def test_who_was_blocked_as_a_guest_is_no_friend_as_an_account():
    user, other, was = account(), account("other"), guest("Rude")
    Relation.objects.create(owner=other, user=user, kind="friend")
    Relation.objects.create(owner=other, guest_id=was.guest_id, kind="block")
    claim(was.guest_id, user)
    assert list(Relation.objects.values_list("user", "kind")) == [(user.pk, "block")]


@pytest.mark.parametrize("start_it", [False, True])
def test_a_second_seat_at_a_table_is_given_up(start_it):
    was, user, vera = guest("Anna"), account(), guest("Vera")
    game = open_table(was, Plan("demo", 4, {}, listed=True))
    for who in (viewer_for(user), vera):
        sit(game.pk, who, "")
    if start_it:
        start(game.pk, was)
    claim(was.guest_id, user)
    table = Game.objects.get(pk=game.pk)
    if start_it:
        assert [(seat.user, seat.left) for seat in table.seats.all()] == [
            (None, True),
            (user, False),
            (None, False),
        ]
    else:
        assert table.host_index == table.seats.get(user=user).index
        start(game.pk, viewer_for(user))
        assert table.seats.count() == 2
