"""Friends, blocks and mutes: whose they are, and that a block closes a table without saying so."""

import pytest
from django.contrib.auth import get_user_model

from games.models import Game, Notice, Relation
from games.rules.protocol import MalformedMove, NotSeated
from games.selectors.games import open_tables
from games.selectors.lobby import lobby_for
from games.selectors.players.people import person_of, related, relations_to
from games.selectors.viewers import Viewer
from games.services.people.accounts import claim_seats
from games.services.people.relations import Kind, relate
from games.services.play.refusals import TableError
from games.services.tables.rematches import rematch
from games.services.tables.seating import Plan, open_table, sit
from tests.accounts import account, befriend, block
from tests.tables import guest

pytestmark = pytest.mark.django_db(transaction=True)


def opened(host, seats=3):
    return open_table(host, Plan("demo", seats, {}, listed=True))


def refused(game, viewer):
    with pytest.raises(TableError) as refusal:
        sit(game.pk, viewer, "")
    return refusal.value.reason


def test_who_is_blocked_cannot_sit_where_the_other_sits_and_is_not_told_why():
    anna, eve = account("anna"), account("eve")
    hosted, visited = opened(anna), opened(guest("Host"))
    sit(visited.pk, anna, "")
    block(anna, eve)
    for game in (hosted, visited):
        assert refused(game, eve) == "You can't join this table."
        assert game.seats.count() == len(game.seats.exclude(user_id=eve.user_id))
    assert not Notice.objects.exists()


def test_a_guest_can_be_blocked_and_stays_blocked_with_an_account():
    anna, eve = account("anna"), guest("Eve")
    game = opened(anna)
    block(anna, eve)
    refused(game, eve)
    member = account("eve")
    claim_seats(eve.guest_id, get_user_model().objects.get(pk=member.user_id))
    refused(game, member)


def test_who_blocks_may_still_sit_with_the_other():
    anna, eve = account("anna"), account("eve")
    game = opened(eve)
    block(anna, eve)
    assert sit(game.pk, anna, "").user_id == anna.user_id


def test_a_block_taken_back_opens_the_table_again():
    anna, eve = account("anna"), account("eve")
    game = opened(anna)
    block(anna, eve)
    relate(anna, eve, Kind.BLOCK, on=False)
    assert sit(game.pk, eve, "").user_id == eve.user_id


def test_a_block_after_the_game_keeps_the_other_from_the_rematch():
    anna, eve = account("anna"), account("eve")
    game = opened(anna, seats=2)
    sit(game.pk, eve, "")
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    block(anna, eve)
    after = rematch(game.pk, anna, "")
    assert rematch(game.pk, eve, "").pk == after.pk
    refused(after, eve)


def test_who_blocked_somebody_is_not_told_that_they_want_a_rematch():
    anna, eve, ida = account("anna"), account("eve"), guest("Ida")
    game = opened(anna, seats=3)
    for other in (eve, ida):
        sit(game.pk, other, "")
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    block(anna, eve)
    rematch(game.pk, eve, "")
    assert Notice.objects.get().guest_id == ida.guest_id


def test_the_lobby_lists_no_table_that_a_block_stands_between():
    anna, eve, ben = account("anna"), account("eve"), account("ben")
    of_anna, of_eve = opened(anna), opened(eve)
    block(anna, eve)
    assert [game.pk for game in open_tables(eve)] == [of_eve.pk]
    assert [game.pk for game in open_tables(anna)] == [of_anna.pk]
    assert {game.pk for game in open_tables(ben)} == {of_anna.pk, of_eve.pk}
    assert len(open_tables(guest("Ida"))) == 2


def test_the_start_page_lists_no_table_that_a_block_stands_between():
    anna, eve, ida, kim = account("anna"), account("eve"), guest("Ida"), guest("Kim")
    of_anna, of_eve, of_ida, of_kim = (opened(host) for host in (anna, eve, ida, kim))
    block(anna, eve)
    block(eve, ida)
    block(anna, kim)
    everybody = {of_anna.pk, of_eve.pk, of_ida.pk, of_kim.pk}
    for viewer, hidden in (
        (anna, {of_anna, of_eve, of_kim}),
        (eve, {of_eve, of_anna, of_ida}),
        (ida, {of_ida, of_eve}),
        (kim, {of_kim, of_anna}),
        (Viewer(), set()),
    ):
        found = {row.game_id for row in lobby_for(viewer).open}
        assert found == everybody - {game.pk for game in hidden}, viewer.name


def test_friends_are_one_sided_until_both_say_so():
    anna, ben = account("anna"), account("ben")
    befriend(anna, ben)
    assert [(person_of(row).name, person_of(row).is_mutual) for row in related(anna)] == [("ben", False)]
    assert not related(ben)
    befriend(ben, anna)
    assert person_of(related(anna).get()).is_mutual


def test_a_relation_is_kept_once_and_a_friend_is_not_blocked():
    anna, ben = account("anna"), account("ben")
    for _ in range(2):
        befriend(anna, ben)
    assert Relation.objects.count() == 1
    relate(anna, ben, Kind.MUTE, on=True)
    block(anna, ben)
    assert relations_to(anna, ben.user_id) == {"mute", "block"}
    befriend(anna, ben)
    assert relations_to(anna, ben.user_id) == {"mute", "friend"}


def test_only_accounts_relate_and_only_to_others():
    anna = account("anna")
    with pytest.raises(NotSeated):
        relate(guest("Ida"), anna, Kind.BLOCK, on=True)
    with pytest.raises(MalformedMove):
        relate(anna, anna, Kind.FRIEND, on=True)
    assert not Relation.objects.exists()
