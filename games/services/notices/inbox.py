"""Telling one person something in their pages, until they have read it."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.models import Delivery, Game, Notice
from games.selectors.blocks import blocks_against
from games.selectors.players.reach import notices_of
from games.selectors.viewers import Viewer, holder_of

LIFE = timedelta(days=90)
BATCH = 100


def tell(
    person: Viewer, kind: str, game: Game | None = None, named: Viewer | None = None, **data: Any
) -> Notice | None:
    """Leave a notice; ``templates/notices/<kind>.html`` says it with the game and the data.

    The data are plain JSON; whose name is in them as ``by`` or ``name`` is ``named``. Nobody is told who is
    neither an account nor a guest.
    """
    if not person.is_known:
        return None
    return Notice.objects.create(
        user_id=person.user_id,
        guest_id=person.guest_id,
        kind=kind,
        game=game,
        named=named.actor if named else "",
        data=data,
    )


def tell_table(game: Game, kind: str, by: Viewer | None = None) -> None:
    """Tell everybody who sits there of a game, but for whoever caused it and those who blocked them."""
    seats = game.seats.filter(left=False)
    if by:
        seats = seats.exclude(by.owns()).exclude(user_id__in=blocks_against(by).values("owner_id"))
    for seat in seats:
        tell(holder_of(seat), kind, game, by, by=by.name if by else "")


def mark_read(viewer: Viewer, upto: int) -> int:
    """Take a person's notices as read, but for those told after the one they saw last."""
    return notices_of(viewer).filter(read_at=None, pk__lte=upto).update(read_at=timezone.now())


def forget_old(now: datetime) -> int:
    """Delete notices and finished deliveries of long ago; the oldest have the smallest numbers."""
    gone = 0
    for kept in (Notice.objects.all(), Delivery.objects.exclude(state=Delivery.State.WAITING)):
        oldest = kept.order_by("pk").values_list("pk", "at")[:BATCH]
        ids = [pk for pk, at in oldest if at < now - LIFE]
        gone += kept.model.objects.filter(pk__in=ids).delete()[0] if ids else 0
    return gone
