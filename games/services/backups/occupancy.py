"""Whether the site runs: each of its processes holds the data folder, and a restore wants it for itself."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings

from games.services.backups.archive import BackupError


def move_in() -> int | None:
    """Hold the data folder together with the site's other processes, until this one ends."""
    with suppress(OSError):
        return _hold(fcntl.LOCK_SH, "A backup is being restored: try again when that is done.")
    return None


@contextmanager
def shared() -> Iterator[None]:
    """Hold the data folder together with the site's processes, for as long as the block runs."""
    handle = move_in()
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def serve_alone() -> int | None:
    """Be the only process that serves pages from this folder, until it ends; raise if another one does."""
    with suppress(OSError):
        path = settings.DATA_DIR / "serving.lock"
        path.touch(mode=0o600)
        return _hold(
            fcntl.LOCK_EX,
            "This site is being served already. Several processes need Redis: set REDIS_URL.",
            path,
        )
    return None


def have_alone() -> int:
    """Hold the data folder alone until this process ends; raise if the site runs."""
    return _hold(fcntl.LOCK_EX, "The site is running: stop the site first.")


def _hold(kind: int, refusal: str, path: Path | None = None) -> int:
    """Return the handle that holds it; it is closed with the process."""
    handle = os.open(path or settings.DATA_DIR, os.O_RDONLY)
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(handle)
        raise BackupError(refusal) from error
    return handle
