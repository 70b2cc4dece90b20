"""A guest who becomes an account brings everything along, also what moderators and others decided."""

import pytest

from games.models import ChatLine, Notice, Relation, Report, Sanction, Seat
from games.selectors.players.sanctions import Banned, Kind, require_allowed
from games.services.notices.inbox import tell
from games.services.people.claims import claim
from tests.tables import guest, running
from tests.views.members import account, viewer_for

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
