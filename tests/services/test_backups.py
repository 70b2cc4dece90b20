"""The file of a backup: what was written comes out again, and nothing else ever does."""

import errno
import hashlib
import io
import json
import os
import tarfile
import time
from dataclasses import asdict

import pytest
from django.core.management import CommandError, call_command

from games.services.backups import making, occupancy
from games.services.backups.archive import MANIFEST, BackupError, Manifest, digest, pack, unpack

KEY = "secret.key"


@pytest.fixture
def archive(tmp_path):
    """A sealed archive of a key and of something that stands for a database."""
    files = [tmp_path / "cardcity.pgdump", tmp_path / KEY]
    for path in files:
        path.write_bytes(path.name.encode() * 500)
    manifest = Manifest(
        "postgresql", "0007_measures", "2026-11-22", {path.name: digest(path) for path in files}
    )
    pack(files, manifest, tmp_path / "backup.tar")
    return tmp_path / "backup.tar"


@pytest.fixture
def place(tmp_path):
    found = tmp_path / "place"
    found.mkdir()
    return found


def sealed(path, members):
    """Write a tar of these members with the right checksum, as somebody would who knows how it is made."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as tar:
        for member, data in members:
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    data = content.getvalue()
    path.write_bytes(data + hashlib.sha256(data).hexdigest().encode() + b"\n")
    return path


def manifest_of(**files):
    listed = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    facts = asdict(Manifest("sqlite", "0007_measures", "2026-11-22", listed))
    return tarfile.TarInfo(MANIFEST), json.dumps(facts).encode()


def refused(path, place, words):
    with pytest.raises(BackupError, match=words):
        unpack(path, place)
    return list(place.rglob("*"))


def test_what_was_packed_comes_out_again(archive, place):
    manifest = unpack(archive, place)
    assert {path.name for path in place.iterdir()} == manifest.files.keys() == {"cardcity.pgdump", KEY}
    assert (place / KEY).read_bytes() == b"secret.key" * 500
    assert oct(archive.stat().st_mode)[-3:] == "600"
    assert {oct(path.stat().st_mode)[-3:] for path in place.iterdir()} == {"600"}


def test_any_tar_reads_it(archive):
    with tarfile.open(archive) as tar:
        assert tar.getnames() == [MANIFEST, "cardcity.pgdump", KEY]


def test_a_byte_that_was_changed_is_noticed_wherever_it_is(archive, place):
    whole = archive.read_bytes()
    for at in {*range(0, len(whole), 97), *range(len(whole) - 70, len(whole))}:
        archive.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert refused(archive, place, "checksum") == []


def test_an_archive_that_was_cut_off_or_continued_is_noticed(archive, place):
    whole = archive.read_bytes()
    for left in (0, 1, 64, 65, 512, len(whole) // 2, len(whole) - 65, len(whole) - 1):
        archive.write_bytes(whole[:left])
        assert refused(archive, place, "checksum") == []
    archive.write_bytes(whole + b"\n")
    assert refused(archive, place, "checksum") == []


def test_without_a_manifest_it_is_no_backup(tmp_path, place):
    for members in ([], [(tarfile.TarInfo(KEY), b"k")], [(tarfile.TarInfo(KEY), b"k"), manifest_of()]):
        assert refused(sealed(tmp_path / "a.tar", members), place, "manifest is missing") == []


@pytest.mark.parametrize("text", [b"", b"[]", b"{}", b"{", b'{"format": 1}', b"\xff"])
def test_a_manifest_that_says_nothing_is_refused(tmp_path, place, text):
    path = sealed(tmp_path / "a.tar", [(tarfile.TarInfo(MANIFEST), text)])
    assert refused(path, place, "manifest") == []


def test_a_newer_format_is_refused(tmp_path, place):
    info, text = manifest_of()
    path = sealed(tmp_path / "a.tar", [(info, text.replace(b'"format": 1', b'"format": 2'))])
    assert refused(path, place, "newer Card City") == []


@pytest.mark.parametrize(
    "name",
    ["../secret.key", "/tmp/secret.key", "a/secret.key", "..", ".", "", ".key", "-x.key", "settings.py", "a.key\n", "é.key"],
)  # fmt: skip
def test_a_name_that_leads_elsewhere_is_refused(tmp_path, place, name):
    path = sealed(tmp_path / "a.tar", [manifest_of(**{name: b"k"}), (tarfile.TarInfo(name), b"k")])
    assert refused(path, place, "holds no") == []
    assert not (tmp_path / KEY).exists()


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE])
def test_only_files_come_out(tmp_path, place, kind):
    info = tarfile.TarInfo(KEY)
    info.type, info.linkname = kind, "/etc/passwd"
    path = sealed(tmp_path / "a.tar", [manifest_of(**{KEY: b""}), (info, b"")])
    assert refused(path, place, "holds no") == []


def test_the_files_must_be_those_of_the_manifest(tmp_path, place):
    key = tarfile.TarInfo(KEY)
    refused(
        sealed(tmp_path / "a.tar", [manifest_of(**{KEY: b"k"}), (key, b"other")]), place, "manifest lists"
    )
    (place / KEY).unlink()
    refused(sealed(tmp_path / "b.tar", [manifest_of(**{KEY: b"k"})]), place, "manifest lists")
    twice = [manifest_of(**{KEY: b"k"}), (key, b"k"), (key, b"k")]
    refused(sealed(tmp_path / "c.tar", twice), place, "twice")


@pytest.fixture
def quick(monkeypatch, tmp_path, settings):
    """A folder for backups of a data folder with two keys, and a file that stands for its database."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    for name in (KEY, "factors.key", "cardcity.pgdump"):
        (settings.DATA_DIR / name).write_text(name)
    monkeypatch.setattr(making, "_dumped", lambda scratch: settings.DATA_DIR / "cardcity.pgdump")
    monkeypatch.setattr(making, "_last_migration", lambda: "0007_measures")
    return tmp_path / "backups"


