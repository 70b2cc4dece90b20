"""Middleware of the site."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.decorators import sync_only_middleware

from games.selectors.viewers import profile_of
from games.services.people.accounts import note_visit


@sync_only_middleware
def note_visits(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Remember when people with an account were here; a page that asks by itself is not a visit."""

    def visited(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if _is_visit(request) and request.user.is_authenticated:
            note_visit(request.user.pk, profile_of(request.user).seen_at, timezone.now())
        return response

    return visited


def _is_visit(request: HttpRequest) -> bool:
    if request.method == "POST":
        return True
    return "HX-Request" not in request.headers and "text/html" in request.headers.get("Accept", "text/html")
