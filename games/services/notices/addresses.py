"""The site's own addresses, as they stand in what leaves it."""

from django.conf import settings
from django.core import signing
from django.urls import reverse

_SALT = "games.unsubscribe"


def full(path: str) -> str:
    """Return a path of the site as a complete address."""
    return settings.SITE_URL + path


def table_url(game_id: object) -> str:
    """Return the complete address of a table."""
    return full(reverse("games:table", args=[game_id]))


def unsubscribe_url(user_id: int) -> str:
    """Return where a click ends all mails to this account, without logging in."""
    return full(reverse("games:unsubscribe", args=[signing.dumps(user_id, salt=_SALT)]))


def unsubscriber(token: str) -> int | None:
    """Return whose mails a link of a mail ends; it is good for ever."""
    try:
        user_id: int = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    return user_id
