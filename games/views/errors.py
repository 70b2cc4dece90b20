"""Pages for requests that went wrong before any view saw them."""

from types import FrameType

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.debug import SafeExceptionReporterFilter


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 413 to what is too big, else 400; the page needs nothing of the request."""
    status = 413 if isinstance(exception, RequestDataTooBig) else 400
    return HttpResponse(render_to_string(f"{status}.html"), status=status)


class NoVariables(SafeExceptionReporterFilter):
    """Error reports say where it happened, never with what: any variable may hold a hidden card."""

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> list[tuple[str, object]]:
        """Return no variable at all."""
        return []
