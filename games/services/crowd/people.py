"""Accounts and guests with names from many scripts, and what they are to each other."""

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.utils import timezone

from games.likeness import likeness
from games.models import Guest, Profile, Relation
from games.selectors.viewers import Viewer

NAMES = (
    "Ada", "Zoë", "Olena", "Тарас", "Софія", "Иван", "Катя", "Łukasz", "Małgorzata", "Jürgen",
    "美玲", "小宇", "نور", "דנה", "Nguyễn", "Çağla", "Søren", "José", "Αθηνά", "Þóra",
)  # fmt: skip
GUESTS_PER_PERSON = 0.1
RELATIONS_EACH = 3
MEMBERSHIP = timedelta(days=700)


class AlreadyHere(Exception):
    """The people of this seed were invented before."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody invented: how well they play, and how often they are at a table."""

    viewer: Viewer
    skill: float
    keenness: float


def invent_people(random: Random, count: int) -> list[Player]:
    """Return new accounts, nobody can sign in to, and a few guests."""
    users = _accounts(random, count)
    guests = Guest.objects.bulk_create(
        Guest(name=_name(random, number)) for number in range(int(count * GUESTS_PER_PERSON))
    )
    viewers = [Viewer(user_id=user.pk, name=user.profile.name) for user in users]
    viewers += [Viewer(guest_id=guest.pk, name=guest.name) for guest in guests]
    _relate(random, users)
    return [Player(viewer, random.gauss(0, 1), 1 / (1 + at / 50)) for at, viewer in enumerate(viewers)]


def _accounts(random: Random, count: int) -> list[Any]:
    people = get_user_model()
    tag, no_password = f"{random.randrange(16**8):08x}", make_password(None)
    if people.objects.filter(username__startswith=f"crowd-{tag}-").exists():
        raise AlreadyHere
    first = timezone.now() - MEMBERSHIP
    users = people.objects.bulk_create(
        people(
            username=f"crowd-{tag}-{number}",
            password=no_password,
            date_joined=first + random.random() * MEMBERSHIP / 3,
        )
        for number in range(count)
    )
    Profile.objects.bulk_create(
        Profile(user=user, name=_name(random, number), login_key=likeness(user.username))
        for number, user in enumerate(users)
    )
    return users


def _name(random: Random, number: int) -> str:
    return f"{random.choice(NAMES)} {number + 1}"


def _relate(random: Random, users: list[Any]) -> None:
    kinds = [Relation.Kind.FRIEND, Relation.Kind.FRIEND, Relation.Kind.BLOCK, Relation.Kind.MUTE]
    chosen = {
        (owner.pk, other.pk): random.choice(kinds)
        for owner in users
        for other in random.choices(users, k=RELATIONS_EACH)
        if owner != other
    }
    Relation.objects.bulk_create(
        Relation(owner_id=owner, user_id=other, kind=kind) for (owner, other), kind in chosen.items()
    )
