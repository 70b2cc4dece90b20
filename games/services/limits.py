"""How often somebody may do a thing, counted where all processes see it."""

from django.core.cache import cache

from games.rules.protocol import RulesError
from games.rules.words import gettext_noop
from games.services.people import Viewer


class TooMany(RulesError):
    """Somebody did a thing too often in a short time."""


def spend(viewer: Viewer, what: str, most: int, seconds: int) -> None:
    """Count one use; raise ``TooMany`` for more than so many in that time."""
    key = f"limit:{what}:{viewer.actor}"
    cache.add(key, 0, seconds)
    try:
        used = cache.incr(key)
    except ValueError:
        # The time was over between the two calls, so this is the first use of the next.
        return
    if used > most:
        raise TooMany(gettext_noop("That was too often in a short time. Try again later."))
