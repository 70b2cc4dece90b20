"""A migrated database and static files: made once a run, and copied for every worker and every site that a test serves."""

import fcntl
import os
import re
import shutil
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from zlib import crc32

import psycopg

from tests import forks

COPIED = ("cardcity.sqlite3", "static")
PLACE = "TEST_MIGRATED"
"""The variable with the folder that all processes of a run share."""


@contextmanager
def shared_place():
    """Let the processes started meanwhile share what is made, unless whoever started this one has seen to that."""
    if PLACE in os.environ:
        yield
        return
    os.environ[PLACE] = mkdtemp(prefix="migrated-")
    try:
        yield
    finally:
        _drop_template()
        shutil.rmtree(os.environ.pop(PLACE), ignore_errors=True)


def copy_into(data):
    """Put database and static files into a data folder, unless it has a database already."""
    if (Path(data) / COPIED[0]).exists():
        return
    Path(data).mkdir(exist_ok=True)
    copy_database(Path(data) / COPIED[0])
    copy_static(data)


def copy_database(path):
    """Put the migrated SQLite database at a path, also where another was left."""
    remove_database(path)
    shutil.copy(_made("sqlite", lambda folder: _manage(folder, "migrate")) / COPIED[0], path)


def remove_database(path):
    """Remove a SQLite database with what lies beside it."""
    for end in ("", "-wal", "-shm", "-journal"):
        Path(f"{path}{end}").unlink(missing_ok=True)


def copy_static(data):
    """Put the collected static files into a data folder."""
    shutil.copytree(
        _made("files", lambda folder: _manage(folder, "collectstatic")) / COPIED[1],
        Path(data) / COPIED[1],
        dirs_exist_ok=True,
    )


def template_on(server):
    """Return the name of the migrated database on a PostgreSQL server, from which others can be created."""
    name = _name_on(server)
    _made(name, lambda folder: _migrate_on(server, name, folder))
    return name


def _name_on(server):
    # Several runs may use one server.
    return f"migrated_{crc32(f'{os.environ[PLACE]} {server}'.encode()):08x}"


def _made(name, make):
    """Return a folder of the shared place, with what is made in it by whoever comes first."""
    place = Path(os.environ[PLACE])
    place.mkdir(exist_ok=True)
    with (place / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / name).exists():
            # Who was ended in the middle leaves nothing that looks whole.
            unfinished = Path(mkdtemp(dir=place))
            make(unfinished)
            unfinished.rename(place / name)
    return place / name


def _migrate_on(server, name, folder):
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
    _manage(folder, "migrate", DATABASE_URL=re.sub(r"/[^/]*$", f"/{name}", server))


def _manage(folder, command, **environment):
    unknown = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE"}
    env = {name: value for name, value in os.environ.items() if name not in unknown}
    arguments = ["manage.py", command, "--noinput", "--verbosity", "0"]
    done = forks.run(arguments, env | {"CARDCITY_DATA": str(folder)} | environment)
    assert done.returncode == 0, done.said


def _drop_template():
    server = os.environ.get("DATABASE_URL", "")
    name = _name_on(server)
    if (Path(os.environ[PLACE]) / name).exists():
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
