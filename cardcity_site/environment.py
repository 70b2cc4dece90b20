"""Reads the environment: an empty value counts as none, one that cannot be meant is refused by its name."""

import logging
import os
from typing import Any
from zoneinfo import ZoneInfo

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

ON = {"1", "true", "yes", "on"}
OFF = {"0", "false", "no", "off"}
SCHEMES = {"sqlite", "postgres", "postgresql", "pgsql"}
"""Of the addresses of databases that the site runs on."""


def text(name: str, default: str = "") -> str:
    """Return a text."""
    return os.environ.get(name) or default


def words(name: str, default: str = "") -> list[str]:
    """Return words between which there are spaces or commas."""
    return text(name, default).replace(",", " ").split()


def flag(name: str, default: bool = False) -> bool:
    """Return whether something is switched on."""
    value = text(name).strip()
    if value.lower() in ON | OFF:
        return value.lower() in ON
    if value:
        raise ImproperlyConfigured(f"{name} must be 0 or 1, not {value!r}")
    return default


def number(name: str, default: int) -> int:
    """Return a whole number."""
    value = text(name, str(default))
    try:
        return int(value)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}") from error


def log_level(name: str, default: str) -> str:
    """Return from which level on something is logged."""
    value, known = text(name, default).upper(), logging.getLevelNamesMapping()
    if value not in known:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(known)}, not {value!r}")
    return value


def time_zone(name: str, default: str) -> str:
    """Return the name of a time zone that this machine knows."""
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (KeyError, ValueError) as error:
        raise ImproperlyConfigured(f"{name} must be a name such as Europe/Kyiv, not {value!r}") from error
    return value


def database(name: str, default: str) -> dict[str, Any]:
    """Return how to reach a database, of which an address tells."""
    url = text(name, default)
    scheme = url.partition(":")[0]
    if scheme not in SCHEMES:
        raise ImproperlyConfigured(f"{name} must begin with sqlite:// or postgres://, not with {scheme!r}")
    try:
        return dict(dj_database_url.parse(url, conn_health_checks=True))
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} cannot be read: {error}") from error
