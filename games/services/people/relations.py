"""What people made of each other: friends, blocks and mutes. Only the owner ever learns of them."""

from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import Game, Guest, Relation, Seat
from games.rules.protocol import MalformedMove, NotSeated
from games.rules.words import gettext_noop
from games.services.people.viewers import Viewer

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


def blocks_against(viewer: Viewer) -> QuerySet[Relation]:
    """Return the blocks that others set on this viewer, also on the guest they once were."""
    if viewer.user_id is not None:
        once = Guest.objects.filter(claimed_by_id=viewer.user_id).values("pk")
        whom = Q(user_id=viewer.user_id) | Q(guest_id__in=once)
    else:
        whom = Q(guest_id=viewer.guest_id, guest__isnull=False)
    return Relation.objects.filter(whom, kind=Kind.BLOCK)


def blocks_by(viewer: Viewer) -> QuerySet[Relation]:
    """Return the blocks this viewer has set; only accounts set any."""
    return Relation.objects.filter(owner_id=viewer.user_id, kind=Kind.BLOCK)


def blocked_seats(viewer: Viewer) -> Q:
    """Return the filter for seats of people who blocked the viewer, or whom the viewer blocked."""
    mine = blocks_by(viewer)
    return (
        Q(user_id__in=blocks_against(viewer).values("owner_id"))
        | Q(user_id__in=mine.filter(user__isnull=False).values("user_id"))
        | Q(guest_id__in=mine.filter(guest__isnull=False).values("guest_id"))
    )


def blocked_tables(viewer: Viewer) -> QuerySet[Seat, UUID]:
    """Return the ids of open tables that a block stands between, for a subquery."""
    return Seat.objects.filter(blocked_seats(viewer), game__status=Game.Status.OPEN).values_list("game_id")


def is_unwelcome(game: Game, viewer: Viewer) -> bool:
    """Tell whether somebody who sits at the table has blocked the viewer."""
    return game.seats.filter(user_id__in=blocks_against(viewer).values("owner_id")).exists()
