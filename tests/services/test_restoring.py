"""A restore over a SQLite database: there is a whole one in its place at every moment, also if it is killed."""

import os
import shutil
import sqlite3
from contextlib import closing

import pytest

from games.services.backups import restoring, sqlite
from games.services.backups.archive import BackupError, Manifest


def database(path, text):
    with closing(sqlite3.connect(path)) as made:
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("CREATE TABLE said (text)")
        made.execute("INSERT INTO said VALUES (?)", [text])
        made.commit()
    return path


def read(path):
    with closing(sqlite3.connect(path)) as found:
        return found.execute("SELECT text FROM said").fetchone()[0]


@pytest.fixture
def place(tmp_path, monkeypatch, settings):
    """The place of a database that is to be replaced by another one."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    found = database(settings.DATA_DIR / "cardcity.sqlite3", "old")
    found.with_name("cardcity.sqlite3-shm").write_bytes(b"")
    monkeypatch.setattr(sqlite, "place", lambda: found)
    monkeypatch.setattr(sqlite, "unpack", lambda folder: database(folder / "cardcity.sqlite3", "new"))
    monkeypatch.setattr(restoring.connection, "vendor", "sqlite")
    monkeypatch.setattr(restoring, "_unpacked", lambda *_: Manifest("sqlite", "0001", "now", {}))
    return found


def restore():
    return restoring.restore("any", replace=True)


def aside_of(place):
    return next(place.parent.glob("replaced-*")) / place.name


def test_the_new_one_takes_the_place_and_the_old_one_is_kept(place):
    moved = restore()
    assert read(place) == "new"
    assert read(aside_of(place)) == "old"
    assert str(aside_of(place)) in moved
    assert [path.name for path in place.parent.iterdir() if path.name.startswith(".")] == []


STEPS = [
    (shutil, "move", 1, "old"),
    (os, "link", 1, "old"),
    (restoring, "flush", 1, "old"),
    (os, "replace", 1, "old"),
    (restoring, "flush", 2, "new"),
    (restoring, "flush", 3, "new"),
]
"""Where it is killed, in the order in which a restore comes there, and which database is in place then."""


@pytest.mark.parametrize(
    ("module", "name", "nth", "left"), STEPS, ids=[f"{step[1]} {step[2]}" for step in STEPS]
)
def test_killed_at_any_step_it_leaves_a_whole_database(place, monkeypatch, module, name, nth, left):
    work, calls = getattr(module, name), []

    def killed(*given):
        calls.append(given)
        if len(calls) == nth:
            raise KeyboardInterrupt
        return work(*given)

    monkeypatch.setattr(module, name, killed)
    with pytest.raises(KeyboardInterrupt):
        restore()
    monkeypatch.undo()
    assert read(place) == left


def test_what_a_killed_one_left_goes_with_the_next(place):
    left = place.parent / ".restore-killed"
    left.mkdir()
    (left / "secret.key").write_text("k")
    place.with_name(f".{place.name}-replaced-20260101-000000").write_text("ready")
    restore()
    assert [path.name for path in place.parent.iterdir() if path.name.startswith(".")] == []


def test_what_was_there_is_named_also_if_it_fails_half_way(place, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(BackupError, match=r"No space.*What was there before is now: .*replaced-"):
        restore()
    assert read(place) == read(aside_of(place)) == "old"


def test_on_a_disk_without_hard_links_the_old_one_is_copied(place, monkeypatch):
    def link(*_):
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    restore()
    assert (read(place), read(aside_of(place))) == ("new", "old")


def test_a_database_without_tables_is_none(place):
    """A command that looks for tables leaves one, such as a backup of nothing."""
    place.unlink()
    with closing(sqlite3.connect(place)) as made:
        made.execute("PRAGMA journal_mode=WAL")
    assert place.stat().st_size
    restoring.restore("any", replace=False)
    assert read(place) == "new"


def test_a_broken_database_is_not_taken_for_none(place):
    place.write_bytes(b"no database at all" * 500)
    with pytest.raises(BackupError, match="There is a database already"):
        restoring.restore("any", replace=False)
