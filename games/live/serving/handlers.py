"""How HTTP is answered: pages in threads that stay, static files on the event loop."""

import logging
from io import BufferedIOBase
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.handlers.exception import convert_exception_to_response
from django.core.signals import request_started
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, HttpResponseServerError
from django.middleware.security import SecurityMiddleware
from django.urls import set_script_prefix
from servestatic.middleware import ServeStaticMiddleware

from games.live.threads import in_page_thread

logger = logging.getLogger(__name__)


class Pages(ASGIHandler):
    """Django's handler with a request, all middleware and the view in one thread from beginning to end.

    Django's own starts a thread for each request, which opens a connection to the database, and changes
    between it and the event loop.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        """Read the request here, answer it in a thread, and send the answer from here."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        response = await in_page_thread(self._respond, scope, body)
        await self.send_response(response, send)

    def _respond(self, scope: Any, body: BufferedIOBase) -> HttpResponse:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        try:
            response = _whole(self.get_response(request)) if request else refusal
        except BaseException:
            # Not even what ends a program may reach the event loop.
            logger.exception("A request was left without an answer")
            response = HttpResponseServerError("Internal Server Error", content_type="text/plain")
        response._handler_class = self.__class__
        # Here, because whoever hears that a request is over cares for the connections of this thread.
        response.close()
        body.close()
        return response


def _whole(response: Any) -> HttpResponse:
    """Return what is streamed in one piece: no thread waits for whoever reads slowly."""
    if not response.streaming:
        return response
    whole = HttpResponse(b"".join(response), status=response.status_code, headers=dict(response.items()))
    whole.cookies = response.cookies
    response.close()
    return whole


class StaticFiles(ASGIHandler):
    """Static files, with the headers every answer has."""

    def load_middleware(self, is_async: bool = False) -> None:
        """Put nothing around the files that only pages need."""
        files = convert_exception_to_response(ServeStaticMiddleware(_no_such_file))
        self._middleware_chain = convert_exception_to_response(SecurityMiddleware(files))
        assert iscoroutinefunction(self._middleware_chain)


async def _no_such_file(_request: HttpRequest) -> HttpResponse:
    return HttpResponseNotFound("There is no such file.\n", content_type="text/plain")
