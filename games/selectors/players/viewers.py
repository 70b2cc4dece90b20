"""Who is asking, read from a user and a session alike for pages and sockets."""

from typing import Any
from uuid import UUID

from games.models import Guest
from games.services.people.viewers import Invited, Person, Viewer, profile_of

GUEST_KEY = "guest"
INVITED_KEY = "invited"
MUTED_KEY = "muted"


def viewer_of(user: Any, session: Any) -> Viewer:
    """Return the viewer behind a request or a socket; an account goes before a guest."""
    invited = frozenset(map(_invited, session.get(INVITED_KEY, ())))
    muted = frozenset(_person(*pair) for pair in session.get(MUTED_KEY, ()))
    if user is not None and user.is_authenticated and user.is_active:
        return Viewer(user_id=user.pk, name=profile_of(user).name, invited=invited, muted=muted)
    guest = _guest(session.get(GUEST_KEY))
    if guest is None:
        return Viewer(invited=invited, muted=muted)
    return Viewer(guest_id=guest.pk, name=guest.name, invited=invited, muted=muted)


def _invited(text: str) -> Invited:
    game_id, _, number = text.partition(".")
    return Invited(UUID(game_id), int(number or 0))


def _person(user_id: int | None, guest_id: str | None) -> Person:
    return Person(user_id, UUID(guest_id) if guest_id else None)


def _guest(guest_id: str | None) -> Guest | None:
    return Guest.objects.filter(pk=guest_id, claimed_by=None).first() if guest_id else None
