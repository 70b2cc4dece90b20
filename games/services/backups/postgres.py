"""A site's PostgreSQL database, by the tools that come with PostgreSQL."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

from games.services.backups.archive import BackupError

DUMP = "cardcity.pgdump"


def dump(folder: Path) -> Path:
    """Write a dump as of now; commits go on meanwhile."""
    packed = folder / DUMP
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={packed}", _name())
    return packed


def is_empty() -> bool:
    """Tell whether the database has no tables yet."""
    return not connection.introspection.table_names()


def fill(packed: Path, name: str = "") -> None:
    """Restore a dump into an empty database, the site's own if none is named: all of it or nothing."""
    whole = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges")
    _run("pg_restore", *whole, f"--dbname={name or _name()}", str(packed))


@contextmanager
def scratch() -> Iterator[str]:
    """Yield the name of a new database on the same server, and drop it in the end if it is still there."""
    name = f"{_name()}_{token_hex(4)}"
    _run("createdb", name)
    try:
        yield name
    finally:
        # Whoever still looks into it, such as a check that was stopped, does not keep it.
        _run("dropdb", "--if-exists", "--force", name)


def replace(new: str, suffix: str) -> str:
    """Put another database in the place of the site's; return the name under which that one stays."""
    quote, kept = connection.ops.quote_name, f"{_name()}_{suffix}"
    names = [(_name(), kept), (new, _name())]
    renames = [f"--command=ALTER DATABASE {quote(one)} RENAME TO {quote(other)}" for one, other in names]
    connection.close()
    connection.close_pool()
    try:
        _run("psql", "--no-psqlrc", "--quiet", "--single-transaction", *renames, "--dbname=postgres")
    except BackupError as error:
        raise BackupError(
            f"Nothing was changed; if the site still runs, stop the site first. {error}"
        ) from error
    return kept


def address(name: str) -> str:
    """Return the URL of another database on the site's server."""
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


def _name() -> str:
    return str(settings.DATABASES["default"]["NAME"])


def _run(tool: str, *arguments: str) -> None:
    """Run a tool on the site's server, with the password where no list of processes shows it."""
    known: dict[str, Any] = settings.DATABASES["default"] | {"NAME": "unnamed"}
    arrival, environment = connection.client.settings_to_cmd_args_env(known, [])
    command = [tool, *arrival[1:-1], "--no-password", *arguments]
    try:
        done = subprocess.run(  # noqa: S603
            command, env={**os.environ, **(environment or {})}, capture_output=True, text=True, check=False
        )
    except FileNotFoundError as error:
        raise BackupError(
            f"{tool} is missing. On Debian and Ubuntu: apt install postgresql-client"
        ) from error
    if done.returncode:
        raise BackupError(f"{tool} failed: {done.stderr.strip()}")
