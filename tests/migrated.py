"""A migrated database and static files: made once a process, and copied for every site that a test serves."""

import atexit
import os
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from tests import forks

COPIED = ("cardcity.sqlite3", "static")


def copy_into(data):
    """Put both into a data folder, unless it has a database already."""
    if (Path(data) / COPIED[0]).exists():
        return
    Path(data).mkdir(exist_ok=True)
    database, static = (_template() / name for name in COPIED)
    shutil.copy(database, data)
    shutil.copytree(static, Path(data) / COPIED[1], dirs_exist_ok=True)


@cache
def _template():
    folder = Path(mkdtemp(prefix="migrated-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    unknown = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE"}
    env = {name: value for name, value in os.environ.items() if name not in unknown}
    for command in ("migrate", "collectstatic"):
        arguments = ["manage.py", command, "--noinput", "--verbosity", "0"]
        done = forks.run(arguments, env | {"CARDCITY_DATA": str(folder)})
        assert done.returncode == 0, done.said
    return folder
