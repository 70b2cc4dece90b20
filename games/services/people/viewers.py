"""Who is asking: a person with an account, a guest, or somebody just looking."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q

from games.likeness import likeness
from games.models import Game, Guest, Profile, Seat, held_by_account, held_by_guest
from games.services.people.names import distinct_name
from games.services.people.networks import neighbourhood

if TYPE_CHECKING:
    from django.contrib.auth.models import User


SEEN_PRECISION = timedelta(minutes=1)


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
        """Tell whether a seat of this account or guest is that of this viewer, just read from the session."""
        if self.user_id is not None:
            return user_id == self.user_id
        return self.guest_id is not None and guest_id == self.guest_id


def profile_of(user: "User") -> Profile:
    """Return what the account chose."""
    profile: Profile = user.profile  # type: ignore[attr-defined]
    return profile


def give_profile(instance: "User", created: bool, raw: bool = False, **_: Any) -> None:
    """Give an account its profile when it is made, by whichever way; a fixture brings its own."""
    if created and not raw:
        login = instance.get_username()
        Profile.objects.create(user=instance, name=login[:40], login_key=likeness(login))


def note_visit(user_id: int, noted_at: datetime | None, now: datetime) -> datetime:
    """Remember to the minute when the holder of an account was last here; return what is noted now."""
    if noted_at is not None and now < noted_at + SEEN_PRECISION:
        return noted_at
    Profile.objects.filter(user=user_id).update(seen_at=now)
    return now


def seat_of(game: Game, viewer: Viewer) -> Seat | None:
    """Return the seat the viewer holds at this table, if any."""
    return Seat.objects.filter(viewer.owns(), game=game).first()


def holder_of(seat: Seat) -> Viewer:
    """Return who sits there."""
    return Viewer(user_id=seat.user_id, guest_id=seat.guest_id, name=seat.name)


def new_guest(name: str, address: str = "") -> Guest:
    """Make a guest of that name, already cleaned, who comes from that neighbourhood."""
    return Guest.objects.create(name=name, network=neighbourhood(address))


@transaction.atomic
def claim_seats(guest_id: UUID, user: "User") -> int:
    """Move a guest's seats to the account made in the same session; return how many moved."""
    guest = Guest.objects.select_for_update().filter(pk=guest_id, claimed_by=None).first()
    if guest is None:
        return 0
    guest.claimed_by = user
    guest.save()
    taken = Seat.objects.filter(user=user).values("game_id")
    mine = list(Seat.objects.filter(guest=guest).exclude(game_id__in=taken).prefetch_related("game__seats"))
    for seat in mine:
        others = (other.name for other in seat.game.seats.all() if other != seat)
        seat.user, seat.guest, seat.name = user, None, distinct_name(profile_of(user).name, others)
    return Seat.objects.bulk_update(mine, ["user", "guest", "name"])


@transaction.atomic
def make_first_account_administrator(user: "User") -> bool:
    """Make the very first account the site's administrator, hence its owner; say whether it was."""
    people: Any = get_user_model().objects
    first = people.select_for_update().order_by("pk").first()
    if first != user or people.filter(is_superuser=True).exists():
        return False
    user.is_staff = user.is_superuser = True
    user.save()
    return True
