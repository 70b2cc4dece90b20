"""The browsers an account is signed in with, and ending them."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

if TYPE_CHECKING:
    from django.contrib.auth.models import User

BATCH = 100
ADDRESS_LIFE = timedelta(days=30)
FORGOTTEN = "0.0.0.0"  # noqa: S104
"""What stands in the place of an address that was kept long enough."""
LOOK_INTERVAL = 3600
"""Seconds from one look for old addresses to the next."""


def living_sessions(user_id: int) -> QuerySet[UserSession]:
    """Return the account's sessions that still hold, the newest first."""
    living = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return UserSession.objects.filter(user_id=user_id, session_key__in=living).order_by("-created_at")


def places_of(user_id: int | None, now: datetime) -> set[str]:
    """Return the networks from which somebody was signed in lately."""
    seen = UserSession.objects.filter(user_id=user_id, last_seen_at__gt=now - ADDRESS_LIFE)
    return set(seen.exclude(ip=FORGOTTEN).values_list("ip", flat=True))


@transaction.atomic
def end_sessions(user: "User", but: str | None = None) -> int:
    """Sign the account out everywhere but in one session; return in how many places it was."""
    ended = UserSession.objects.filter(user_id=user.pk).exclude(session_key=but)
    keys = list(ended.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    ended.delete()
    return len(keys)


def forget_sessions(now: datetime) -> int:
    """Delete sessions that have expired, with what was noted about them; return how many."""
    keys = list(Session.objects.filter(expire_date__lt=now).values_list("session_key", flat=True)[:BATCH])
    if keys:
        UserSession.objects.filter(session_key__in=keys).delete()
        Session.objects.filter(session_key__in=keys).delete()
    return len(keys)


def forget_addresses(now: datetime) -> int:
    """Forget from where people signed in long ago, though they are still signed in; return how many."""
    if not cache.add("games.forget_addresses", True, LOOK_INTERVAL):
        return 0
    old = UserSession.objects.filter(last_seen_at__lt=now - ADDRESS_LIFE).exclude(ip=FORGOTTEN)
    return old.update(ip=FORGOTTEN)
