"""``manage.py serve``: pages, sockets and the referee in one process, and the bots in a child of it."""

import gc
import threading
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection
from django.utils import timezone

from cardcity_site.bundles import BUNDLES
from games.live.bots import BotsChild
from games.live.serving import reach
from games.live.serving.files import raise_limit
from games.management.conditions import require_migrations, require_no_restore
from games.services.backups.archive import BackupError
from games.services.backups.occupancy import serve_alone
from games.services.company.presence import forgive_stop
from games.services.upkeep.referee import watch


class Command(BaseCommand):
    """Serve the site."""

    help = "Serve the site: pages, sockets and the referee in one process."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the address and whether a referee runs elsewhere."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000); 0 finds one")
        parser.add_argument("--no-referee", action="store_true", help="leave clocks to `manage.py referee`")
        parser.add_argument("--no-bots", action="store_true", help="leave bots to `manage.py bots`")

    def handle(self, *, host: str, port: int, no_referee: bool, no_bots: bool, **_: Any) -> None:
        """Check everything, serve until told to stop, and say so if the address is taken."""
        self._require_everything()
        # Imported here, because it chooses Twisted's reactor for the whole process.
        from cardcity_site.asgi import application
        from games.live.serving.server import SiteServer

        _spare_the_collector()
        raise_limit()
        ending = threading.Event()
        if not no_referee:
            threading.Thread(target=watch, args=[ending], name="referee", daemon=True).start()
        bots = None if no_bots else BotsChild(ending)
        server = SiteServer(application, host, port, self._say, ending)
        server.run()
        ending.set()
        if bots:
            bots.join()
        if server.failure:
            raise CommandError(f"Cannot listen on {host}, port {port}: {server.failure}")

    def _require_everything(self) -> None:
        """End where the site could not work, and note that it goes on."""
        try:
            self.check(databases=["default"])
            require_migrations()
            _require_static_files()
            require_no_restore()
            _require_to_be_alone()
            forgive_stop(timezone.now())
            connection.close()
        except DatabaseError as error:
            raise CommandError(f"The database cannot be reached: {error}") from error

    def _say(self, host: str, port: int) -> None:
        lines = reach.lines(host, port, settings.ALLOWED_HOSTS)
        if settings.HTTPS:
            lines = reach.behind_proxy(host, port, settings.SITE_URL)
        for line in lines:
            self.stdout.write(line)
        self.stdout.flush()


def _require_to_be_alone() -> None:
    """End where another process serves the site and neither would hear of the other's moves."""
    if not settings.REDIS_URL:
        try:
            serve_alone()
        except BackupError as error:
            raise CommandError(str(error)) from error


def _spare_the_collector() -> None:
    """Keep the garbage collector from walking again and again through what stays for ever."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _require_static_files() -> None:
    if not isinstance(staticfiles_storage, ManifestFilesMixin):
        return
    # What an older version collected has no bundles, or others.
    if not BUNDLES.keys() <= staticfiles_storage.hashed_files.keys():
        raise CommandError("Static files are not collected: run `manage.py collectstatic` first.")
