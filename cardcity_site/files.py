"""Files that are whole whenever they have their name, after a power cut too."""

import errno
import os
from pathlib import Path

_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK}
"""What file systems without hard links answer."""


def name_once(written: Path, name: Path) -> None:
    """Give a complete file its name, which must be free.

    Sticks and shares know no second name for a file: of two named at one moment there, the last stays.
    """
    try:
        os.link(written, name)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if name.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(name)) from error
        os.replace(written, name)


def flush(folder: Path) -> None:
    """Make new names in a folder survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
