"""Makes backups while the site runs, and keeps the newest."""

import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from cardcity_site.files import flush, name_once
from games.services.backups import postgres, sqlite
from games.services.backups.archive import BackupError, Manifest, digest, may_hold, pack

STAMP = "%Y%m%d-%H%M%S"
_SCRATCH = ".cardcity-"
_ABANDONED = timedelta(days=1)
_NAMED = "cardcity-[0-9]*-[0-9]*.tar"


def back_up(folder: Path, keep: int = 0) -> Path:
    """Write a new backup into a folder and return it; then remove all but the newest, if told how many."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    now = datetime.now(UTC)
    sweep_abandoned(folder, _SCRATCH)
    target = folder / f"cardcity-{now:{STAMP}}.tar"
    with TemporaryDirectory(prefix=_SCRATCH, dir=folder) as scratch:
        written = _written(Path(scratch), now)
        try:
            name_once(written, target)
        except FileExistsError as error:
            raise BackupError(f"{target} is there already.") from error
    flush(folder)
    if keep:
        # By their names: where the clock was set back, the new one is not the last.
        others = sorted(set(folder.glob(_NAMED)) - {target})
        for old in others[: max(len(others) + 1 - keep, 0)]:
            old.unlink()
    return target


def sweep_abandoned(folder: Path, prefix: str) -> None:
    """Remove the scratch folders that a command left there which was killed."""
    before = time.time() - _ABANDONED.total_seconds()
    for scratch in folder.glob(f"{prefix}*"):
        if scratch.stat().st_mtime < before:
            shutil.rmtree(scratch, ignore_errors=True)


def _written(scratch: Path, now: datetime) -> Path:
    files = [_dumped(scratch), *keys()]
    manifest = Manifest(
        engine=connection.vendor,
        migration=_last_migration(),
        made_at=now.isoformat(timespec="seconds"),
        files={path.name: digest(path) for path in files},
    )
    pack(files, manifest, scratch / "backup.tar")
    return scratch / "backup.tar"


def keys() -> list[Path]:
    """Return the site's keys in the data folder."""
    return [path for path in _like_keys() if path.is_file() and may_hold(path.name)]


def left_out() -> list[str]:
    """Return the names of what looks like a key of the site, but is none."""
    return sorted({path.name for path in _like_keys()} - {path.name for path in keys()})


def _like_keys() -> list[Path]:
    return sorted(settings.DATA_DIR.glob("*.key"))


def _dumped(scratch: Path) -> Path:
    return postgres.dump(scratch) if connection.vendor == "postgresql" else sqlite.dump(scratch)


def _last_migration() -> str:
    """Return how far the database is; one without tables is no site's."""
    names = [name for app, name in MigrationRecorder(connection).applied_migrations() if app == "games"]
    if not names:
        raise BackupError("There is nothing to keep: the database is empty.")
    return max(names)
