"""System checks: the site refuses to start where it could lose or split a game."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connection

from cardcity_site.private import open_database, open_to_others

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
