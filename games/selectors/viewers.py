"""Who is asking, read from a user and a session alike for pages and sockets."""

from typing import Any
from uuid import UUID

from games.models import Guest
from games.services.people import Viewer, profile_of

GUEST_KEY = "guest"
INVITED_KEY = "invited"


def viewer_of(user: Any, session: Any) -> Viewer:
    """Return the viewer behind a request or a socket; an account goes before a guest."""
    invited = frozenset(map(UUID, session.get(INVITED_KEY, ())))
    if user is not None and user.is_authenticated and user.is_active:
        return Viewer(user_id=user.pk, name=profile_of(user).name, invited=invited)
    guest = _guest(session.get(GUEST_KEY))
    if guest is None:
        return Viewer(invited=invited)
    return Viewer(guest_id=guest.pk, name=guest.name, invited=invited)


def _guest(guest_id: str | None) -> Guest | None:
    return Guest.objects.filter(pk=guest_id, claimed_by=None).first() if guest_id else None
