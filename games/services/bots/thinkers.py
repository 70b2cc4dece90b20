"""The processes that think for bots: started without secrets or rights, asked, and ended if they hang."""

import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings

from games.rules import registry

HANGS = 4.0
"""Seconds of the processor after which a thinker that has not answered is ended."""
STARTING = 60.0
"""Seconds in which it must have read the rules."""
COMMAND = [sys.executable, "-P", "-s", "-m", "games.bots.thinker"]


def bare_environment() -> dict[str, str]:
    """Return all that a thinker's environment holds: where the rules are, and how its sets are ordered."""
    return {"PYTHONPATH": str(settings.BASE_DIR), "PYTHONHASHSEED": "0"}


class Silent(Exception):
    """The thinker ended, hung, or said something that makes no sense."""


class Late(Exception):
    """The machine was too busy to let the thinker finish: it is well, and may be asked again."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What a thinker has yet to say: the number of an answer, or none for the titles it knows."""

    number: int | None
    since: float
    used: float
    """How many seconds it had computed before."""


class Thinker:
    """One process that finds moves; a new one follows one that had to be ended."""

    def __init__(self) -> None:
        """Begin without a process."""
        self._process: subprocess.Popen[bytes] | None = None
        self._heard = b""
        self._asked = 0
        self._owed: Owed | None = None

    @property
    def pid(self) -> int | None:
        """The number of its process, if it has one."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Let it read the rules before it is asked."""
        if self._process is None:
            self._start()

    def ask(self, question: Mapping[str, Any], patience: float) -> dict[str, Any]:
        """Return its answer, which is an ``error`` if it has none after so many seconds."""
        try:
            return self._exchange(question, monotonic() + patience)
        except Late as problem:
            return {"error": repr(problem)}
        except Exception as problem:
            # Also what cannot be asked, and an answer that is none: whoever asks has others to serve.
            self.stop()
            return {"error": f"the thinker had to be ended: {problem!r}"}

    def _exchange(self, question: Mapping[str, Any], end: float) -> dict[str, Any]:
        process = self._process or self._start()
        if self._owed:
            # What it did not say in time it says before it hears more.
            self._hear(process, self._owed, end)
        if monotonic() >= end:
            raise Late("there was no time to ask")
        self._asked += 1
        owed = self._owed = Owed(self._asked, monotonic(), _seconds_used(process.pid))
        _tell(process, {**question, "number": self._asked})
        return self._hear(process, owed, end)

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
        self._owed = Owed(None, monotonic(), 0.0)
        _tell(process, registry.SLUGS)
        return process

    def _hear(self, process: "subprocess.Popen[bytes]", owed: Owed, end: float) -> dict[str, Any]:
        """Return what it owes; an answer to something else is none."""
        answer = self._read(process, owed, end)
        if answer.pop("number", None) != owed.number:
            raise Silent("it answered what was not asked")
        self._owed = None
        return answer

    def _read(self, process: "subprocess.Popen[bytes]", owed: Owed, end: float) -> dict[str, Any]:
        while b"\n" not in self._heard:
            if not _speaks(process, end - monotonic()):
                raise _why_silent(process, owed)
            assert process.stdout
            more = os.read(process.stdout.fileno(), 1 << 16)
            if not more:
                raise Silent("it ended")
            self._heard += more
        line, _, self._heard = self._heard.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def stop(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = self._owed = None


def _speaks(process: "subprocess.Popen[bytes]", wait: float) -> bool:
    """Tell whether a process says something, or ends, within so many seconds."""
    return bool(select.select([process.stdout], [], [], max(0.0, wait))[0])


def _why_silent(process: "subprocess.Popen[bytes]", owed: Owed) -> Exception:
    """Return whether a process hangs, or has only had no time to answer."""
    if owed.number is None:
        well = monotonic() - owed.since < STARTING
    elif _seconds_used(process.pid) - owed.used > HANGS:
        well = False
    else:
        # If it waits for the next question, it has answered this one just now.
        well = _could_go_on(process.pid) or _speaks(process, 0)
    return Late("it had no time of the processor") if well else Silent("it hung")


def _stat(pid: int) -> list[str]:
    """Return what the system tells of a process after its name; nothing where it tells nothing."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _could_go_on(pid: int) -> bool:
    """Tell whether a process only lacks the processor, or a page of its memory."""
    return _stat(pid)[:1] in (["R"], ["D"])


def _seconds_used(pid: int) -> float:
    """Return how long a process has computed; always long where nobody can tell."""
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else monotonic()


def _tell(process: "subprocess.Popen[bytes]", what: Mapping[str, Any]) -> None:
    assert process.stdin
    process.stdin.write(json.dumps(what).encode() + b"\n")
    process.stdin.flush()
