"""Puts a backup back, into an empty place or beside what is there; or into a scratch place, to see it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from cardcity_site.files import flush
from games.services.backups import postgres, sqlite
from games.services.backups.archive import BackupError, Manifest, unpack
from games.services.backups.making import STAMP, sweep_abandoned
from games.services.backups.occupancy import have_alone

_SCRATCH, _CHECKED = ".restore-", "cardcity-check-"
_NOT_SHARED = ("REDIS_URL", "SEVERAL_PROCESSES", "DATABASE_URL")


def restore(archive: Path, *, replace: bool) -> list[str]:
    """Put database and keys into the site's places; return the new names of what was there before."""
    have_alone()
    sweep()
    if not _is_empty() and not replace:
        raise BackupError("There is a database already. Name an empty data folder, or add --replace.")
    moved: list[str] = []
    aside = settings.DATA_DIR / f"replaced-{datetime.now(UTC):{STAMP}}"
    with TemporaryDirectory(prefix=_SCRATCH, dir=settings.DATA_DIR) as name:
        folder = Path(name)
        manifest = _unpacked(archive, folder)
        if manifest.engine != connection.vendor:
            raise BackupError(f"The backup is of {manifest.engine}, this site runs on {connection.vendor}.")
        place = _place_postgres if manifest.engine == "postgresql" else _place_sqlite
        try:
            moved.extend(chain(place(folder, aside), _place_keys(folder, aside)))
        except OSError as error:
            said = f" What was there before is now: {', '.join(moved)}." if moved else ""
            raise BackupError(f"{error}.{said}") from error
    flush(settings.DATA_DIR)
    return moved


def sweep() -> None:
    """Remove what a restore left that was killed: a database and keys; to be called while none can run."""
    for scratch in settings.DATA_DIR.glob(f"{_SCRATCH}*"):
        shutil.rmtree(scratch, ignore_errors=True)
    if connection.vendor == "sqlite":
        for ready in sqlite.place().parent.glob(f"{_ready(sqlite.place())}*"):
            ready.unlink(missing_ok=True)


def inspect(archive: Path, sample: int) -> tuple[bool, str]:
    """Restore into a scratch place and replay a sample of games; return whether all is well, and a report."""
    sweep_abandoned(Path(gettempdir()), _CHECKED)
    with TemporaryDirectory(prefix=_CHECKED) as name:
        folder = Path(name)
        manifest = _unpacked(archive, folder)
        if manifest.engine == "sqlite":
            sqlite.unpack(folder)
            return _inspected(folder, {}, sample)
        if connection.vendor != "postgresql":
            raise BackupError("The backup is of PostgreSQL: set DATABASE_URL to a server to check it on.")
        with postgres.scratch() as database:
            postgres.fill(folder / postgres.DUMP, database)
            return _inspected(folder, {"DATABASE_URL": postgres.address(database)}, sample)


def _unpacked(archive: Path, folder: Path) -> Manifest:
    manifest = unpack(archive, folder)
    if ("games", manifest.migration) not in MigrationLoader(None).disk_migrations:
        raise BackupError("A newer Card City made this backup: upgrade first, then restore.")
    return manifest


def _inspected(folder: Path, database: dict[str, str], sample: int) -> tuple[bool, str]:
    """Look at it in a process of its own, which knows of no other data."""
    kept = {name: value for name, value in os.environ.items() if name not in _NOT_SHARED}
    command = [sys.executable, "-m", "games.services.backups.inspection"]
    done = subprocess.run(  # noqa: S603
        command,
        cwd=settings.BASE_DIR,
        env={**kept, "CARDCITY_DATA": str(folder), **database},
        input=str(sample),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode == 0, done.stdout + done.stderr


def _is_empty() -> bool:
    return postgres.is_empty() if connection.vendor == "postgresql" else sqlite.is_empty()


def _place_sqlite(folder: Path, aside: Path) -> Iterator[str]:
    """Put the new database in the old one's place: there is one at every moment, also in a power cut."""
    copy = sqlite.unpack(folder)
    if not sqlite.is_empty():
        sqlite.require_unused()
    place = sqlite.place()
    ready = place.with_name(f"{_ready(place)}{aside.name}")
    _carry(copy, ready)
    for old in sqlite.belongings():
        yield _keep_aside(old, aside) if old == place else _set_aside(old, aside)
    os.replace(ready, place)
    flush(place.parent)


def _place_postgres(folder: Path, aside: Path) -> Iterator[str]:
    if postgres.is_empty():
        postgres.fill(folder / postgres.DUMP)
        return
    with postgres.scratch() as new:
        postgres.fill(folder / postgres.DUMP, new)
        yield f"the database {postgres.replace(new, aside.name.replace('-', '_'))}"


def _place_keys(folder: Path, aside: Path) -> Iterator[str]:
    for key in sorted(folder.glob("*.key")):
        place = settings.DATA_DIR / key.name
        if place.exists() and place.read_bytes() != key.read_bytes():
            yield _set_aside(place, aside)
        shutil.move(key, place)


def _ready(place: Path) -> str:
    """Return how the name of a database begins that waits beside the old one for its place."""
    return f".{place.name}-"


def _carry(path: Path, target: Path) -> None:
    """Move a file, maybe to another disk, and down to it."""
    shutil.move(path, target)
    with target.open("rb") as file:
        os.fsync(file.fileno())


def _keep_aside(path: Path, aside: Path) -> str:
    """Give a file a second place, from which nothing is taken when another file takes its first."""
    aside.mkdir(mode=0o700, exist_ok=True)
    try:
        os.link(path, aside / path.name)
    except OSError:
        shutil.copy2(path, aside / path.name)
    flush(aside)
    return str(aside / path.name)


def _set_aside(path: Path, aside: Path) -> str:
    aside.mkdir(mode=0o700, exist_ok=True)
    return str(shutil.move(path, aside / path.name))
