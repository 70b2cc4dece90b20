"""What people made of each other: friends, blocks and mutes. Only the owner ever learns of them."""

from django.db import transaction

from games.models import Relation
from games.rules.protocol import MalformedMove, NotSeated
from games.rules.words import gettext_noop
from games.selectors.viewers import Viewer

Kind = Relation.Kind
OPPOSITE = {Kind.FRIEND: Kind.BLOCK, Kind.BLOCK: Kind.FRIEND}


@transaction.atomic
def relate(owner: Viewer, other: Viewer, kind: Kind, *, on: bool) -> None:
    """Make somebody a friend, block or mute them, or take it back; nobody is told."""
    if owner.user_id is None:
        raise NotSeated(gettext_noop("Sign in first."))
    if not other.is_known or owner.user_id == other.user_id:
        raise MalformedMove(gettext_noop("You can only do that with other players."))
    mine = Relation.objects.filter(owner_id=owner.user_id, user_id=other.user_id, guest_id=other.guest_id)
    if not on:
        mine.filter(kind=kind).delete()
        return
    mine.filter(kind=OPPOSITE.get(kind)).delete()
    Relation.objects.get_or_create(
        owner_id=owner.user_id, kind=kind, user_id=other.user_id, guest_id=other.guest_id
    )
