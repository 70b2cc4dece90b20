"""Which pages may open a socket: only the site's own, by exact origin."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http.request import split_domain_port, validate_host


def is_own_origin(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Tell whether one Origin names the very host and port of one allowed Host header."""
    origins = [
        (name, value.decode("latin1").lower()) for name, value in headers if name in {b"origin", b"host"}
    ]
    values = dict(origins)
    if len(origins) != 2 or len(values) != 2:
        return False
    scheme, _, netloc = values[b"origin"].partition("://")
    host = values[b"host"]
    domain, _ = split_domain_port(host)
    return scheme in {"http", "https"} and netloc == host and validate_host(domain, settings.ALLOWED_HOSTS)


class OwnOrigin:
    """Let only sockets of the site's own pages through."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the inner application or refuse the handshake with 403."""
        if is_own_origin(scope["headers"]):
            await self.inner(scope, receive, send)
        else:
            await refuse(scope, receive, send)


async def refuse(scope: Any, receive: Any, send: Any) -> None:
    """Refuse the handshake; daphne answers 403."""
    await receive()
    await send({"type": "websocket.close"})
