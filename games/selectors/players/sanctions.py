"""What moderators have forbidden somebody, checked inside the transaction that would let them do it."""

from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Sanction, holds_at
from games.rules.protocol import RulesError
from games.rules.words import gettext_noop
from games.selectors.stored.statements import sanctions_in_force
from games.selectors.viewers import Viewer

Kind = Sanction.Kind

REFUSALS = {
    Kind.SITE: gettext_noop("You're banned from playing here."),
    Kind.HOSTING: gettext_noop("You can't create tables right now."),
    Kind.CHAT: gettext_noop("You can't write in chat right now."),
}


class Banned(RulesError):
    """A moderator has forbidden this person what they want to do; their standing says why and until when."""

    has_standing = True


def standing(viewer: Viewer) -> Q:
    """Return the filter for the sanctions that hold for this viewer now."""
    if viewer.user_id is not None:
        whose = Q(user_id=viewer.user_id)
    elif viewer.guest_id is not None:
        whose = Q(guest_id=viewer.guest_id)
    else:
        return Q(pk__in=())
    return whose & in_force()


def sanctions_of(viewer: Viewer) -> list[Sanction]:
    """Return the sanctions that hold for this viewer now, the newest first."""
    if not viewer.is_known:
        return []
    user_id, guest_id = viewer.person
    return sanctions_in_force(user_id=user_id, guest_id=guest_id, now=timezone.now())


def in_force(path: str = "") -> Q:
    """Return the filter for sanctions that hold now, or for rows that lead to them by this path."""
    return holds_at(timezone.now(), path)


def all_banned() -> set[int | UUID]:
    """Return the accounts and guests that are banned from the site now.

    They are few: who asks for thousands of people looks in here faster than the database looks for them.
    """
    rows = Sanction.objects.filter(in_force(), kind=Kind.SITE).values_list("user_id", "guest_id")
    return {user_id or guest_id for user_id, guest_id in rows}


def is_barred(viewer: Viewer) -> bool:
    """Tell whether this account or guest is banned from the site now."""
    return viewer.is_known and any(sanction.kind == Kind.SITE for sanction in sanctions_of(viewer))


def banned_accounts() -> QuerySet[Sanction, int]:
    """Return the ids of the accounts banned from the site now, for a subquery."""
    bans = Sanction.objects.filter(in_force(), kind=Kind.SITE, user__isnull=False)
    return bans.values_list("user_id", flat=True)


def is_banned(user_id: int) -> bool:
    """Tell whether an account is banned from the site now."""
    return banned_accounts().filter(user_id=user_id).exists()


def require_allowed(viewer: Viewer, *kinds: Kind) -> None:
    """Raise ``Banned`` if one of these sanctions holds for the viewer now."""
    for sanction in sanctions_of(viewer):
        if sanction.kind in kinds:
            raise Banned(REFUSALS[Kind(sanction.kind)])
