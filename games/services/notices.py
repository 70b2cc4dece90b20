"""Telling one person something in their pages, until they have read it."""

from typing import Any

from games.models import Game, Notice
from games.services.people import Viewer
from games.services.relations import blocks_against


def tell(person: Viewer, kind: str, game: Game | None = None, **data: Any) -> Notice | None:
    """Leave a notice; ``templates/notices/<kind>.html`` says it with the game and the data.

    The data are plain JSON. Nobody is told who is neither an account nor a guest.
    """
    if not person.is_known:
        return None
    return Notice.objects.create(
        user_id=person.user_id, guest_id=person.guest_id, kind=kind, game=game, data=data
    )


def tell_table(game: Game, kind: str, about: Game | None = None, by: Viewer | None = None) -> None:
    """Tell everybody who sits there of a game, but for whoever caused it and those who blocked them."""
    seats = game.seats.filter(left=False)
    if by:
        seats = seats.exclude(by.owns()).exclude(user_id__in=blocks_against(by).values("owner_id"))
    for seat in seats:
        person = Viewer(user_id=seat.user_id, guest_id=seat.guest_id)
        tell(person, kind, about or game, by=by.name if by else "")
