"""People become known: accounts get a profile, guests a name, and a guest's seats follow into the account."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction
from django.db.models import QuerySet

from games.likeness import likeness
from games.models import Guest, Profile, Seat
from games.selectors.viewers import profile_of
from games.services.people.names import distinct_name
from games.services.people.networks import neighbourhood

if TYPE_CHECKING:
    from django.contrib.auth.models import User


SEEN_PRECISION = timedelta(minutes=1)


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


def note_guest_visit(guest_id: UUID, address: str, now: datetime) -> None:
    """Remember when a guest was last here, and from which neighbourhood."""
    guests = Guest.objects.filter(pk=guest_id, claimed_by=None)
    guests.update(seen_at=now, network=neighbourhood(address))


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
    held = Seat.objects.select_for_update(of=("self",)).filter(guest=guest).exclude(game_id__in=taken)
    mine = list(held.prefetch_related("game__seats"))
    for seat in mine:
        others = (other.name for other in seat.game.seats.all() if other != seat)
        seat.user, seat.guest, seat.name = user, None, distinct_name(profile_of(user).name, others)
    return Seat.objects.bulk_update(mine, ["user", "guest", "name"])


def holders() -> "QuerySet[User]":
    """Return the accounts that somebody signs in to, which invented people have not."""
    people: Any = get_user_model().objects
    found: QuerySet[User] = people.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    return found


@transaction.atomic
def make_first_account_administrator(user: "User") -> bool:
    """Make the very first account the site's administrator, hence its owner; say whether it was."""
    people: Any = get_user_model().objects
    first = holders().select_for_update().order_by("pk").first()
    if first != user or people.filter(is_superuser=True).exists():
        return False
    user.is_staff = user.is_superuser = True
    user.save()
    return True
