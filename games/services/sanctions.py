"""What moderators have forbidden somebody, checked inside the transaction that would let them do it."""

from django.db.models import Q
from django.utils import timezone

from games.models import Sanction
from games.rules.protocol import RulesError
from games.rules.words import gettext_noop
from games.services.people import Viewer

Kind = Sanction.Kind

REFUSALS = {
    Kind.SITE: gettext_noop("You are banned from playing here. Your account page says why and until when."),
    Kind.HOSTING: gettext_noop("You may not open tables now. Your account page says why and until when."),
    Kind.CHAT: gettext_noop("You may not write now. Your account page says why and until when."),
}


class Banned(RulesError):
    """A moderator has forbidden this person what they want to do."""


def standing(viewer: Viewer) -> Q:
    """Return the filter for the sanctions that hold for this viewer now."""
    if viewer.user_id is not None:
        whose = Q(user_id=viewer.user_id)
    elif viewer.guest_id is not None:
        whose = Q(guest_id=viewer.guest_id)
    else:
        return Q(pk__in=())
    return whose & Q(lifted_at=None) & (Q(until=None) | Q(until__gt=timezone.now()))


def require_allowed(viewer: Viewer, *kinds: Kind) -> None:
    """Raise ``Banned`` if one of these sanctions holds for the viewer now."""
    found = Sanction.objects.filter(standing(viewer), kind__in=kinds).first()
    if found:
        raise Banned(REFUSALS[Kind(found.kind)])
