"""System checks: the site refuses to start where it could lose or split a game, or could not be reached."""

import re
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from cryptography.fernet import Fernet
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connection
from django.http.request import split_domain_port
from django.utils.module_loading import import_string

from cardcity_site.private import open_database, open_to_others
from games.services.delivery.pushes import can_sign

ORIGIN = re.compile(r"https?://[^/?#@\sA-Z]+")
"""As a browser sends it; ``*`` may stand for a part of the name."""
ADDRESS = re.compile(r"[^@\s]+@[^@\s]+")
"""Of mail, also at a server that has no domain."""
PRAGMAS = {"journal_mode": {"wal", "memory"}, "synchronous": {2}}


@register(Tags.database)
def sqlite_is_durable(databases: list[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Refuse SQLite without a write-ahead log, full sync or immediate transactions."""
    if not databases or connection.vendor != "sqlite":
        return []
    errors: list[CheckMessage] = []
    if settings.DATABASES["default"].get("OPTIONS", {}).get("transaction_mode") != "IMMEDIATE":
        errors.append(Error("SQLite must open transactions with IMMEDIATE.", id="games.E001"))
    with connection.cursor() as cursor:
        for name, allowed in PRAGMAS.items():
            cursor.execute(f"PRAGMA {name}")
            if cursor.fetchone()[0] not in allowed:
                errors.append(Error(f"SQLite pragma {name} must be one of {allowed}.", id="games.E002"))
    return errors


@register(deploy=False)
def several_processes_share(**_: Any) -> list[CheckMessage]:
    """Refuse several processes on the in-memory layer or on SQLite."""
    if not settings.SEVERAL_PROCESSES:
        return []
    errors: list[CheckMessage] = []
    if not settings.REDIS_URL:
        errors.append(Error("Several processes need REDIS_URL.", id="games.E003"))
    if connection.vendor == "sqlite":
        errors.append(Error("Several processes need PostgreSQL in DATABASE_URL.", id="games.E004"))
    return errors


@register(Tags.security)
def second_factors_share_a_key(**_: Any) -> list[CheckMessage]:
    """Warn of a process that would make a key of its own for second factors, beside those of other machines.

    Processes with one data folder share the key that ``migrate`` has made there.
    """
    if not settings.REDIS_URL or settings.SECOND_FACTOR_KEY or settings.SECOND_FACTOR_FILE.exists():
        return []
    return [
        Warning(
            "Several processes may run, and there is no key of second factors here.",
            hint=(
                f"Set SECOND_FACTOR_KEY to what {settings.SECOND_FACTOR_FILE.name} holds in the data folder "
                "where migrate was run: by another key no code of a second factor fits."
            ),
            id="games.W006",
        )
    ]


@register(Tags.security)
def data_are_private(**_: Any) -> list[CheckMessage]:
    """Warn of data that others on this computer may read, where that could not be changed at the start."""
    paths = open_to_others(settings.DATA_DIR)
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["NAME"])
        paths += open_database(database)
    return [
        Warning(
            f"Other accounts of this computer may read {path}.", hint=f"chmod go= {path}", id="games.W005"
        )
        for path in dict.fromkeys(paths)
    ]


@register(Tags.security)
def https_has_a_proxy(**_: Any) -> list[CheckMessage]:
    """Refuse HTTPS without a proxy that is believed: each page would turn to itself for ever."""
    if not settings.HTTPS or settings.TRUST_PROXY:
        return []
    return [
        Error(
            "HTTPS=1 needs TRUST_PROXY=1.",
            hint="The site itself speaks HTTP: only the proxy before it can tell what a browser speaks.",
            id="games.E005",
        )
    ]


@register()
def hosts_are_names(**_: Any) -> list[CheckMessage]:
    """Refuse entries of ALLOWED_HOSTS that no request can match: with a scheme, a port or a path."""
    known = [host for host in settings.ALLOWED_HOSTS if host != "*"]
    return [
        Error(
            f"ALLOWED_HOSTS has {host!r}, which is no name.",
            hint="A name such as cards.example.org, an address such as 192.168.1.20 or [fd00::20]; "
            ".example.org stands for all names below it.",
            id="games.E006",
        )
        for host in known
        if split_domain_port(host) != (host.lower(), "")
    ]


@register()
def addresses_can_be_used(**_: Any) -> list[CheckMessage]:
    """Refuse a SITE_URL that no browser follows, and a REDIS_URL that is not one of Redis."""
    errors: list[CheckMessage] = []
    if not settings.SITE_URL.startswith(("http://", "https://")):
        errors.append(Error("SITE_URL must begin with http:// or https://.", id="games.E007"))
    if settings.REDIS_URL and not settings.REDIS_URL.startswith(("redis://", "rediss://", "unix://")):
        errors.append(Error("REDIS_URL must begin with redis://, rediss:// or unix://.", id="games.E008"))
    elif not _has_readable_port(settings.REDIS_URL):
        hint = "After the name stands a number such as :6379; a / in a password is written as %2F."
        errors.append(Error("REDIS_URL names no port that there is.", hint=hint, id="games.E008"))
    return errors


def _has_readable_port(url: str) -> bool:
    try:
        return urlsplit(url).port != 0
    except ValueError:
        return False


@register()
def mail_has_a_backend(**_: Any) -> list[CheckMessage]:
    """Refuse a backend that is not there: the first mail would be a page that breaks."""
    try:
        import_string(settings.EMAIL_BACKEND)
    except ImportError as error:
        return [Error(f"EMAIL_BACKEND cannot be used: {error}", id="games.E009")]
    return []


@register()
def mail_has_a_sender(**_: Any) -> list[CheckMessage]:
    """Refuse a sender that is no address: each mail would fail by itself, later."""
    if ADDRESS.fullmatch(parseaddr(settings.DEFAULT_FROM_EMAIL)[1]):
        return []
    hint = 'An address such as cards@example.org, or "Card Club <cards@example.org>".'
    return [Error("DEFAULT_FROM_EMAIL is no address.", hint=hint, id="games.E017")]


@register()
def somebody_can_connect(**_: Any) -> list[CheckMessage]:
    """Refuse a limit that leaves nobody in."""
    if settings.CONNECTIONS_PER_ADDRESS >= 1:
        return []
    return [Error("CONNECTIONS_PER_ADDRESS must be 1 or more.", id="games.E010")]


@register(Tags.security)
def second_factors_have_a_key(**_: Any) -> list[CheckMessage]:
    """Refuse a key of second factors that is none: the first of them would be a page that breaks."""
    if not settings.SECOND_FACTOR_KEY:
        return []
    try:
        Fernet(settings.SECOND_FACTOR_KEY)
    except ValueError:
        return [
            Error(
                "SECOND_FACTOR_KEY is no such key.",
                hint=f"Take what {settings.SECOND_FACTOR_FILE.name} holds in the data folder of a site, "
                "or set nothing: the site makes one and keeps it there.",
                id="games.E011",
            )
        ]
    return []


@register(Tags.security)
def pushes_have_a_key(**_: Any) -> list[CheckMessage]:
    """Refuse a key of web push that is none: the page that offers push would break for everybody."""
    if not settings.VAPID_KEY or can_sign(settings.VAPID_KEY):
        return []
    return [
        Error(
            "VAPID_KEY is no such key.",
            hint=f"Take what {settings.VAPID_FILE.name} holds in the data folder of a site, "
            "or set nothing: the site makes one and keeps it there.",
            id="games.E016",
        )
    ]


@register()
def mail_can_leave(**_: Any) -> list[CheckMessage]:
    """Refuse a port that is none, and two ways to encrypt at the same time."""
    errors: list[CheckMessage] = []
    if not 1 <= settings.EMAIL_PORT <= 65535:
        errors.append(
            Error(
                "EMAIL_PORT must be between 1 and 65535.",
                hint="587 goes with EMAIL_USE_TLS=1, 465 with EMAIL_USE_SSL=1.",
                id="games.E012",
            )
        )
    if settings.EMAIL_USE_TLS and settings.EMAIL_USE_SSL:
        errors.append(
            Error(
                "EMAIL_USE_TLS and EMAIL_USE_SSL exclude each other.",
                hint="EMAIL_USE_TLS=1 begins in clear text (port 587), EMAIL_USE_SSL=1 does not (port 465).",
                id="games.E013",
            )
        )
    return errors


@register()
def somebody_can_play(**_: Any) -> list[CheckMessage]:
    """Refuse limits by which nobody may do a thing at all: who may come in is chosen at the desk."""
    names = ("TABLES_PER_ADDRESS", "GUESTS_PER_ADDRESS", "SIGNUPS_PER_ADDRESS")
    return [
        Error(
            f"{name} must be 1 or more.",
            hint="To close the site to guests or new accounts, use its page at the desk.",
            id="games.E014",
        )
        for name in names
        if getattr(settings, name) < 1
    ]


@register(Tags.security)
def origins_are_those_of_browsers(**_: Any) -> list[CheckMessage]:
    """Refuse trusted origins that no browser sends; Django itself refuses those without a scheme."""
    return [
        Error(
            f"CSRF_TRUSTED_ORIGINS has {origin!r}, which no browser sends.",
            hint="Scheme and name in small letters, and nothing behind them: https://cards.example.org",
            id="games.E015",
        )
        for origin in settings.CSRF_TRUSTED_ORIGINS
        if "://" in origin and not ORIGIN.fullmatch(origin)
    ]
