"""Whom a connection counts for: an IPv4 address, or the network of 2^64 that one IPv6 customer has."""

from collections.abc import Iterable

from django.conf import settings

from games.services.people.networks import household

NOBODY = ""
"""A connection of the trusted proxy itself; whom its requests come from, their headers say."""


def counted(host: str) -> str:
    """Return what an address counts as, or nobody for what is no address."""
    return household(host.strip().strip("[]"))


def of_connection(host: str) -> str:
    """Return whom a new connection counts for."""
    return NOBODY if settings.TRUST_PROXY else counted(host)


def of_request(host: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return whom a request counts for: behind a trusted proxy the last address that it forwards for."""
    if not settings.TRUST_PROXY:
        return counted(host)
    forwarded = [value for name, value in headers if name.lower() == b"x-forwarded-for"]
    return counted(forwarded[-1].decode("latin1").rpartition(",")[2]) if forwarded else NOBODY
