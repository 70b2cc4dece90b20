"""Calls to addresses that people named: only public ones, and the very one that was checked."""

import ipaddress
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from threading import Timer
from urllib.parse import SplitResult, urlsplit

from games.rules.words import gettext_noop
from games.services.notices.undelivered import Undelivered

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

PORTS = {"http": 80, "https": 443}
PATIENCE = 5.0
NOT_PUBLIC = gettext_noop("The address isn't public")
NOT_AN_ADDRESS = gettext_noop(
    "The address must begin with https:// or http:// and can't contain a port or a username"
)
UNREACHABLE = gettext_noop("The address can't be reached")

_RESOLVERS = ThreadPoolExecutor(max_workers=18, thread_name_prefix="resolver")
"""More than three deliveries can keep waiting, each of which calls five browsers at once."""
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
_UNICAST = ipaddress.ip_network("2000::/3")
"""All of IPv6 that is given out for use between networks; whatever is new outside of it stays outside."""
_RESERVED = tuple(map(ipaddress.ip_network, ("2001::/23", "2001:db8::/32", "3fff::/20")))
"""Parts of that which lead nowhere, or by way of a tunnel to somebody else (RFC 6890 and its registry)."""


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send the body and return the status of the answer, whose text nobody reads; no redirect is followed."""
    parts = checked(url)
    address = _public_address(parts)
    connection = _Pinned(parts, address)
    deadline = Timer(PATIENCE, connection.cut)
    deadline.start()
    try:
        with closing(connection):
            path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
            connection.request("POST", path, body, dict(headers))
            return connection.getresponse().status
    except (OSError, HTTPException, ValueError) as error:
        raise Undelivered(UNREACHABLE) from error
    finally:
        deadline.cancel()


def checked(url: str) -> SplitResult:
    """Return the parts of an address that may be called as far as its letters tell."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Undelivered(NOT_AN_ADDRESS, final=True) from error
    is_plain = url.isascii() and url.isprintable() and " " not in url
    is_known = parts.scheme in PORTS and port in {None, *PORTS.values()}
    if not (is_plain and is_known and parts.hostname) or "@" in parts.netloc:
        raise Undelivered(NOT_AN_ADDRESS, final=True)
    try:
        literal = ipaddress.ip_address(parts.hostname)
    except ValueError:
        return parts
    _require_public(literal)
    return parts


def _public_address(parts: SplitResult) -> str:
    """Return the address of the host, after a look at all it has."""
    lookup = _RESOLVERS.submit(socket.getaddrinfo, parts.hostname, _port(parts), 0, socket.SOCK_STREAM)
    try:
        addresses = [str(info[4][0]) for info in lookup.result(PATIENCE)]
    except (OSError, TimeoutError, UnicodeError) as error:
        # What has not begun need not take the place of others' lookups any more.
        lookup.cancel()
        raise Undelivered(UNREACHABLE) from error
    for address in addresses:
        _require_public(ipaddress.ip_address(address.split("%")[0]))
    if not addresses:
        raise Undelivered(UNREACHABLE)
    return addresses[0]


def _require_public(address: Address) -> None:
    """Refuse what leads into somebody's own network, also by way of an address written inside another."""
    inner = _inner(address)
    if isinstance(inner, ipaddress.IPv6Address):
        is_public = inner in _UNICAST and not any(inner in network for network in _RESERVED)
    else:
        is_public = inner.is_global and not inner.is_multicast
    if not is_public:
        raise Undelivered(NOT_PUBLIC, final=True)


def _inner(address: Address) -> Address:
    """Return the IPv4 address that another one stands for, or the address itself."""
    if not isinstance(address, ipaddress.IPv6Address):
        return address
    if address in _TRANSLATED:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


def _port(parts: SplitResult) -> int:
    return parts.port or PORTS[parts.scheme]


class _Pinned(HTTPConnection):
    """A connection to one address, which speaks to the host by its name."""

    def __init__(self, parts: SplitResult, address: str) -> None:
        super().__init__(str(parts.hostname), _port(parts), timeout=PATIENCE)
        self.default_port = PORTS[parts.scheme]
        self._address = address
        self._is_secure = parts.scheme == "https"
        self._is_late = False

    def connect(self) -> None:
        """Connect to the address that was checked."""
        self.sock = socket.create_connection((self._address, self.port), self.timeout)
        if self._is_secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
        if self._is_late:
            raise TimeoutError
        if isinstance(self.sock, ssl.SSLSocket):
            self.sock.do_handshake()

    def cut(self) -> None:
        """End the call, however slowly the other side speaks."""
        self._is_late = True
        if self.sock:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)
