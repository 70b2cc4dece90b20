"""A served site of its own for measurements: of this commit or of another, on a core of its own."""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings

from games.bots.levels import LEVELS
from games.rules.protocol import Ruleset

HERE: Path = settings.BASE_DIR


class Site:
    """A served site in a folder of its own."""

    def __init__(self, folder: Path, ruleset: Ruleset[Any], code: Path = HERE) -> None:
        self.folder, self.ruleset, self.code = folder, ruleset, code
        for arguments in (["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"]):
            self._run(str(code / "manage.py"), *arguments)
        serve = [sys.executable, str(code / "manage.py"), "serve", "--port", "0"]
        with _server_core():
            self.process = subprocess.Popen(  # noqa: S603
                serve, env=self._environment(), cwd=code, stdout=subprocess.PIPE, text=True
            )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().split()[-1]

    def _run(self, *arguments: str) -> None:
        command = [sys.executable, *arguments]
        subprocess.run(command, env=self._environment(), cwd=self.code, check=True)  # noqa: S603

    def _environment(self) -> dict[str, str]:
        others = {"DATABASE_URL", "REDIS_URL", "DEBUG", "HTTPS"}
        kept = {name: value for name, value in os.environ.items() if name not in others}
        limits = {"CONNECTIONS_PER_ADDRESS": "100000", "TABLES_PER_ADDRESS": "100000"}
        return {**kept, **limits, "CARDCITY_DATA": str(self.folder)}

    def let_bots_play(self, tables: int) -> None:
        """Start games of bots of the highest level, which think all the time."""
        words = ["tables", self.ruleset.slug, str(LEVELS[-1]), str(tables)]
        self._run("-m", "games.live.bench_bots", *words)

    def position(self, path: str) -> tuple[int, Any]:
        """Return the ply and the position of the table at that path."""
        game_id = path.strip("/").split("/")[-1].replace("-", "")
        with closing(sqlite3.connect(self.folder / "cardcity.sqlite3")) as database:
            query = "SELECT ply, state FROM games_game WHERE id = ?"
            ply, state = database.execute(query, [game_id]).fetchone()
        return ply, self.ruleset.load(json.loads(state))

    def cpu(self) -> float:
        """Return the milliseconds of CPU the server process has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Return the megabytes the server process holds now."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def served_site(ruleset: Ruleset[Any], code: Path = HERE) -> Iterator[Site]:
    """Serve a new site until the block ends."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), ruleset, code)
        try:
            yield site
        finally:
            site.process.terminate()
            site.process.wait()


@contextmanager
def _server_core() -> Iterator[None]:
    """Give what is started here the first core, and then everything else the others, if there are others."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[:1])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


@contextmanager
def off_the_servers_core() -> Iterator[None]:
    """Leave the first core to the server, if there are others."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[1:] or cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Keep another commit's files beside these until the block ends; they run with the same packages."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "code"
        _git("worktree", "add", "--detach", "--quiet", str(path), commit)
        try:
            yield path
        finally:
            _git("worktree", "remove", "--force", str(path))


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=HERE, check=True)  # noqa: S603, S607


def calibration() -> float:
    """Return the milliseconds of CPU a fixed loop takes, so that figures of two machines can be compared."""
    before = time.thread_time()
    sum(number * number % 7 for number in range(1_000_000))
    return (time.thread_time() - before) * 1000
