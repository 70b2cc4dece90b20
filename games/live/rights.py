"""Whom a socket speaks for, and whether that still holds."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from cardcity_site.sessions import is_key
from games.selectors.players.sanctions import all_banned, is_barred
from games.selectors.viewers import Viewer, viewer_of


@dataclass(frozen=True, slots=True)
class Pass:
    """A viewer with the session and the account row that made them one."""

    viewer: Viewer
    session_key: str = ""
    session_data: str = ""
    account: tuple[bool, str] | None = None

    def same_person(self, other: "Pass") -> bool:
        """Tell whether both stand for the same account or guest."""
        mine, theirs = self.viewer, other.viewer
        return (mine.user_id, mine.guest_id) == (theirs.user_id, theirs.guest_id)


def issue(session_key: str) -> Pass:
    """Return the pass of a session; without a living session, or under a ban, it is an observer's."""
    session = _living([session_key]).first() if is_key(session_key) else None
    if session is None:
        return Pass(Viewer())
    data = session.get_decoded()
    user = _user(data)
    account = (user.is_active, user.password) if user else None
    held = Pass(viewer_of(user, data), session_key, session.session_data, account)
    return Pass(Viewer()) if is_barred(held.viewer) else held


def unchanged(passes: Collection[Pass]) -> set[Pass]:
    """Return the passes whose session and account are as they were and not banned, read in three queries."""
    keys = {held.session_key for held in passes if held.session_key}
    sessions = dict(_living(keys).values_list("session_key", "session_data"))
    accounts = _accounts({held.viewer.user_id for held in passes} - {None})
    banned = _banned(passes)
    return {
        held
        for held in passes
        if held not in banned
        and sessions.get(held.session_key, "") == held.session_data
        and accounts.get(held.viewer.user_id) == held.account
    }


def _banned(passes: Collection[Pass]) -> set[Pass]:
    people = {held: {held.viewer.user_id, held.viewer.guest_id} for held in passes if held.viewer.is_known}
    banned = all_banned() if people else set()
    return {held for held, person in people.items() if person & banned}


def _living(keys: Collection[str]) -> Any:
    return Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())


def _accounts(user_ids: Collection[int | None]) -> dict[int | None, tuple[bool, str]]:
    rows = get_user_model().objects.filter(pk__in=user_ids).values_list("pk", "is_active", "password")
    return {pk: (active, password) for pk, active, password in rows}


def _user(session: Mapping[str, Any]) -> Any:
    """Return the active user of a session that is not older than their password."""
    if SESSION_KEY not in session:
        return None
    user: Any = get_user_model().objects.filter(pk=session[SESSION_KEY], is_active=True).first()
    if user and constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()):
        return user
    return None
