"""The file of a backup: a plain tar of database and keys, whose last line is the SHA-256 of all before it."""

import hashlib
import json
import os
import re
import tarfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import IO

FORMAT = 1
MANIFEST = "manifest.json"
_MANIFEST_BYTES = 1_000_000
_SEAL_BYTES = 65
"""A hexadecimal SHA-256 and a line end; tar stops reading before it."""
_NAME = re.compile(r"cardcity\.(sqlite3\.gz|pgdump)|[A-Za-z0-9][A-Za-z0-9_-]*\.key", re.ASCII)
_PIECE = 1 << 20


def may_hold(name: str) -> bool:
    """Tell whether a file of that name belongs in a backup: what could not come out again never goes in."""
    return _NAME.fullmatch(name) is not None


class BackupError(Exception):
    """A backup cannot be made, read or restored; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself: where it comes from, and the SHA-256 of every file in it."""

    engine: str
    migration: str
    made_at: str
    files: dict[str, str]
    format: int = FORMAT


def pack(files: list[Path], manifest: Manifest, target: Path) -> None:
    """Write the manifest and these files to a new sealed archive, down to the disk."""
    with open(target, "x+b", opener=private) as file:
        with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as tar:
            _add(tar, MANIFEST, BytesIO(json.dumps(asdict(manifest), indent=2).encode()))
            for path in files:
                with path.open("rb") as content:
                    _add(tar, path.name, content)
        file.seek(0)
        seal = hashlib.file_digest(file, "sha256").hexdigest()
        file.write(f"{seal}\n".encode())
        file.flush()
        os.fsync(file.fileno())


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def unpack(archive: Path, folder: Path) -> Manifest:
    """Check the archive and write its files into a folder; raise before the first if it is damaged."""
    _check_seal(archive)
    try:
        with tarfile.open(archive, "r:") as tar:
            members = iter(tar)
            manifest = _manifest(tar, next(members, None))
            written = dict(_extracted(tar, members, folder))
    except tarfile.TarError as error:
        raise BackupError(f"{archive} is not a backup: {error}") from error
    if written != manifest.files:
        raise BackupError(f"{archive} does not hold the files that its manifest lists.")
    return manifest


def private(name: str, flags: int) -> int:
    """Open a new file that nobody else may read."""
    return os.open(name, flags, 0o600)


def _add(tar: tarfile.TarFile, name: str, content: IO[bytes]) -> None:
    info = tarfile.TarInfo(name)
    info.mode, info.mtime = 0o600, int(time.time())
    info.size = content.seek(0, os.SEEK_END)
    content.seek(0)
    tar.addfile(info, content)


def _check_seal(archive: Path) -> None:
    """Read the whole file, and refuse it if a single byte is another than when it was written."""
    seal, left = hashlib.sha256(), archive.stat().st_size - _SEAL_BYTES
    with archive.open("rb") as file:
        while left > 0 and (piece := file.read(min(left, _PIECE))):
            seal.update(piece)
            left -= len(piece)
        if left < 0 or file.read() != f"{seal.hexdigest()}\n".encode():
            raise BackupError(f"{archive} is damaged or not a backup: its checksum does not match.")


def _manifest(tar: tarfile.TarFile, member: tarfile.TarInfo | None) -> Manifest:
    if member is None or member.name != MANIFEST or not member.isfile() or member.size > _MANIFEST_BYTES:
        raise BackupError("The manifest is missing: this is not a backup of Card City.")
    content = tar.extractfile(member)
    assert content is not None
    try:
        manifest = Manifest(**json.load(content))
    except (ValueError, TypeError) as error:
        raise BackupError("The manifest cannot be read.") from error
    if manifest.format != FORMAT:
        raise BackupError(f"This backup has format {manifest.format}: a newer Card City made it.")
    return manifest


def _extracted(
    tar: tarfile.TarFile, members: Iterator[tarfile.TarInfo], folder: Path
) -> Iterator[tuple[str, str]]:
    """Write each file and yield its name and digest; a name that leads elsewhere is refused."""
    for member in members:
        if not member.isfile() or not may_hold(member.name):
            raise BackupError(f"A backup holds no {member.name!r}.")
        if (folder / member.name).exists():
            raise BackupError(f"The backup holds {member.name} twice.")
        content = tar.extractfile(member)
        assert content is not None
        with open(folder / member.name, "xb", opener=private) as file:
            while piece := content.read(_PIECE):
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        yield member.name, digest(folder / member.name)
