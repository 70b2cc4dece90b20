"""A backup is made while people move: what was acknowledged before is in it, and comes back."""

import hashlib
import os
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from games.services.backups.archive import Manifest, pack, unpack
from tests import forks
from tests.crash.clients import Player
from tests.crash.test_kill import acknowledged_by, await_more, check, log_of, title
from tests.served import Site, database_for_a_site
from tests.thorough import PATIENCE

POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")
pytestmark = [
    pytest.mark.in_turn(3),
    pytest.mark.skipif(POSTGRES and not shutil.which("pg_dump"), reason="LEFT OUT: pg_dump is not installed"),
]
PLAYERS = 3
BACKUPS = 2


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with database_for_a_site() as database:
        found = Site(tmp_path_factory.mktemp("site"), database).prepare().start("--no-bots")
        yield found
        found.stop()


@pytest.fixture(scope="module")
def backups(site, tmp_path_factory):
    """Archives of the playing site, each with the moves that were acknowledged before it was begun."""
    ending, folder = threading.Event(), tmp_path_factory.mktemp("backups")
    players = [Player(f"b{number}-", site.port, title(), ending) for number in range(PLAYERS)]
    for player in players:
        player.start()
    made = []
    for number in range(BACKUPS):
        await_more(players, 10 * (number + 1))
        known = acknowledged_by(players)
        said = site.manage("backup", str(folder / str(number)))
        made.append((Path(said.split(" (")[0]), known))
    assert len(acknowledged_by(players)) > len(made[-1][1]), "nobody moved meanwhile"
    ending.set()
    for player in players:
        player.join(PATIENCE)
    assert [player.tally.faults for player in players if player.tally.faults] == []
    return made


@pytest.fixture
def elsewhere(tmp_path):
    """An empty place of the same kind: a data folder, and on PostgreSQL an empty database."""
    with database_for_a_site(empty=True) as database:
        yield Site(tmp_path / "elsewhere", database)


def data_of(site):
    """Return what lies in a data folder, static files aside."""
    folder = Path(site.env["CARDCITY_DATA"])
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix in {".key", ".sqlite3"}]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def tables_of(site):
    if "DATABASE_URL" not in site.env:
        return []
    with psycopg.connect(site.env["DATABASE_URL"]) as database:
        return database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()


def databases_of(site):
    if "DATABASE_URL" not in site.env:
        return []
    with psycopg.connect(site.env["DATABASE_URL"]) as database:
        return database.execute("SELECT datname FROM pg_database ORDER BY 1").fetchall()


def reader_of(site):
    """Hold the database open, as somebody does who looks at it by hand."""
    if "DATABASE_URL" in site.env:
        return psycopg.connect(site.env["DATABASE_URL"])
    held = sqlite3.connect(f"{site.env['CARDCITY_DATA']}/cardcity.sqlite3")
    held.execute("SELECT count(*) FROM games_game").fetchall()
    return closing(held)


def refused(site, *arguments):
    done = forks.run(["manage.py", "restore", *arguments], site.env)
    assert done.returncode == 1
    assert "Traceback" not in done.said
    return done.said


def test_each_backup_has_every_move_acknowledged_before_it(backups, tmp_path):
    for number, (archive, known) in enumerate(backups):
        with database_for_a_site(empty=True) as database:
            restored = Site(tmp_path / str(number), database)
            restored.manage("restore", str(archive))
            assert len(known) > 10
            check(restored, known)
            assert ", 0 failed" in restored.manage("verify_game", "--all")


def test_a_restored_site_is_the_old_one(site, backups, elsewhere):
    archive, _ = backups[-1]
    elsewhere.manage("restore", str(archive))
    key = "secret.key"
    ours, theirs = (Path(one.env["CARDCITY_DATA"], key) for one in (site, elsewhere))
    assert ours.read_text() == theirs.read_text()
    elsewhere.manage("collectstatic", "--noinput", "--verbosity", "0")
    elsewhere.start("--no-bots")
    assert elsewhere.stop() == 0


def test_check_says_what_is_there_and_touches_nothing(site, backups):
    archive, _ = backups[-1]
    site.manage("check")
    before = data_of(site)["secret.key"], log_of(site), databases_of(site)
    said = site.manage("restore", str(archive), "--check", "--sample", "3")
    assert "0 accounts, " in said
    assert "3 of " in said
    assert "replayed from their seeds, 0 failed" in said
    assert "0 entries of the staff's log checked, 0 problems" in said
    assert (data_of(site)["secret.key"], log_of(site), databases_of(site)) == before


def test_check_fails_if_a_game_does_not_replay(backups, elsewhere, tmp_path):
    elsewhere.manage("restore", str(backups[0][0]))
    spoil = "from games.models import GameSecret as S; S.objects.update(server_seed=bytes(32))"
    elsewhere.run(spoil)
    archive = elsewhere.manage("backup", str(tmp_path / "spoiled")).split(" (")[0]
    said = refused(elsewhere, archive, "--check")
    assert "not in order" in said


def test_a_damaged_file_is_refused_and_nothing_is_touched(backups, elsewhere, tmp_path):
    whole = backups[0][0].read_bytes()
    half = len(whole) // 2
    byte = whole[:half] + bytes([whole[half] ^ 1]) + whole[half + 1 :]
    path = tmp_path / "bad.tar"
    for bad, *more in ((byte,), (whole[:half], "--replace"), (b"x" * 5000, "--check")):
        path.write_bytes(bad)
        assert "checksum" in refused(elsewhere, str(path), *more)
        assert tables_of(elsewhere) == []
    assert [path.name for path in Path(elsewhere.env["CARDCITY_DATA"]).iterdir()] == ["secret.key"]


def test_a_database_is_not_overwritten_unless_told_so(backups, elsewhere):
    # Any command makes the key, which is replaced as well.
    elsewhere.prepare().manage("check")
    before = data_of(elsewhere)
    archive = str(backups[0][0])
    assert "--replace" in refused(elsewhere, archive)
    assert data_of(elsewhere) == before
    with reader_of(elsewhere):
        assert "stop the site first" in refused(elsewhere, archive, "--replace")
    assert data_of(elsewhere) == before
    said = elsewhere.manage("restore", archive, "--replace")
    check(elsewhere, backups[0][1])
    assert said.count("What was there before is now ") == len(before) + POSTGRES
    kept = {digest for name, digest in data_of(elsewhere).items() if name.startswith("replaced-")}
    assert kept == {*before.values()}
    if POSTGRES:
        name = said.split("the database ")[1].split()[0]
        with psycopg.connect(elsewhere.env["DATABASE_URL"], autocommit=True) as admin:
            admin.execute(f"DROP DATABASE {name}")


def test_a_site_that_runs_is_not_replaced(site, backups):
    before = log_of(site)
    for more in ([], ["--replace"]):
        assert "stop the site first" in refused(site, str(backups[0][0]), *more)
    assert log_of(site) == before


@pytest.mark.skipif(POSTGRES, reason="the manifest is read before any database")
def test_a_backup_of_another_database_or_of_a_newer_site_is_refused(backups, elsewhere, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    manifest = unpack(backups[0][0], folder)
    for facts, words in (({"engine": "postgresql"}, "PostgreSQL"), ({"migration": "9999_later"}, "newer")):
        known = {"engine": manifest.engine, "migration": manifest.migration, **facts}
        path = tmp_path / f"{words}.tar"
        pack(sorted(folder.iterdir()), Manifest(made_at="now", files=manifest.files, **known), path)
        assert words.lower() in refused(elsewhere, str(path)).lower()
        assert words.lower() in refused(elsewhere, str(path), "--check").lower()
