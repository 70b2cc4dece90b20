"""Links that sign in to an account once. What is stored opens nothing: a hash of the link's token."""

import hashlib
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from games.models import SignInLink
from games.selectors.viewers import Viewer
from games.services.rights.ranks import able_staff, rank_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

RIGHT = "auth.change_user"
"""What it takes to make a link."""


def new_link(user: "User", by: "User | None", life: timedelta) -> tuple[str, SignInLink]:
    """Return a new link and its token, which is nowhere else; earlier links of the account are void."""
    token = secrets.token_urlsafe(24)
    forget_links(user)
    until = timezone.now() + life
    return token, SignInLink.objects.create(user=user, digest=_digest(token), until=until, by=by)


def link_of(token: str) -> SignInLink | None:
    """Return the link of a token, if it still signs in and who made it could still make it."""
    living = SignInLink.objects.filter(used_at=None, until__gt=timezone.now(), user__is_active=True)
    link = living.select_related("user__profile").filter(digest=_digest(token)).first()
    return link if link and _could_be_made(link) else None


def _could_be_made(link: SignInLink) -> bool:
    """Tell whether who made it is still of the staff, above the account, and not banned."""
    above = able_staff(RIGHT).filter(rank__gt=rank_of(Viewer(user_id=link.user_id)))
    return above.filter(pk=link.by_id).exists()


@transaction.atomic
def use_link(token: str) -> "User | None":
    """Return whom a link signs in, for the first who asks; nobody for everybody after."""
    link = link_of(token)
    if link is None:
        return None
    mine = SignInLink.objects.filter(pk=link.pk, used_at=None).update(used_at=timezone.now())
    return link.user if mine else None


def forget_links(user: "User") -> None:
    """Let no link that was made for the account sign in any more."""
    SignInLink.objects.filter(user=user, used_at=None).delete()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
