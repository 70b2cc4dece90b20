"""Who is asking, read from a user and a session alike for pages and sockets."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from django.db.models import Q

from games.models import Game, Guest, Profile, Seat, held_by_account, held_by_guest

if TYPE_CHECKING:
    from django.contrib.auth.models import User

GUEST_KEY = "guest"
GUEST_DAY_KEY = "guest_day"
"""The day at which the guest's visit was last noted."""
INVITED_KEY = "invited"
MUTED_KEY = "muted"


class Person(NamedTuple):
    """An account or a guest, or neither if they are gone."""

    user_id: int | None = None
    guest_id: UUID | None = None


class Invited(NamedTuple):
    """A game that somebody may see because they had its invite link, by the link's number."""

    game_id: UUID
    number: int = 0


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody at the site: at most one of user and guest, where they were invited, whom they muted."""

    user_id: int | None = None
    guest_id: UUID | None = None
    name: str = ""
    invited: frozenset[Invited] = frozenset()
    muted: frozenset[Person] = frozenset()
    """Muted without an account: kept in the session, as the invitations are."""

    @property
    def is_known(self) -> bool:
        """True if this viewer may hold a seat."""
        return self.user_id is not None or self.guest_id is not None

    @property
    def person(self) -> Person:
        """Who this is, without what the session adds."""
        return Person(self.user_id, self.guest_id)

    @property
    def actor(self) -> str:
        """How the log names who acted, without a personal name."""
        return f"user:{self.user_id}" if self.user_id is not None else f"guest:{self.guest_id}"

    def owns(self) -> Q:
        """Return the filter for seats this viewer holds; an unknown viewer holds none."""
        if self.user_id is not None:
            return held_by_account(self.user_id)
        if self.guest_id is not None:
            return held_by_guest(self.guest_id)
        return Q(pk__in=())

    def holds(self, user_id: int | None, guest_id: UUID | None) -> bool:
        """Tell whether a seat of this account or guest is the viewer's: ``owns`` without a query."""
        if self.user_id is not None:
            return user_id == self.user_id
        return self.guest_id is not None and guest_id == self.guest_id


def viewer_behind(person: "User | Guest") -> Viewer:
    """Return an account or a guest as the services know them: a guest who signed up is the account."""
    if not isinstance(person, Guest):
        return Viewer(user_id=person.pk)
    if person.claimed_by_id is not None:
        return Viewer(user_id=person.claimed_by_id)
    return Viewer(guest_id=person.pk)


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


def profile_of(user: "User") -> Profile:
    """Return what the account chose."""
    profile: Profile = user.profile  # type: ignore[attr-defined]
    return profile


def seat_of(game: Game, viewer: Viewer) -> Seat | None:
    """Return the seat the viewer holds at this table, if any."""
    return Seat.objects.filter(viewer.owns(), game=game).first()


def plays_at(game: Game, viewer: Viewer) -> bool:
    """Tell whether the viewer holds a seat at this table and has not left it: whoever left only looks on."""
    return Seat.objects.filter(viewer.owns(), game=game, left=False).exists()


def sits_elsewhere(game: Game, index: int, viewer: Viewer) -> bool:
    """Tell whether the viewer holds a seat at this table other than that one, be it one that they left."""
    seat = seat_of(game, viewer)
    return seat is not None and seat.index != index


def holder_of(seat: Seat) -> Viewer:
    """Return who sits there."""
    return Viewer(user_id=seat.user_id, guest_id=seat.guest_id, name=seat.name)