def named(folder):
    return sorted(path.name for path in folder.iterdir())


def older(folder, count):
    folder.mkdir()
    names = [f"cardcity-20200101-{number:06}.tar" for number in range(count)]
    for name in names:
        (folder / name).write_text("")
    return names


def test_the_newest_fourteen_stay(quick):
    names = older(quick, 20)
    (quick / "cardcity-notes.txt").write_text("mine")
    call_command("backup", str(quick), "--keep", "14", verbosity=0)
    left = named(quick)
    assert "cardcity-notes.txt" in left
    assert len(left) == 15
    assert {*names[-13:]} <= {*left}
    assert not {*names[:-13]} & {*left}


def test_the_new_one_stays_where_the_clock_was_set_back(quick):
    quick.mkdir()
    later = [f"cardcity-20990101-{number:06}.tar" for number in range(3)]
    for name in later:
        (quick / name).write_text("")
    call_command("backup", str(quick), "--keep", "2", verbosity=0)
    old = {name for name in named(quick) if not name.startswith("cardcity-2099")}
    assert len(old) == 1
    assert {*named(quick)} == old | {later[-1]}


def test_all_stay_if_nobody_says_how_many(quick):
    older(quick, 20)
    call_command("backup", str(quick))
    assert len(named(quick)) == 21


def test_a_backup_that_fails_removes_nothing_and_leaves_nothing(quick, monkeypatch):
    names = older(quick, 20)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(making, "pack", full)
    with pytest.raises(CommandError, match="No space"):
        call_command("backup", str(quick), "--keep", "14")
    assert named(quick) == names


def test_what_a_killed_backup_left_goes_with_the_next_one_a_day_later(quick):
    for name, age in ((".cardcity-old", 2 * 86400), (".cardcity-new", 60)):
        (quick / name).mkdir(parents=True)
        (quick / name / "cardcity.sqlite3").write_text("hands")
        os.utime(quick / name, (time.time() - age,) * 2)
    call_command("backup", str(quick))
    assert [name for name in named(quick) if name.startswith(".")] == [".cardcity-new"]


