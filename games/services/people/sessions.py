"""The browsers an account is signed in with, and ending them."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import PushSubscription

if TYPE_CHECKING:
    from django.contrib.auth.models import User

BATCH = 100
ADDRESS_LIFE = timedelta(days=30)
FORGOTTEN = "0.0.0.0"  # noqa: S104
"""What stands in the place of an address that was kept long enough."""
PUSH_KEY = "push"
"""Where a session keeps which push subscription its browser has."""
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
def end_sessions(user: "User", but: SessionBase | None = None) -> int:
    """Sign the account out everywhere but in one session; return in how many places it was.

    Other browsers hear no more of its games either.
    """
    ended = UserSession.objects.filter(user_id=user.pk).exclude(session_key=but.session_key if but else None)
    keys = list(ended.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    ended.delete()
    PushSubscription.objects.filter(user_id=user.pk).exclude(pk=but.get(PUSH_KEY) if but else None).delete()
    return len(keys)


def silence(session: SessionBase) -> None:
    """Send the browser of a session that ends no more push messages."""
    PushSubscription.objects.filter(pk=session.get(PUSH_KEY)).delete()


def forget_sessions(now: datetime) -> int:
    """Delete sessions that have expired, with what was noted about them; return how many."""
    expired = list(Session.objects.filter(expire_date__lt=now)[:BATCH])
    if expired:
        keys = [session.session_key for session in expired]
        pushes = [session.get_decoded().get(PUSH_KEY) for session in expired]
        PushSubscription.objects.filter(pk__in=filter(None, pushes)).delete()
        UserSession.objects.filter(session_key__in=keys).delete()
        Session.objects.filter(session_key__in=keys).delete()
    return len(expired)


def forget_addresses(now: datetime) -> int:
    """Forget from where people signed in long ago, though they are still signed in; return how many."""
    if not cache.add("games.forget_addresses", True, LOOK_INTERVAL):
        return 0
    old = UserSession.objects.filter(last_seen_at__lt=now - ADDRESS_LIFE).exclude(ip=FORGOTTEN)
    return old.update(ip=FORGOTTEN)
