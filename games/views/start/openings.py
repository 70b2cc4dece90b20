"""How many tables one person, and one address, may open in a short time."""

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest

from games.selectors.viewers import Viewer
from games.services.people.limits import count_use
from games.services.people.networks import household
from games.views.visitors import known_viewer

MOST_BY_ONE = 20
SECONDS = 600


def opener(request: HttpRequest, name: str | None) -> Viewer:
    """Return who opens a table, made a guest of that name if need be; ``TooMany`` if there were many."""
    count_address(request)
    who = known_viewer(request, name)
    count_use(who.actor, "table", MOST_BY_ONE, SECONDS)
    return who


def count_address(request: HttpRequest) -> None:
    """Count a new table from this household: guests are new people as often as they like."""
    address = get_adapter(request).get_client_ip(request)
    count_use(household(address), "table", settings.TABLES_PER_ADDRESS, SECONDS)
