"""A served site of its own, in another process: ``python -m tests.live.site`` and who starts it."""

import contextlib
import json
import os
import resource
import sys
import threading
from http.client import HTTPConnection
from pathlib import Path

from tests.forks import Program
from tests.migrated import copy_into
from tests.thorough import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "t" * 32


class Site:
    """What a test knows of the process: its address, and games with their players' cookies."""

    def __init__(self, folder, process):
        self.folder = folder
        self.process = process
        self.games = json.loads(process.stdout.readline())
        self.port = int(self.line("Card City is at").rsplit(":", 1)[1].strip("/ \n"))
        self.said = []
        threading.Thread(target=self.listen, daemon=True).start()

    def line(self, start):
        for line in self.process.stdout:
            if line.startswith(start):
                return line
        raise AssertionError(f"never said {start!r}, ended with {self.process.wait()}")

    def listen(self):
        self.said.extend(self.process.stdout)

    def request(self, method, path, body=None, headers=None, timeout=PATIENCE):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        with contextlib.closing(connection):
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def move(self, game, cookie, notation, ply, timeout=PATIENCE):
        """Post a move as a page does; return the status."""
        headers = {
            "Cookie": f"sessionid={cookie}; csrftoken={TOKEN}",
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
        }
        body = f"csrfmiddlewaretoken={TOKEN}&move={notation.replace(' ', '+')}&ply={ply}&key=p{ply}"
        return self.request("POST", f"/games/{game}/move/", body, headers, timeout)[0]

    def socket(self, game, cookie="", query="", **options):
        """Return a connected socket as a page opens it."""
        from websockets.sync.client import connect

        url = f"ws://127.0.0.1:{self.port}/ws/games/{game}/{query}"
        headers = {"Cookie": f"sessionid={cookie}"} if cookie else {}
        origin = f"http://127.0.0.1:{self.port}"
        return connect(url, origin=origin, additional_headers=headers, proxy=None, **options)


@contextlib.contextmanager
def site(folder, games=1, seats=2, port=0, bots=False, **environment):
    """Serve a site until the block ends; one in the same folder shares the database."""
    if "DATABASE_URL" not in environment:
        copy_into(folder)
    known = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    given = {"CARDCITY_DATA": str(folder), "DEBUG": "1", "CONNECTIONS_PER_ADDRESS": "100000", **environment}
    numbers = [str(games), str(seats), "--port", str(port)]
    command = ["-m", "tests.live.site", *numbers, *([] if bots else ["--no-bots"])]
    reading, writing = os.pipe()
    with open(writing, "w") as out:
        process = Program(command, known | given, out)
    with open(reading) as process.stdout:
        try:
            yield Site(folder, process)
        finally:
            process.kill()
            process.wait()


def main(games, seats, *serve):
    """Make a database with running games, tell of them, and serve."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "cardcity_site.settings"
    import django
    from django.conf import settings

    settings.TEMPLATES[0]["DIRS"].append(ROOT / "tests" / "demo" / "templates")
    django.setup()
    from django.core.management import call_command

    from games.live import hub
    from games.live.serving import limits
    from games.rules import registry

    if files := int(os.environ.get("TEST_FILES", "0")):
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    limits.REQUEST_SECONDS = int(os.environ.get("TEST_REQUEST_SECONDS", limits.REQUEST_SECONDS))
    limits.CLOSING_SECONDS = int(os.environ.get("TEST_CLOSING_SECONDS", limits.CLOSING_SECONDS))
    hub.SWEEP_INTERVAL = float(os.environ.get("TEST_SWEEP_INTERVAL", hub.SWEEP_INTERVAL))
    registry.SLUGS["demo"] = "tests.demo.ruleset"
    call_command("migrate", verbosity=0)
    print(json.dumps([_game(int(seats)) for _ in range(int(games))]), flush=True)
    call_command("serve", *serve)


def _game(seats):
    from tests.tables import running
    from tests.views.people import browser_of

    game, viewers = running(seats=seats)
    return str(game.pk), [browser_of(viewer).session.session_key for viewer in viewers]


if __name__ == "__main__":
    main(*sys.argv[1:])
