"""The site as people run it: ``manage.py serve`` in a process of its own, on its own data."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from random import SystemRandom
from urllib.error import URLError
from urllib.request import urlopen
from uuid import uuid4

import psycopg

from tests import forks
from tests.migrated import copy_into, copy_static, template_on
from tests.thorough import PATIENCE

PORTS = (20_000, 32_000)


def free_port():
    """Return a loopback port nobody listens on; none of those that outgoing connections are given meanwhile."""
    while True:
        port = SystemRandom().randrange(*PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Site:
    """A served site; ``start`` again after ``kill`` finds the same data."""

    def __init__(self, data, database="", **environment):
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = Path(data) / f"serve-{self.port}.log"
        # All tests come from one address.
        self.env = {
            **os.environ,
            "CARDCITY_DATA": str(data),
            "TABLES_PER_ADDRESS": "100000",
            "GUESTS_PER_ADDRESS": "100000",
            "CONNECTIONS_PER_ADDRESS": "100000",
            **environment,
        }
        self.env.pop("DATABASE_URL", None)
        self.env.pop("DJANGO_SETTINGS_MODULE", None)
        if database:
            self.env["DATABASE_URL"] = database
        self.process = self.console = None

    def run(self, code):
        """Run code on the site's data and return what it printed; without starting Django for each call."""
        if self.console is None:
            env = {**self.env, "DJANGO_SETTINGS_MODULE": "cardcity_site.settings"}
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
            command = [sys.executable, "-m", "tests.console"]
            self.console = subprocess.Popen(command, cwd=forks.ROOT, env=env, **pipes)
        self.console.stdin.write(json.dumps(code) + "\n")
        self.console.stdin.flush()
        late = threading.Timer(10 * PATIENCE, self.console.kill)
        late.start()
        line = self.console.stdout.readline()
        late.cancel()
        assert line, "the console has ended, or was late"
        answer = json.loads(line)
        assert "failed" not in answer, answer["failed"]
        return answer["said"]

    def manage(self, *arguments):
        """Run a command on the site's data and return what it printed."""
        done = forks.run(["manage.py", *arguments], self.env)
        assert done.returncode == 0, done.said
        return done.said

    def deal(self, text):
        """Let the games dealt from now on follow from a text."""
        (Path(self.env["CARDCITY_DATA"]) / "dealt").write_text(text)

    def prepare(self):
        """Make tables and static files, once."""
        if "DATABASE_URL" not in self.env:
            copy_into(self.data)
            return self
        self.manage("migrate", "--verbosity", "0")
        copy_static(self.data)
        return self

    def start(self, *arguments):
        """Serve, and return once the site answers."""
        with self.log.open("ab") as log:
            command = ["-m", "tests.dealt", "serve", "--port", str(self.port), *arguments]
            self.process = forks.Program(command, self.env, log)
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.05)
        return self

    def _answers(self):
        try:
            with urlopen(f"{self.url}/healthz", timeout=PATIENCE) as answer:
                return answer.status == 200
        except (URLError, ConnectionError, TimeoutError):
            return False

    def kill(self):
        """End the process as a crash would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """End the process as a supervisor would; return its exit status."""
        if self.console is not None:
            self.console.communicate()
            self.console = None
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)
        return self.process.returncode if self.process else None


@contextmanager
def database_for_a_site(*, empty=False):
    """Yield a database address of the kind the tests run on; PostgreSQL gets a fresh database, migrated or empty."""
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        yield ""
        return
    name = f"served_{uuid4().hex[:12]}"
    template = "template1" if empty else template_on(server)
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield re.sub(r"/[^/]*$", f"/{name}", server)
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
