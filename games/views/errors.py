"""Pages for requests that went wrong before any view saw them."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 413 to what is too big, else 400; the page needs nothing of the request."""
    status = 413 if isinstance(exception, RequestDataTooBig) else 400
    return HttpResponse(render_to_string(f"{status}.html"), status=status)
