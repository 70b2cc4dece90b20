"""The data folder is its owner's alone: it holds every hand, seed and session of the site."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from django.core.exceptions import ImproperlyConfigured

from cardcity_site.files import flush, name_once

OTHERS = 0o077
WRITTEN = 0o022
SECRET = ("*.key", "*.sqlite3", "*.sqlite3-wal", "*.sqlite3-shm")
OWN = ("static", "backups", "replaced-*", ".restore-*")
"""The folders that a site has in its data folder."""


def private_folder(folder: Path) -> Path:
    """Return the folder, made if need be, and closed to others together with its secrets."""
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not folder.is_dir():
        raise ImproperlyConfigured(f"CARDCITY_DATA must be a folder, or the name of a new one, not {folder}")
    for path in open_to_others(folder):
        if path != folder or _is_ours_alone(folder):
            with suppress(OSError):
                path.chmod(_mode(path) & ~OTHERS)
    return folder


def kept_key(path: Path, make: Callable[[], str]) -> str:
    """Return the key kept in a file, made at first need; of two made at once the first stays."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        _keep(make(), path)
    if key := path.read_text().strip():
        return key
    raise ImproperlyConfigured(f"{path} is empty: restore it from a backup (tar -xf BACKUP {path.name})")


def open_to_others(folder: Path) -> list[Path]:
    """Return what other accounts of the computer may read; a folder for everybody, like /tmp, is left out."""
    paths = [] if _mode(folder) & stat.S_ISVTX else [folder]
    return [path for path in [*paths, *_secrets(folder)] if is_open(path)]


def open_database(database: Path) -> list[Path]:
    """Return the same of an SQLite database elsewhere: its files, and its folder if others can change it."""
    files = [database.with_name(database.name + end) for end in ("", "-wal", "-shm")]
    mode = _mode(database.parent)
    folder = [database.parent] if mode & WRITTEN and not mode & stat.S_ISVTX else []
    return [*folder, *filter(is_open, files)]


def _keep(key: str, path: Path) -> None:
    """Write a key down to the disk; under its name it is whole, or another process would read half of it."""
    handle, name = mkstemp(dir=path.parent)
    written = Path(name)
    try:
        with open(handle, "w") as file:
            file.write(key)
            file.flush()
            os.fsync(handle)
        with suppress(FileExistsError):
            name_once(written, path)
    finally:
        written.unlink(missing_ok=True)
    flush(path.parent)


def is_open(path: Path) -> bool:
    """Tell whether others may read, write or enter it."""
    return bool(_mode(path) & OTHERS)


def _secrets(folder: Path) -> Iterator[Path]:
    return (path for pattern in SECRET for path in folder.glob(pattern))


def _is_ours_alone(folder: Path) -> bool:
    """Tell whether the folder holds no folders of somebody else, as /srv would."""
    return all(any(map(path.match, OWN)) for path in folder.iterdir() if path.is_dir())


def _mode(path: Path) -> int:
    """Return the permissions; none if it has just gone, as files of SQLite do."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return 0
