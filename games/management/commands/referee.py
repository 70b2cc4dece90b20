"""``manage.py referee``: the referee as a process of its own."""

import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand

from games.management.conditions import require_migrations_if_there, require_no_restore
from games.services.upkeep.referee import watch


class Command(BaseCommand):
    """Act where no browser does."""

    help = "Watch clocks, play for seats that left, close idle tables, send mail; run any number of these."

    def handle(self, **_: Any) -> None:
        """Run until told to stop."""
        require_no_restore()
        require_migrations_if_there()
        ending = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: ending.set())
        watch(ending)