def test_a_backup_is_on_the_disk_before_it_has_its_name(quick, monkeypatch):
    done = []
    for name in ("fsync", "link"):
        work = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *given, work=work, name=name: (done.append(name), work(*given)))
    call_command("backup", str(quick))
    assert done == ["fsync", "link", "fsync"]


def test_it_is_nobody_elses(quick, monkeypatch):
    before = os.umask(0)
    try:
        call_command("backup", str(quick))
    finally:
        os.umask(before)
    assert oct(quick.stat().st_mode)[-3:] == "700"
    assert {oct(path.stat().st_mode)[-3:] for path in quick.iterdir()} == {"600"}


def test_every_key_of_the_data_folder_is_in_it(quick, place):
    call_command("backup", str(quick))
    with tarfile.open(next(quick.iterdir())) as tar:
        assert {*tar.getnames()} == {MANIFEST, "cardcity.pgdump", KEY, "factors.key"}


@pytest.mark.parametrize("name", ["cards.example.org.key", ".hidden.key", "my own.key", "folder.key"])
def test_what_could_not_come_out_again_is_not_packed_and_named(quick, place, capsys, name):
    path = quick.parent / "data" / name
    path.mkdir() if name.startswith("folder") else path.write_text("tls")
    call_command("backup", str(quick))
    assert {*unpack(next(quick.iterdir()), place).files} == {"cardcity.pgdump", KEY, "factors.key"}
    assert f"{name} is no key of Card City" in capsys.readouterr().out


@pytest.mark.parametrize("number", [errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK])
def test_a_stick_that_knows_no_hard_links_will_do(quick, place, monkeypatch, number):
    def link(*_):
        raise OSError(number, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    monkeypatch.setattr(making, "STAMP", "now")
    call_command("backup", str(quick))
    assert named(quick) == ["cardcity-now.tar"]
    assert unpack(quick / "cardcity-now.tar", place)
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", str(quick))


def test_another_error_of_the_disk_is_told(quick, monkeypatch):
    def link(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "link", link)
    with pytest.raises(CommandError, match="No space"):
        call_command("backup", str(quick))
    assert named(quick) == []


def test_it_says_what_is_not_in_it(quick, monkeypatch, capsys):
    monkeypatch.setenv("SECRET_KEY", "hunter2" * 10)
    call_command("backup", str(quick))
    said = capsys.readouterr().out
    assert "SECRET_KEY comes from the environment" in said
    assert "hunter2" not in said


def test_a_restore_and_the_site_exclude_each_other(quick):
    """Whoever restores has the data folder alone; processes of the site share it."""
    site = [occupancy.move_in(), occupancy.move_in()]
    with pytest.raises(BackupError, match="stop the site first"):
        occupancy.have_alone()
    for handle in site:
        os.close(handle)
    restore = occupancy.have_alone()
    with pytest.raises(CommandError, match="being restored"):
        call_command("referee")
    with pytest.raises(CommandError, match="being restored"):
        call_command("migrate")
    # Else it could pack the old database with the new keys.
    with pytest.raises(CommandError, match="being restored"):
        call_command("backup", str(quick))
    assert not quick.exists()
    os.close(restore)


def test_a_backup_holds_the_data_folder_only_while_it_is_made(quick, monkeypatch):
    def tried(_):
        with pytest.raises(BackupError, match="stop the site first"):
            occupancy.have_alone()
        return quick.parent / "data" / "cardcity.pgdump"

    monkeypatch.setattr(making, "_dumped", tried)
    call_command("backup", str(quick))
    os.close(occupancy.have_alone())


def test_a_backup_sweeps_what_a_killed_restore_left(quick):
    """It holds the whole database and every key, and nobody else may come by for years."""
    left = quick.parent / "data" / ".restore-killed"
    left.mkdir()
    (left / "secret.key").write_text("k")
    call_command("backup", str(quick))
    assert not left.exists()
