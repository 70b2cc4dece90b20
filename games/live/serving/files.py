"""How many connections the file handles of this process allow."""

import resource

MOST = 8192
RESERVED = 128
"""Handles kept for the database, static files, Redis, mail and what is just being refused."""


def raise_limit() -> None:
    """Take as many handles as the machine gives and we could need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + RESERVED
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if resource.RLIM_INFINITY != soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections() -> int:
    """Return how many connections there may be at once."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST
    return min(MOST, max(soft - RESERVED, soft // 4))
