"""A served site of its own for measurements: of this commit or of another, on a core of its own."""

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from django.conf import settings

from games.models.compact import unpacked
from games.rules.protocol import Ruleset

HERE: Path = settings.BASE_DIR


class Site:
    """A served site in a folder of its own.

    One process serves it on SQLite or, with ``servers``, so many on the PostgreSQL and the Redis of the
    environment, and the referee has one of its own.
    """

    def __init__(
        self,
        folder: Path,
        ruleset: Ruleset[Any],
        code: Path = HERE,
        servers: int = 0,
        *,
        profiled: bool = False,
    ) -> None:
        self.folder, self.ruleset, self.code, self.servers = folder, ruleset, code, servers
        self.notes = folder / "profile" if profiled else None
        self.processes: list[subprocess.Popen[str]] = []
        self.urls: list[str] = []
        self._opener: subprocess.Popen[str] | None = None

    def begin(self) -> None:
        """Prepare its data and start what serves it."""
        for arguments in (["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"]):
            self._run(str(self.code / "manage.py"), *arguments)
        # Several share all cores with those who play.
        with nullcontext() if self.servers else _server_core():
            self.urls = [self._serve() for _ in range(self.servers or 1)]
        if self.servers:
            self._start("referee")

    def _serve(self) -> str:
        alone = ["--no-referee", "--no-bots"] if self.servers else []
        output = self._start("serve", "--port", "0", *alone).stdout
        assert output
        return output.readline().split()[-1]

    def _start(self, *command: str) -> "subprocess.Popen[str]":
        words = [sys.executable, str(self.code / "manage.py"), *command]
        if self.notes:
            self.notes.mkdir(exist_ok=True)
            words = [sys.executable, "-m", "games.bench.profile", str(self.notes), *command]
        started = self._popen(words)
        self.processes.append(started)
        return started

    def _popen(self, words: list[str]) -> "subprocess.Popen[str]":
        return subprocess.Popen(  # noqa: S603
            words, env=self._environment(), cwd=self.code, stdout=subprocess.PIPE, text=True
        )

    def end(self) -> None:
        """Stop what serves it."""
        self.let_bots_play(0)
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()

    def _run(self, *arguments: str) -> str:
        """Run a program of the site's and return what it prints."""
        command = [sys.executable, *arguments]
        done = subprocess.run(  # noqa: S603
            command, env=self._environment(), cwd=self.code, check=True, stdout=subprocess.PIPE, text=True
        )
        return done.stdout

    def _environment(self) -> dict[str, str]:
        others = {"DEBUG", "HTTPS", *(() if self.servers else ("DATABASE_URL", "REDIS_URL"))}
        kept = {name: value for name, value in os.environ.items() if name not in others}
        limits = {f"{what}_PER_ADDRESS": "100000" for what in ("CONNECTIONS", "TABLES", "GUESTS")}
        several = {"SEVERAL_PROCESSES": "1"} if self.servers else {}
        return {**kept, **limits, **several, "CARDCITY_DATA": str(self.folder)}

    def let_bots_play(self, bots: int) -> None:
        """Let so many bots of the highest level think from now on; no more than these begin a game."""
        if self._opener:
            self._opener.terminate()
            self._opener.wait()
        self._opener = None
        if bots:
            words = ["-m", "games.bench.bots", "play", self.ruleset.slug, str(bots)]
            self._opener = self._popen([sys.executable, *words])
            assert self._opener.stdout
            self._opener.stdout.readline()

    def open_idle(self, games: int, seats: int) -> list[tuple[str, list[str]]]:
        """Start games that nobody moves in; return the path of each table and its players' session keys."""
        words = ["idle", self.ruleset.slug, str(seats), str(games)]
        lines = [line.split() for line in self._run("-m", "games.bench.bots", *words).splitlines()]
        return [(f"/games/{game_id}/", sessions) for game_id, *sessions in lines]

    def position(self, path: str) -> tuple[int, Any]:
        """Return the ply and the position of the table at that path."""
        game_id = path.strip("/").split("/")[-1].replace("-", "")
        if self.servers:
            import psycopg

            with psycopg.connect(os.environ["DATABASE_URL"]) as shared:
                query = "SELECT ply, state FROM games_game WHERE id = %s"
                ply, state = shared.execute(query, [game_id]).fetchone() or (0, None)
            return ply, self.ruleset.load(unpacked(state))
        with closing(sqlite3.connect(self.folder / "cardcity.sqlite3")) as database:
            query = "SELECT ply, state FROM games_game WHERE id = ?"
            ply, state = database.execute(query, [game_id]).fetchone()
        return ply, self.ruleset.load(unpacked(state))

    def cpu(self) -> float:
        """Return the milliseconds of CPU that all its processes have used."""
        stats = [
            Path(f"/proc/{each.pid}/stat").read_text().rsplit(")", 1)[1].split() for each in self.processes
        ]
        return sum(int(fields[11]) + int(fields[12]) for fields in stats) * 1000 / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Return the megabytes that all its processes hold now."""
        pages = [int(Path(f"/proc/{each.pid}/statm").read_text().split()[1]) for each in self.processes]
        return sum(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def served_site(
    ruleset: Ruleset[Any], code: Path = HERE, servers: int = 0, *, profiled: bool = False
) -> Iterator[Site]:
    """Serve a new site until the block ends, or somebody ends this process."""
    with _signals_as_exits(), tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), ruleset, code, servers, profiled=profiled)
        try:
            site.begin()
            yield site
        finally:
            site.end()


@contextmanager
def _signals_as_exits() -> Iterator[None]:
    """Let what ends this process end the block first: servers would go on without it."""

    def leave(number: int, _frame: object) -> None:
        sys.exit(128 + number)

    before = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


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
