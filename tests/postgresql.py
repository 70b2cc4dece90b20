"""A PostgreSQL of a test's own, that can be stopped and started again."""

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from tests.served import free_port

PROGRAMS = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)), None)
"""Where Debian keeps the server: nobody else finds it."""
# What a commit wrote is kept when the server is ended, though not when the machine is.
QUICK = "-c listen_addresses=127.0.0.1 -c fsync=off"


class PostgreSQL:
    """A server on a free port with an empty database; ``url`` is its address."""

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        self.url = f"postgres://cardcity@127.0.0.1:{self.port}/postgres"
        self._run("initdb", "--no-sync", "-U", "cardcity", "-A", "trust", "-E", "UTF8")

    def start(self):
        """Return once it takes connections."""
        options = f"-p {self.port} -k {self.folder} {QUICK}"
        self._run("pg_ctl", "start", "-w", "-t", "60", "-l", self.folder / "log", "-o", options)

    def stop(self):
        """End it at once, whatever it is doing."""
        self._run("pg_ctl", "stop", "-m", "immediate")

    def _run(self, program, *arguments):
        # It does not run as root.
        who = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        command = [*who, PROGRAMS.parent / program, "-D", self.folder / "data", *arguments]
        subprocess.run(command, cwd="/", check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)


@contextmanager
def postgresql():
    """Run a server until the block ends."""
    folder = Path(mkdtemp(prefix="postgresql-"))
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    server = PostgreSQL(folder)
    server.start()
    try:
        yield server
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            server.stop()
        shutil.rmtree(folder)
