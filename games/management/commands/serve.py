"""``manage.py serve``: pages, sockets and the referee in one process."""

import gc
import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.services.referee import watch


class Command(BaseCommand):
    """Serve the site."""

    help = "Serve the site: pages, sockets and the referee in one process."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the address and whether a referee runs elsewhere."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000); 0 finds one")
        parser.add_argument(
            "--no-referee", action="store_true", help="leave bots and clocks to `manage.py referee`"
        )

    def handle(self, *, host: str, port: int, no_referee: bool, **_: Any) -> None:
        """Check everything, serve until told to stop, and say so if the address is taken."""
        self.check(databases=["default"])
        _require_migrations()
        # Imported here, because it chooses Twisted's reactor for the whole process.
        from cardcity_site.asgi import application
        from games.live.server import SiteServer

        _spare_the_collector()
        ending = threading.Event()
        if not no_referee:
            threading.Thread(target=watch, args=[ending], name="referee", daemon=True).start()
        server = SiteServer(application, host, port, self._say)
        server.run()
        ending.set()
        if server.failure:
            raise CommandError(f"Cannot listen on {host}, port {port}: {server.failure}")

    def _say(self, url: str) -> None:
        self.stdout.write(f"Card City is at {url}")
        self.stdout.flush()


def _spare_the_collector() -> None:
    """Keep the garbage collector from walking again and again through what stays for ever."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _require_migrations() -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError("The database is not up to date: run `manage.py migrate` first.")
    connection.close()
