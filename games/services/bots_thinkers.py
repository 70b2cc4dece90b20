"""The processes that think for bots: started with nothing in their hands, asked, and ended if they hang."""

import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings

from games.rules import registry

PATIENCE = 5.0
"""Seconds after which a thinker that has not answered is ended."""
STARTING = 60.0
"""Seconds in which it must have read the rules."""
COMMAND = [sys.executable, "-P", "-s", "-m", "games.bots.thinker"]


def bare_environment() -> dict[str, str]:
    """Return all that a thinker's environment holds: where the rules are, and how its sets are ordered."""
    return {"PYTHONPATH": str(settings.BASE_DIR), "PYTHONHASHSEED": "0"}


class Silent(Exception):
    """The thinker ended, hung, or said something that makes no sense."""


class Starved(Exception):
    """The machine was too busy to let the thinker compute: it is well, and may be asked again."""


class Thinker:
    """One process that finds moves; a new one follows one that had to be ended."""

    def __init__(self, patience: float = PATIENCE) -> None:
        """Begin without a process."""
        self.patience = patience
        self._process: subprocess.Popen[bytes] | None = None
        self._heard = b""
        self._asked = 0

    @property
    def pid(self) -> int | None:
        """The number of its process, if it has one."""
        return self._process.pid if self._process else None

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return its answer, which is an ``error`` if it has none."""
        try:
            return self._exchange(question, self.patience)
        except Starved as problem:
            return {"error": repr(problem)}
        except Exception as problem:
            # Also what cannot be asked, and an answer that is none: whoever asks has others to serve.
            self.stop()
            return {"error": f"the thinker had to be ended: {problem!r}"}

    def _exchange(self, question: Mapping[str, Any], patience: float) -> dict[str, Any]:
        process = self._process or self._start()
        self._asked += 1
        _tell(process, {**question, "number": self._asked})
        used, end = _seconds_used(process.pid), monotonic() + patience
        while (found := self._read(process, end, used)).pop("number", None) != self._asked:
            # The answer to what was asked before, which came too late.
            pass
        return found

    def _start(self) -> "subprocess.Popen[bytes]":
        self._heard = b""
        self._process = process = subprocess.Popen(  # noqa: S603
            COMMAND,
            env=bare_environment(),
            cwd="/",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        _tell(process, registry.SLUGS)
        self._read(process, monotonic() + STARTING)
        return process

    def _read(self, process: "subprocess.Popen[bytes]", end: float, used: float = 0.0) -> dict[str, Any]:
        assert process.stdout
        while b"\n" not in self._heard:
            ready, _, _ = select.select([process.stdout], [], [], max(0.0, end - monotonic()))
            more = os.read(process.stdout.fileno(), 1 << 16) if ready else b""
            if not more:
                raise Silent("it ended") if ready else self._why_silent(process.pid, used)
            self._heard += more
        line, _, self._heard = self._heard.partition(b"\n")
        found: dict[str, Any] = json.loads(line)
        return found

    def _why_silent(self, pid: int, used: float) -> Exception:
        """Return whether a process hangs or has had no time to answer, by how long it had computed before."""
        if _seconds_used(pid) - used < self.patience / 2 and _wants_more(pid):
            return Starved("it had no time of the processor")
        return Silent("it hung")

    def stop(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def _stat(pid: int) -> list[str]:
    """Return what the system tells of a process after its name; nothing where it tells nothing."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _wants_more(pid: int) -> bool:
    """Tell whether a process could go on if the machine let it."""
    return _stat(pid)[:1] == ["R"]


def _seconds_used(pid: int) -> float:
    """Return how long a process has computed; always long where nobody can tell."""
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else monotonic()


def _tell(process: "subprocess.Popen[bytes]", what: Mapping[str, Any]) -> None:
    assert process.stdin
    process.stdin.write(json.dumps(what).encode() + b"\n")
    process.stdin.flush()
