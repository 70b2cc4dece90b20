"""Pages for requests that went wrong before any view saw them.

None of them reads the body, as Django's own do to check a token: it may be what is wrong.
"""

import logging
import sys
from types import FrameType

from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views.debug import SafeExceptionReporterFilter

RETRY_SECONDS = 5
_LONGEST_NAME = 260
"""Of a domain name with its port."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 413 to what is too big, else 400; the page needs nothing of the request."""
    if isinstance(exception, DisallowedHost):
        return _unknown_host(request)
    status = 413 if isinstance(exception, RequestDataTooBig) else 400
    return HttpResponse(render_to_string(f"{status}.html"), status=status)


def _unknown_host(request: HttpRequest) -> HttpResponse:
    """Tell whoever runs the site what to set; a stranger learns no more than the name they sent."""
    name, _ = split_domain_port(request.META.get("HTTP_HOST", "")[:_LONGEST_NAME])
    lines = [
        gettext("This site isn't set up for the address “%(host)s”.") % {"host": name},
        gettext("If you run this site, add that address to the ALLOWED_HOSTS variable and restart the site:"),
        f'ALLOWED_HOSTS="{name} localhost"',
    ]
    text = "\n".join(lines) if name else gettext("The site address in this request isn't valid.")
    answer = HttpResponse(f"{text}\n", status=400, content_type="text/plain; charset=utf-8")
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403 with the site around it."""
    return HttpResponse(render_to_string("403.html", request=request), status=403)


def not_here(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404 with the site around it."""
    return HttpResponse(render_to_string("404.html", request=request), status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """Answer 500 with a page that needs nothing of the request; 503 while the database does not answer."""
    page = render_to_string("500.html")
    if isinstance(sys.exception(), OperationalError | InterfaceError):
        return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_SECONDS)})
    return HttpResponse(page, status=500)


class NoTraceback(logging.Filter):
    """Keeps a record to its one line: a request with a wrong Host says nothing about the code."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let the record through without its traceback."""
        record.exc_info = record.exc_text = None
        return True


class NoVariables(SafeExceptionReporterFilter):
    """Error reports say where it happened, never with what: any variable may hold a hidden card."""

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> list[tuple[str, object]]:
        """Return no variable at all."""
        return []
