"""A site's SQLite database: copied while the site runs, and put back."""

import gzip
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import connection

from games.services.backups.archive import BackupError, private

DUMP = "cardcity.sqlite3.gz"
NAME = "cardcity.sqlite3"
_BESIDE = ("", "-wal", "-shm")


def dump(folder: Path) -> Path:
    """Write a compressed copy as of now; commits go on meanwhile."""
    copy, packed = folder / NAME, folder / DUMP
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(copy)])
    with copy.open("rb") as source, gzip.open(packed, "wb", compresslevel=6) as target:
        shutil.copyfileobj(source, target, 1 << 20)
    copy.unlink()
    return packed


def unpack(folder: Path) -> Path:
    """Return the database of an unpacked archive, checked by SQLite itself."""
    copy = folder / NAME
    try:
        with gzip.open(folder / DUMP) as source, open(copy, "xb", opener=private) as target:
            shutil.copyfileobj(source, target, 1 << 20)
            target.flush()
            os.fsync(target.fileno())
        with closing(sqlite3.connect(copy)) as database:
            problems = [line for (line,) in database.execute("PRAGMA integrity_check")]
    except (gzip.BadGzipFile, EOFError, sqlite3.DatabaseError) as error:
        raise BackupError(f"The database in the backup cannot be read: {error}") from error
    if problems != ["ok"]:
        raise BackupError(f"The database in the backup is damaged: {problems[0]}")
    (folder / DUMP).unlink()
    return copy


def place() -> Path:
    """Return where the site's database is."""
    return Path(settings.DATABASES["default"]["NAME"])


def is_empty() -> bool:
    """Tell whether there is no database yet, or one without tables: any command makes that."""
    if not place().exists():
        return True
    try:
        with closing(sqlite3.connect(place(), timeout=1)) as database:
            return database.execute("SELECT 1 FROM sqlite_master").fetchone() is None
    except sqlite3.DatabaseError:
        return False


def require_unused() -> None:
    """Refuse to replace a database that somebody has open; a broken one nobody can use."""
    with closing(sqlite3.connect(place(), timeout=1)) as database:
        try:
            database.execute("PRAGMA locking_mode=EXCLUSIVE")
            database.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise BackupError("The database is in use: stop the site first.") from error
        except sqlite3.DatabaseError:
            return


def belongings() -> list[Path]:
    """Return the files the database consists of."""
    return [path for end in _BESIDE if (path := place().with_name(place().name + end)).exists()]
