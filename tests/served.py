"""The site as people run it: ``manage.py serve`` in a process of its own, on its own data."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen
from uuid import uuid4

import psycopg

ROOT = Path(__file__).parent.parent
DEADLINE = 120


def free_port():
    """Return a loopback port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Site:
    """A served site; ``start`` again after ``kill`` finds the same data."""

    def __init__(self, data, database="", **environment):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = Path(data) / f"serve-{self.port}.log"
        # All tests come from one address.
        self.env = {**os.environ, "CARDCITY_DATA": str(data), "TABLES_PER_ADDRESS": "100000", **environment}
        self.env.pop("DATABASE_URL", None)
        self.env.pop("DJANGO_SETTINGS_MODULE", None)
        if database:
            self.env["DATABASE_URL"] = database
        self.process = None

    def manage(self, *arguments):
        """Run a command on the site's data and return what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def deal(self, text):
        """Let the games dealt from now on follow from a text."""
        (Path(self.env["CARDCITY_DATA"]) / "dealt").write_text(text)

    def prepare(self):
        """Make tables and static files, once."""
        self.manage("migrate", "--verbosity", "0")
        self.manage("collectstatic", "--noinput", "--verbosity", "0")
        return self

    def start(self, *arguments):
        """Serve, and return once the site answers."""
        command = [sys.executable, "-m", "tests.dealt", "serve", "--port", str(self.port), *arguments]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.env, stdout=log, stderr=log)
        deadline = time.monotonic() + DEADLINE
        while not self._answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.05)
        return self

    def _answers(self):
        try:
            with urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return answer.status == 200
        except (URLError, ConnectionError, TimeoutError):
            return False

    def kill(self):
        """End the process as a crash would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, timeout=DEADLINE):
        """End the process as a supervisor would; return its exit status."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout)
        return self.process.returncode if self.process else None


@contextmanager
def database_for_a_site():
    """Yield a database address of the kind the tests run on; PostgreSQL gets a fresh database."""
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        yield ""
        return
    name = f"served_{uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        try:
            yield re.sub(r"/[^/]*$", f"/{name}", server)
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
