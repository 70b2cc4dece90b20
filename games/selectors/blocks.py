"""Blocks between people: only their owner ever learns of them."""

from uuid import UUID

from django.db.models import Q, QuerySet

from games.models import Game, Guest, Relation, Seat
from games.selectors.viewers import Viewer

BLOCK = Relation.Kind.BLOCK


def blocks_against(viewer: Viewer) -> QuerySet[Relation]:
    """Return the blocks that others set on this viewer, also on the guest they once were."""
    if viewer.user_id is not None:
        once = Guest.objects.filter(claimed_by_id=viewer.user_id).values("pk")
        whom = Q(user_id=viewer.user_id) | Q(guest_id__in=once)
    else:
        whom = Q(guest_id=viewer.guest_id, guest__isnull=False)
    return Relation.objects.filter(whom, kind=BLOCK)


def blocks_by(viewer: Viewer) -> QuerySet[Relation]:
    """Return the blocks this viewer has set; only accounts set any."""
    return Relation.objects.filter(owner_id=viewer.user_id, kind=BLOCK)


def blocked_seats(viewer: Viewer) -> Q:
    """Return the filter for seats of people who blocked the viewer, or whom the viewer blocked."""
    mine = blocks_by(viewer)
    return (
        Q(user_id__in=blocks_against(viewer).values("owner_id"))
        | Q(user_id__in=mine.filter(user__isnull=False).values("user_id"))
        | Q(guest_id__in=mine.filter(guest__isnull=False).values("guest_id"))
    )


def blocked_tables(viewer: Viewer) -> QuerySet[Seat, UUID]:
    """Return the ids of open and running tables that a block stands between, for a subquery."""
    going = [Game.Status.OPEN, Game.Status.RUNNING]
    return Seat.objects.filter(blocked_seats(viewer), game__status__in=going).values_list("game_id")


def is_unwelcome(game: Game, viewer: Viewer) -> bool:
    """Tell whether somebody who sits at the table has blocked the viewer."""
    return game.seats.filter(user_id__in=blocks_against(viewer).values("owner_id")).exists()
