"""Helping somebody back into their account: what administrators may do to it, each time noted and told."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.db import transaction

from games.rules.words import gettext_noop
from games.selectors.viewers import Viewer
from games.services.notices.inbox import tell
from games.services.people.sessions import end_sessions
from games.services.rights.audit import note
from games.services.rights.sign_in_links import RIGHT, new_link
from games.services.rights.staff import DeskError, Staff, require_power_over, require_right

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LINK_LIFE = timedelta(hours=1)


def _in_need(staff: Staff, user_id: int) -> "User":
    """Return the account, locked, if this member of the staff may let somebody into it."""
    require_right(staff, RIGHT)
    require_power_over(staff, Viewer(user_id=user_id))
    people: Any = get_user_model().objects
    user: User = people.select_for_update().get(pk=user_id)
    return user


@transaction.atomic
def make_sign_in_link(staff: Staff, user_id: int, reason: str) -> str:
    """Return the token of a link that signs in to the account once; the links before it are void."""
    user = _in_need(staff, user_id)
    if not user.is_active:
        raise DeskError(gettext_noop("This account is closed."))
    token, link = new_link(user, staff.user, LINK_LIFE)
    note(staff, "sign-in-link", f"user:{user_id}", reason, ({}, {"until": link.until.isoformat()}))
    tell(Viewer(user_id=user_id), "sign_in_link", reason=reason)
    return token


@transaction.atomic
def remove_second_factor(staff: Staff, user_id: int, reason: str) -> None:
    """Let the password alone do again: take away codes, keys and passkeys, and end all sessions."""
    user = _in_need(staff, user_id)
    factors = Authenticator.objects.filter(user=user)
    kinds = sorted(factors.values_list("type", flat=True))
    if not kinds:
        raise DeskError(gettext_noop("This account doesn't have a second factor."))
    factors.delete()
    end_sessions(user)
    note(staff, "remove-second-factor", f"user:{user_id}", reason, ({"factors": kinds}, {"factors": []}))
    tell(Viewer(user_id=user_id), "second_factor_removed", reason=reason)


@transaction.atomic
def sign_out(staff: Staff, user_id: int, reason: str) -> int:
    """End all sessions of an account; return how many there were."""
    user = _in_need(staff, user_id)
    ended = end_sessions(user)
    note(staff, "end-sessions", f"user:{user_id}", reason, ({"sessions": ended}, {"sessions": 0}))
    return ended
