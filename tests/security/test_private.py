"""What lies beside the data is its owner's alone, also if it was open before."""

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as project
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from cardcity_site.private import kept_key, open_to_others, private_folder
from games.checks import data_are_private

WIDE = 0o755


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def manage(folder, *arguments, **environment):
    """Run ``manage.py`` as on a machine whose accounts may read each other's files."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=Path(project.BASE_DIR),
        env=kept | {"CARDCITY_DATA": str(folder)} | environment,
        capture_output=True,
        text=True,
        umask=0o022,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_a_new_site_keeps_everything_to_itself(tmp_path):
    folder = tmp_path / "club" / "var"
    manage(folder, "migrate", "sessions", "--verbosity", "0")
    assert {path.name for path in folder.iterdir()} >= {"secret.key", "mfa.key", "cardcity.sqlite3"}
    assert mode(folder) == 0o700
    assert {mode(path) for path in folder.iterdir()} == {0o600}


def test_what_an_older_version_left_open_is_closed(tmp_path):
    for name in ("cardcity.sqlite3", "cardcity.sqlite3-wal", "secret.key", "vapid.key", "factors.key"):
        (tmp_path / name).write_text("x")
        (tmp_path / name).chmod(0o644)
    (tmp_path / "static").mkdir(mode=WIDE)
    tmp_path.chmod(WIDE)
    private_folder(tmp_path)
    assert mode(tmp_path) == 0o700
    assert {mode(path) for path in tmp_path.iterdir() if path.is_file()} == {0o600}


@pytest.mark.parametrize("kind", ["sticky", "somebody else's"])
def test_a_folder_that_is_not_ours_alone_stays_as_it_is(tmp_path, kind):
    if kind == "somebody else's":
        (tmp_path / "www").mkdir()
    wide = 0o1777 if kind == "sticky" else WIDE
    tmp_path.chmod(wide)
    (tmp_path / "secret.key").write_text("x")
    (tmp_path / "secret.key").chmod(0o644)
    private_folder(tmp_path)
    assert mode(tmp_path) == wide
    assert mode(tmp_path / "secret.key") == 0o600
    assert open_to_others(tmp_path) == ([] if kind == "sticky" else [tmp_path])


def test_the_check_names_what_is_still_open(tmp_path, settings, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "none"))
    assert [warning.id for warning in data_are_private()] == []
    (tmp_path / "secret.key").write_text("x")
    (tmp_path / "secret.key").chmod(0o640)
    tmp_path.chmod(WIDE)
    warnings = data_are_private()
    assert [warning.id for warning in warnings] == ["games.W005"] * 2
    assert {warning.hint for warning in warnings} == {
        f"chmod go= {tmp_path}",
        f"chmod go= {tmp_path / 'secret.key'}",
    }


def test_a_database_elsewhere_is_looked_at_with_what_lies_beside_it(tmp_path, settings, monkeypatch):
    settings.DATA_DIR = private_folder(tmp_path / "data")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for end in ("", "-wal", "-shm"):
        (elsewhere / f"club.db{end}").touch()
    monkeypatch.setattr(connection, "vendor", "sqlite")
    monkeypatch.setitem(connection.settings_dict, "NAME", str(elsewhere / "club.db"))

    def told():
        return sorted(warning.hint.rpartition("/")[2] for warning in data_are_private())

    for folder, files, expected in (
        (0o700, 0o600, []),
        (0o755, 0o600, []),
        (0o777, 0o600, ["elsewhere"]),
        (0o700, 0o644, ["club.db", "club.db-shm", "club.db-wal"]),
    ):
        for path in elsewhere.iterdir():
            path.chmod(files)
        elsewhere.chmod(folder)
        assert told() == expected


def test_a_folder_that_cannot_be_changed_is_no_obstacle(tmp_path, monkeypatch):
    def forbidden(*_):
        raise PermissionError

    tmp_path.chmod(WIDE)
    monkeypatch.setattr(Path, "chmod", forbidden)
    assert private_folder(tmp_path) == tmp_path


def test_a_site_whose_key_is_in_the_environment_gets_its_folder_too(tmp_path):
    manage(tmp_path / "var", "migrate", "sessions", "--verbosity", "0", SECRET_KEY="k" * 50)
    assert (tmp_path / "var" / "cardcity.sqlite3").exists()


def test_of_two_keys_made_at_once_the_first_stays_and_is_never_half_there(tmp_path):
    path = tmp_path / "new" / "site.key"

    def made_meanwhile():
        assert not path.exists()
        return kept_key(path, lambda: "first") and "second"

    assert kept_key(path, made_meanwhile) == kept_key(path, lambda: "third") == "first"
    assert mode(path) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["site.key"]


def test_a_key_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    done = []
    for name in ("fsync", "link"):
        work = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *given, work=work, name=name: (done.append(name), work(*given)))
    kept_key(tmp_path / "site.key", lambda: "key")
    assert done == ["fsync", "link", "fsync"]


def test_a_key_can_be_kept_where_there_are_no_hard_links(tmp_path, monkeypatch):
    def link(*_):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    path = tmp_path / "site.key"
    assert kept_key(path, lambda: "key") == kept_key(path, lambda: "other") == "key"
    assert mode(path) == 0o600
    assert [*tmp_path.iterdir()] == [path]


def test_a_key_that_cannot_be_written_leaves_nothing(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        kept_key(tmp_path / "site.key", lambda: "key")
    assert [*tmp_path.iterdir()] == []


def test_an_empty_key_is_no_key(tmp_path):
    """As a power cut left one: nobody may be signed in by it, and a new one would end all sessions unasked."""
    (tmp_path / "secret.key").write_text("\n")
    with pytest.raises(ImproperlyConfigured, match=r"secret\.key is empty: restore it from a backup"):
        kept_key(tmp_path / "secret.key", lambda: "new")
