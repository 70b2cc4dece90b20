"""What a run of the suite has started ends with it, and its last lines say what was red by chance."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.thorough import PATIENCE

RUN = Path(__file__).with_name("run.sh")
# As pytest does on a TERM: it puts its own things away and says that it was interrupted.
INTERRUPTED = """#!/bin/sh
trap 'touch {ended}; exit 2' TERM
echo started
while :; do sleep 0.1; done
"""
# Two browser tests are red, and green when they are tried once more.
UNSTABLE = """#!/bin/sh
case "$*" in
*--last-failed*) exit ;;
*"-m browser")
  mkdir -p .pytest_cache/v/cache
  printf '{{\\n  "{}": true,\\n  "{}": true\\n}}' >.pytest_cache/v/cache/lastfailed
  exit 1 ;;
esac
"""
TOOLS = ("cat", "chmod", "cp", "dirname", "id", "mkdir", "mktemp", "rm", "sed", "sh")


def test_a_run_that_is_ended_puts_everything_away(tmp_path):
    ended, scratch, stand_in = tmp_path / "ended", tmp_path / "scratch", tmp_path / "pytest"
    scratch.mkdir()
    stand_in.write_text(INTERRUPTED.format(ended=ended))
    stand_in.chmod(0o755)
    env = {**os.environ, "PYTEST": str(stand_in), "TMPDIR": str(scratch)}
    with subprocess.Popen(["sh", RUN], env=env, stdout=subprocess.PIPE, text=True) as run:
        try:
            assert any(line == "started\n" for line in run.stdout)
            assert list(scratch.iterdir())
        finally:
            run.send_signal(signal.SIGTERM)
        assert run.wait(PATIENCE) == 128 + signal.SIGTERM
    assert ended.exists()
    assert list(scratch.iterdir()) == []


@pytest.fixture
def bare(tmp_path):
    """The variables of a machine with nothing but the tools of the script, which is in a project without tests."""
    places = [tmp_path / name for name in ("tests", "bin", "scratch")]
    for place in places:
        place.mkdir()
    shutil.copy(RUN, tmp_path / "tests")
    for tool in TOOLS:
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool))
    stand_in = tmp_path / "pytest"
    stand_in.touch(0o755)
    names = ("PYTEST", "PATH", "TMPDIR", "POSTGRES")
    return dict(zip(names, map(str, (stand_in, *places[1:], tmp_path / "none")), strict=True))


# In CI a run fails that leaves something out.
@pytest.mark.parametrize(("ci", "status"), [({}, 0), ({"CI": "1"}, 1)], ids=["green", "red"])
def test_a_test_that_is_red_by_chance_is_named_at_the_end(bare, ci, status):
    unstable = "tests/browser/test_x.py::test_y[a]", "tests/browser/test_x.py::test_z"
    Path(bare["PYTEST"]).write_text(UNSTABLE.format(*unstable))
    script = Path(bare["PATH"]).parent / "tests" / "run.sh"
    done = subprocess.run(["sh", script], env=bare | ci, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-2:] == [f"FLAKY {name}" for name in unstable]
    assert ("\nFAILED: (left out)\n" in done.stdout, done.returncode) == (bool(status), status)
