"""What every page knows of the viewer's notices, and the staff of their queue."""

from collections.abc import Callable

from django.http import HttpRequest

from games.requests import viewer
from games.selectors.desk.moderation import ReportsWaiting, waiting_reports
from games.selectors.players.notices import unread_count


def bell(request: HttpRequest) -> dict[str, Callable[[], int | None]]:
    """Give every template ``unread_notices``; it is counted only where it is shown."""
    return {"unread_notices": lambda: _unread(request)}


def desk_badge(request: HttpRequest) -> dict[str, Callable[[], ReportsWaiting]]:
    """Give every template ``desk_waiting``; the reports are counted only where it is shown, to the staff."""
    return {"desk_waiting": lambda: waiting_reports(request.user.pk)}


def _unread(request: HttpRequest) -> int | None:
    """Return the count, or None for somebody who cannot be told anything."""
    if not hasattr(request, "user"):
        return None
    who = viewer(request)
    return unread_count(who) if who.is_known else None
