"""A check of a backup that is stopped puts away what it took out: it was the database and every key."""

import os
import signal
import subprocess
import sys
import tempfile
import time

import pytest

from games.management.ending import tidy_when_stopped
from games.services.backups.restoring import inspect
from tests import forks
from tests.migrated import copy_into
from tests.thorough import PATIENCE
from tests.waiting import until


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_check_that_is_stopped_leaves_nothing(tmp_path, number):
    data, scratch = tmp_path / "data", tmp_path / "scratch"
    scratch.mkdir()
    copy_into(data)
    env = {"CARDCITY_DATA": str(data), "TMPDIR": str(scratch)}
    archive = forks.run(["manage.py", "backup", str(tmp_path)], env).said.split(" (")[0]
    with (tmp_path / "said").open("w") as out:
        check = forks.Program(["manage.py", "restore", archive, "--check"], env, out)
        until(lambda: [*scratch.glob("cardcity-check-*/cardcity.sqlite3")])
        check.send_signal(number)
        assert check.wait(PATIENCE) == 128 + number
    assert [*scratch.iterdir()] == []


def test_a_signal_that_is_ignored_stays_ignored():
    """So that nohup keeps its promise, and after the block all is as before."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with tidy_when_stopped():
            os.kill(os.getpid(), signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_what_a_killed_check_left_goes_with_the_next_one_a_day_later(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name, age in (("old", 2 * 86400), ("new", 60)):
        (tmp_path / f"cardcity-check-{name}").mkdir()
        os.utime(tmp_path / f"cardcity-check-{name}", (time.time() - age,) * 2)
    with pytest.raises(OSError, match="nothing"):
        inspect(tmp_path / "nothing", 0)
    assert [path.name for path in tmp_path.iterdir()] == ["cardcity-check-new"]


def test_who_was_to_look_at_it_does_not_begin_when_nobody_waits_any_more(tmp_path):
    """It would make the folder anew that was put away, and a site in it."""
    command = [sys.executable, "-m", "games.services.backups.inspection"]
    env = {**os.environ, "CARDCITY_DATA": str(tmp_path / "gone")}
    done = subprocess.run(command, cwd=forks.ROOT, env=env, input=b"", capture_output=True, check=True)
    assert done.stdout == b""
    assert not (tmp_path / "gone").exists()
