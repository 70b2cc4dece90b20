"""Starts Python programs in processes of their own, forked from one that has imported the libraries already.

A command of the site then begins in a third of the time; settings, models and everything else that its
environment decides are still its own.
"""

import atexit
import gc
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from types import SimpleNamespace

from games.rules.registry import SLUGS

ROOT = Path(__file__).parent.parent
LIBRARIES = (
    "autobahn.twisted.websocket",
    "channels.generic.websocket",
    "channels.routing",
    "channels_redis.core",
    "cryptography.fernet",
    "django.contrib.admin.options",
    "django.contrib.admin.views.main",
    "django.contrib.messages.storage.fallback",
    "django.core.mail.backends.smtp",
    "django.core.management.commands.migrate",
    "django.db.backends.postgresql.base",
    "django.db.backends.sqlite3.base",
    "django.template.loader_tags",
    "django.views.generic",
    "django_htmx.middleware",
    "fido2.server",
    "markdown_it",
    "pywebpush",
    "qrcode",
    "servestatic.middleware",
    *SLUGS.values(),
)
"""What can be imported before there are settings."""
LONGEST = 1 << 18
_one_at_a_time = threading.Lock()


class Program:
    """A started program; the methods are those of ``subprocess.Popen``."""

    def __init__(self, arguments, env, out):
        """Start it: what would stand behind ``python`` on a command line, and the file for all its output."""
        request = {"arguments": [str(one) for one in arguments], "env": env}
        self.pid = _ask(request, [out.fileno()])
        self.returncode = None

    def poll(self):
        """Return the exit status, or None while it runs."""
        if self.returncode is None:
            self.returncode = _ask({"pid": self.pid})
        return self.returncode

    def wait(self, timeout=None):
        """Return the exit status once it has ended."""
        end = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
            time.sleep(0.005)
        return self.returncode

    def send_signal(self, number):
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self):
        """End it as a crash would."""
        self.send_signal(signal.SIGKILL)

    def terminate(self):
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


def run(arguments, env):
    """Run a program to its end; return its ``returncode`` and everything it wrote, as ``said``."""
    with TemporaryFile("w+") as out:
        status = Program(arguments, env, out).wait()
        out.seek(0)
        return SimpleNamespace(returncode=status, said=out.read())


def _ask(request, files=()):
    with _one_at_a_time:
        line = _server()
        socket.send_fds(line, [json.dumps(request).encode()], files)
        return json.loads(line.recv(LONGEST))


@cache
def _server():
    """Start the process that forks; it ends, and so do its programs, when this one does."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-m", "tests.forks", str(theirs.fileno())]
    process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
    theirs.close()
    atexit.register(lambda: (ours.close(), process.wait()))
    return ours


def _answer(line):
    """Fork and tell of ends until nobody asks any more; return the program to be in a fork, None at the end."""
    running = set()
    while True:
        text, files, _, _ = socket.recv_fds(line, LONGEST, 1)
        if not text:
            break
        request = json.loads(text)
        if "pid" in request:
            answer = _status(request["pid"])
            running -= {request["pid"]} if answer is not None else set()
        elif answer := os.fork():
            running.add(answer)
            os.close(files[0])
        else:
            line.close()
            return request, files[0]
        line.send(json.dumps(answer).encode())
    for pid in running:
        os.kill(pid, signal.SIGKILL)
    return None


def _status(pid):
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _become(request, out):
    """Be the program, as if Python had just been started for it."""
    os.environ.clear()
    os.environ.update(request["env"])
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.close(out)
    name, *rest = request["arguments"]
    if name == "-m":
        name, *rest = rest
    sys.argv[:] = [name, *rest]
    if name.endswith(".py"):
        runpy.run_path(name, run_name="__main__")
    else:
        runpy.run_module(name, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    for name in LIBRARIES:
        import_module(name)
    gc.freeze()
    if program := _answer(socket.socket(fileno=int(sys.argv[1]))):
        _become(*program)
