"""What somebody was told in their pages, and the addresses that get mail."""

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet

from games.models import Notice
from games.selectors.viewers import Viewer


def notices_of(viewer: Viewer) -> QuerySet[Notice]:
    """Return what this person was told, the newest first."""
    if viewer.user_id is not None:
        whose = Q(user_id=viewer.user_id)
    elif viewer.guest_id is not None:
        whose = Q(guest_id=viewer.guest_id)
    else:
        whose = Q(pk__in=())
    return Notice.objects.filter(whose).order_by("-pk")


def confirmed_addresses() -> QuerySet[EmailAddress]:
    """Return the only addresses that get mail: the main ones, of which the owner was proved."""
    return EmailAddress.objects.filter(verified=True, primary=True)
