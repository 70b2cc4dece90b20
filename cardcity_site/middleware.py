"""Middleware of the site."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from allauth.account.adapter import get_adapter
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.decorators import sync_only_middleware

from games.selectors.viewers import GUEST_DAY_KEY, GUEST_KEY, profile_of
from games.services.background.faults import noting
from games.services.people.accounts import note_guest_visit, note_visit


@sync_only_middleware
def note_visits(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Remember when people were here; a page that asks by itself is not a visit."""

    def visited(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if _is_visit(request):
            with noting("a visit"):
                _note(request, timezone.now())
        return response

    return visited


def _note(request: HttpRequest, now: datetime) -> None:
    """Note an account's visit to the minute and a guest's to the day, which the session knows."""
    today, guest_id = str(now.date()), request.session.get(GUEST_KEY)
    if request.user.is_authenticated:
        note_visit(request.user.pk, profile_of(request.user).seen_at, now)
    elif guest_id and request.session.get(GUEST_DAY_KEY) != today:
        note_guest_visit(UUID(guest_id), get_adapter(request).get_client_ip(request), now)
        request.session[GUEST_DAY_KEY] = today


def _is_visit(request: HttpRequest) -> bool:
    if request.method == "POST":
        return True
    return "HX-Request" not in request.headers and "text/html" in request.headers.get("Accept", "text/html")
