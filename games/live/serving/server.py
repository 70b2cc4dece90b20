"""Daphne as one process with our limits, and with an end that leaves nobody hanging."""

import asyncio
import faulthandler
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

from games.live.hub import all_hubs
from games.live.rooms.room import GOING_AWAY
from games.live.serving.limits import BoundedFactory, BoundedSocketFactory, Server
from games.services.background import later

from daphne.endpoints import build_endpoint_description_strings  # isort: skip
from twisted.internet import defer, reactor  # isort: skip
from twisted.internet.endpoints import serverFromString  # isort: skip
from twisted.logger import globalLogBeginner  # isort: skip

logger = logging.getLogger(__name__)

GRACE_SECONDS = 5
LAST_SECONDS = 9
PING_SECONDS, PONG_SECONDS = 55, 20
"""Pages that answer the hub (``ASK_SECONDS``) have spoken by then, so that only others are asked here."""
LOOK_SECONDS = 10
"""How often it is looked for them."""


class SiteServer(Server):
    """The server process of the site."""

    def __init__(
        self,
        application: Any,
        host: str,
        port: int,
        ready: Callable[[str, int], None],
        ending: threading.Event | None = None,
    ) -> None:
        """Serve there; ``ready`` is told the address, and the event set as soon as this begins to end."""
        endpoints = build_endpoint_description_strings(host=host, port=port)
        super().__init__(
            application, endpoints, ping_interval=PING_SECONDS, ping_timeout=PONG_SECONDS, server_name=""
        )
        self.failure = ""
        self._ready = ready
        self._ending = ending or threading.Event()
        self._some_ended = False
        self._ports: list[Any] = []

    def run(self) -> None:
        """Serve until told to stop; ``failure`` says why it never started."""
        self.connections: dict[Any, Any] = {}
        self.http_factory = BoundedFactory(self)
        self.ws_factory = BoundedSocketFactory(self)
        globalLogBeginner.beginLoggingTo([_log_failure], redirectStandardIO=False, discardBuffer=True)
        asyncio.set_event_loop(reactor._asyncioEventloop)
        reactor.callLater(1, self.application_checker)
        reactor.callLater(LOOK_SECONDS, self.timeout_checker)
        # By the loop itself: uvloop forgets a signal that comes before it runs.
        reactor.callLater(0, self._listen)
        reactor.addSystemEventTrigger("before", "shutdown", self._wind_down)
        reactor.run(installSignalHandlers=False)

    def _listen(self) -> None:
        loop = reactor._asyncioEventloop
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        for endpoint in self.endpoints:
            listening = serverFromString(reactor, endpoint).listen(self.http_factory)
            listening.addCallbacks(self.listen_success, self.listen_error)

    def listen_success(self, port: Any) -> None:
        """Say the address, now that it answers."""
        self._ports.append(port)
        address = port.getHost()
        self._ready(address.host, address.port)

    def listen_error(self, failure: Any) -> None:
        """Remember why nobody can reach us and stop."""
        reason = getattr(failure.value, "socketError", failure.value)
        self.failure = getattr(reason, "strerror", None) or str(reason)
        self.stop()

    def create_application(self, protocol: Any, scope: Any) -> Any:
        """Return the queue of a new application, whose end is noted."""
        queue = super().create_application(protocol, scope)
        if running := self.connections.get(protocol, {}).get("application_instance"):
            running.add_done_callback(self._note_end)
        return queue

    def protocol_disconnected(self, protocol: Any) -> None:
        """Note that a connection is gone."""
        super().protocol_disconnected(protocol)
        self._note_end()

    def _note_end(self, *_: Any) -> None:
        self._some_ended = True

    def application_checker(self) -> None:
        """Clean up after what has ended, if anything has; daphne would look at every page every second."""
        if not self._some_ended:
            reactor.callLater(1, self.application_checker)
            return
        super().application_checker()
        # An application may take a while to end after its connection.
        self._some_ended = any(details.get("disconnected") for details in self.connections.values())

    def timeout_checker(self) -> None:
        """Ask silent pages for a sign; daphne would look at every page every two seconds."""
        for protocol in tuple(self.connections):
            protocol.check_timeouts()
        reactor.callLater(LOOK_SECONDS, self.timeout_checker)

    def stop(self) -> None:
        """End the process soon, whatever hangs: every acknowledged move is in the database."""
        end_at_last()
        # Nothing that runs beside this begins anew while the last requests are answered.
        self._ending.set()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        reactor.stop()

    def _wind_down(self) -> defer.Deferred[None]:
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._finish()))

    async def _finish(self) -> None:
        """Accept nothing new, send the sockets away, and let running requests come to their end."""
        for port in self._ports:
            port.stopListening()
        for hub in all_hubs():
            await hub.close(GOING_AWAY)
        running = [future for future in map(_application, self.connections.values()) if future]
        _, late = await asyncio.wait(running, timeout=GRACE_SECONDS) if running else (None, ())
        for application in late:
            application.cancel()
        # One more turn, for the last bytes to leave.
        await asyncio.sleep(0.1)


def end_at_last() -> None:
    """End this process in ``LAST_SECONDS`` if it is still there then.

    If no thread of Python gets its turn any more, the interpreter's watchdog ends it a moment later, and
    writes where each thread stands.
    """
    last = threading.Timer(LAST_SECONDS, _end_at_once)
    last.daemon = True
    last.start()
    faulthandler.dump_traceback_later(LAST_SECONDS + 0.5, exit=True, file=sys.__stderr__)


def _end_at_once() -> None:
    """End without waiting for what hangs."""
    later.tell_unfinished()
    os._exit(1)


def _log_failure(event: dict[str, Any]) -> None:
    """Pass on what Twisted caught; its other chatter is nobody's business."""
    if failure := event.get("log_failure"):
        logger.error("Inside the server: %s", failure.getTraceback())


def _application(details: dict[str, Any]) -> "asyncio.Future[None] | None":
    application: asyncio.Future[None] | None = details.get("application_instance")
    return application if application and not application.done() else None
