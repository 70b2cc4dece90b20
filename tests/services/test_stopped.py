"""A check of a backup that is stopped puts away what it took out: it was the database and every key."""

import os
import subprocess
import sys

from games.management.ending import STOPPED
from tests import forks
from tests.migrated import copy_into
from tests.thorough import PATIENCE
from tests.waiting import until


def test_a_check_that_is_stopped_leaves_nothing(tmp_path):
    data, scratch = tmp_path / "data", tmp_path / "scratch"
    scratch.mkdir()
    copy_into(data)
    env = {"CARDCITY_DATA": str(data), "TMPDIR": str(scratch)}
    archive = forks.run(["manage.py", "backup", str(tmp_path)], env).said.split(" (")[0]
    with (tmp_path / "said").open("w") as out:
        check = forks.Program(["manage.py", "restore", archive, "--check"], env, out)
        until(lambda: [*scratch.glob("cardcity-check-*/cardcity.sqlite3")])
        check.terminate()
        assert check.wait(PATIENCE) == STOPPED
    assert [*scratch.iterdir()] == []


def test_who_was_to_look_at_it_does_not_begin_when_nobody_waits_any_more(tmp_path):
    """It would make the folder anew that was put away, and a site in it."""
    command = [sys.executable, "-m", "games.services.backups.inspection"]
    env = {**os.environ, "CARDCITY_DATA": str(tmp_path / "gone")}
    done = subprocess.run(command, cwd=forks.ROOT, env=env, input=b"", capture_output=True, check=True)
    assert done.stdout == b""
    assert not (tmp_path / "gone").exists()
