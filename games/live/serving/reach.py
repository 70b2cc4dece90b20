"""Where people reach a server: under names that it answers to, at the address it listens on."""

import socket
from collections.abc import Sequence

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104
HERE = {"localhost", "127.0.0.1", "[::1]"}
_ELSEWHERE = ("192.0.2.1", 9)
"""An address for examples; nothing is sent to it."""


def lines(host: str, port: int, allowed: Sequence[str]) -> list[str]:
    """Return what to print once the server listens: addresses that work, and what to set if others should."""
    names = _names(_bracketed(host), allowed)
    sentences = [f"Card City is at http://{name}:{port}/" for name in names]
    if not sentences:
        sentences = [
            f"Card City listens on {host}, port {port}, and answers to {' '.join(allowed) or 'no name'}"
        ]
    if host in EVERYWHERE and HERE.issuperset(names):
        sentences += [
            "Only this computer reaches it: ALLOWED_HOSTS has no name for the others. For example:",
            f'make run HOST={host} ALLOWED_HOSTS="{own_address()} localhost"',
        ]
    return sentences


def behind_proxy(host: str, port: int, url: str) -> list[str]:
    """Return what to print where a proxy speaks HTTPS: an address of our own turns everybody to HTTPS."""
    return [f"Card City is at {url}/", f"It listens on {_bracketed(host)}:{port} for the proxy"]


def own_address() -> str:
    """Return this computer's address in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return "192.168.1.20"
        return str(probe.getsockname()[0])


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _names(host: str, allowed: Sequence[str]) -> list[str]:
    """Return the names by which a browser gets an answer."""
    everywhere = host.strip("[]") in EVERYWHERE
    if "*" in allowed:
        return [own_address(), "localhost"] if everywhere else [host]
    if everywhere:
        return [name.removeprefix(".") for name in allowed]
    if host in HERE and host not in allowed:
        host = "localhost"
    return [host] if host in allowed else []
