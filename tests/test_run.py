"""What a run of the suite has started ends with it."""

import os
import signal
import subprocess
from pathlib import Path

from tests.thorough import PATIENCE

RUN = Path(__file__).with_name("run.sh")
# As pytest does on a TERM: it puts its own things away and says that it was interrupted.
INTERRUPTED = """#!/bin/sh
trap 'touch {ended}; exit 2' TERM
echo started
while :; do sleep 0.1; done
"""


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
