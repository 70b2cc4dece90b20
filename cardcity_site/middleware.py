"""Middleware of the site."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware


@sync_only_middleware
def one_thread(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Keep all middleware around this, which waits for the database anyway, in the thread of the view.

    Django would else change threads before and after each of them.
    """
    return get_response
