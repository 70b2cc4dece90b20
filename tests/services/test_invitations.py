"""Invitations by name: who may ask whom, what becomes known, and what a refusal keeps quiet."""

import pytest

from games.models import Game, Invitation, Notice
from games.rules.protocol import NotSeated
from games.selectors.games import games_for
from games.selectors.players.people import friends_to_invite, invitations_for
from games.services.people.limits import TooMany
from games.services.play.refusals import TableError
from games.services.tables.invites import INVITATIONS_AN_HOUR, decline, invite
from games.services.tables.rematches import rematch
from games.services.tables.seating import Plan, open_table, sit
from tests.accounts import account, befriend, block
from tests.tables import guest

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def host():
    return account("hanna", "Hanna")


@pytest.fixture
def table(host):
    return open_table(host, Plan("demo", 3, {}))


def sees(viewer, game):
    return games_for(viewer).filter(pk=game.pk).exists()


def asked(game):
    return set(Invitation.objects.filter(game=game).values_list("user__username", flat=True))


@pytest.mark.parametrize("name", ["ben", "BEN", "Benedikt"])
def test_who_is_asked_by_user_name_or_shown_name_is_told_and_sees_the_table(host, table, name):
    ben = account("ben", "Benedikt")
    assert not sees(ben, table)
    invite(table.pk, host, name=name)
    notice = Notice.objects.get()
    assert (notice.user_id, notice.kind, notice.game_id, notice.data) == (
        ben.user_id,
        "invited",
        table.pk,
        {"by": "Hanna"},
    )
    assert sees(ben, table)
    assert [row.game_id for row in invitations_for(ben)] == [table.pk]


def test_asked_twice_somebody_is_told_once(host, table):
    account("ben")
    for _ in range(2):
        invite(table.pk, host, name="ben")
    assert Notice.objects.count() == 1


def test_a_name_of_nobody_of_several_or_of_somebody_seated_is_answered_alike(host, table):
    account("ben1", "Ben")
    account("ben2", "Ben")
    sit(table.pk, account("cleo"), "")
    for name in ("nobody", "Ben", "cleo", "hanna"):
        assert invite(table.pk, host, name=name) is None
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("blocker", ["hanna", "ben"])
def test_a_block_in_either_direction_stops_it_silently(host, table, blocker):
    ben = account("ben")
    block(*((host, ben) if blocker == "hanna" else (ben, host)))
    assert invite(table.pk, host, name="ben") is None
    assert not invitations_for(ben)
    assert not games_for(ben).filter(pk=table.pk).exists()
    assert not Notice.objects.exists()


def test_a_friend_who_blocked_the_host_is_asked_like_the_others_for_all_the_host_sees(host, table):
    ben, cleo = account("ben"), account("cleo")
    for friend in (ben, cleo):
        befriend(host, friend)
    block(ben, host)
    for friend in (ben, cleo):
        invite(table.pk, host, friend=friend.user_id)
    assert not friends_to_invite(host, table)
    assert [notice.user_id for notice in Notice.objects.all()] == [cleo.user_id]


def test_only_the_host_with_an_account_may_ask_and_only_before_the_start(host, table):
    account("ben")
    guest_host, cleo = guest("Gus"), account("cleo")
    sit(table.pk, cleo, "")
    of_guest = open_table(guest_host, Plan("demo", 2, {}))
    for game, viewer in ((table, cleo), (table, account("eve")), (of_guest, guest_host)):
        with pytest.raises(NotSeated):
            invite(game.pk, viewer, name="ben")
    Game.objects.filter(pk=table.pk).update(status=Game.Status.RUNNING)
    with pytest.raises(TableError):
        invite(table.pk, host, name="ben")
    assert not Invitation.objects.exists()


def test_friends_are_offered_and_asked_by_one_press(host, table):
    ben, cleo, eve = account("ben"), account("cleo"), account("eve")
    befriend(host, ben)
    befriend(host, cleo)
    assert [person.name for person in friends_to_invite(host, table)] == ["ben", "cleo"]
    invite(table.pk, host, friend=ben.user_id)
    invite(table.pk, host, friend=eve.user_id)
    assert asked(table) == {"ben"}
    sit(table.pk, cleo, "")
    assert friends_to_invite(host, table) == ()


def test_a_refusal_is_for_good(host, table):
    ben = account("ben")
    invite(table.pk, host, name="ben")
    decline(table.pk, ben)
    assert not sees(ben, table)
    assert not invitations_for(ben)
    invite(table.pk, host, name="ben")
    assert not sees(ben, table)
    assert Notice.objects.count() == 1


def test_who_blocks_the_host_later_is_no_longer_asked(host, table):
    ben = account("ben")
    invite(table.pk, host, name="ben")
    block(ben, host)
    assert not invitations_for(ben)


def test_declining_needs_an_invitation_of_ones_own(host, table):
    ben, eve = account("ben"), account("eve")
    invite(table.pk, host, name="ben")
    for other in (eve, guest("Ida")):
        decline(table.pk, other)
    assert sees(ben, table)


def test_only_twenty_an_hour_whether_or_not_there_is_such_a_person(host, table):
    account("ben")
    for number in range(INVITATIONS_AN_HOUR):
        invite(table.pk, host, name=f"nobody {number}")
    with pytest.raises(TooMany):
        invite(table.pk, host, name="ben")
    assert not Invitation.objects.exists()
    other = account("other")
    invite(open_table(other, Plan("demo", 2, {})).pk, other, name="ben")
    assert Invitation.objects.count() == 1


def test_a_rematch_keeps_what_was_played_and_tells_the_others(host):
    gus = guest("Gus")
    game = open_table(host, Plan("demo", 2, {"lucky": True}))
    sit(game.pk, gus, "")
    kept = {"pace": "days", "base_seconds": 86400, "on_expiry": "default"}
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, **kept)
    after = rematch(game.pk, host, "")
    assert {name: getattr(after, name) for name in kept} == kept
    assert after.options == {"lucky": True}
    notice = Notice.objects.get()
    assert (notice.guest_id, notice.kind, notice.game_id, notice.data) == (
        gus.guest_id,
        "rematch",
        game.pk,
        {"by": "Hanna"},
    )
    assert sees(gus, after)
    assert not sees(guest("Eve"), after)


@pytest.mark.parametrize(("seats", "listed"), [(1, True), (1, False), (2, True)])
def test_only_who_played_alone_for_all_to_see_plays_so_again(host, seats, listed):
    game = open_table(host, Plan("point_city", seats, {}, listed=listed))
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    assert rematch(game.pk, host, "").listed == (listed and seats == 1)
