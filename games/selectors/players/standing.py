"""What the moderators decided about one person, as that person sees it."""

from django.db.models import QuerySet

from games.models import Sanction
from games.selectors.players.sanctions import Kind, sanctions_of
from games.selectors.viewers import Viewer

MOST_SHOWN = 50
MOST_IN_BANNER = 3


def banner(viewer: Viewer) -> tuple[Sanction, ...]:
    """Return what every page reminds this viewer of: what holds now, and warnings they have not read."""
    shown = [each for each in sanctions_of(viewer) if each.kind != Kind.WARNING or each.seen_at is None]
    return tuple(shown[:MOST_IN_BANNER])


def history(viewer: Viewer) -> QuerySet[Sanction]:
    """Return everything that was ever decided about this viewer, the newest first, with the appeals."""
    own = Sanction.objects.filter(user_id=viewer.user_id, guest_id=viewer.guest_id)
    return own.select_related("appeal")[:MOST_SHOWN]
