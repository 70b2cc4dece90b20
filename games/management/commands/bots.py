"""``manage.py bots``: plays for the bots, as a process of its own that ``serve`` starts beside itself."""

import asyncio
import logging
import os
import signal
import sys
import threading
from datetime import timedelta
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.live.bots import listen_to_layer, listen_to_parent, tell_parent
from games.management.conditions import require_migrations_if_there, require_no_restore
from games.services.bots.claims import LEASE
from games.services.bots.steward import Steward
from games.services.storage.news import ply_committed

logger = logging.getLogger(__name__)
LISTEN_AGAIN = 5.0
LAZY = 10
"""How far what moves for bots steps back behind what serves people; what thinks for them does so further."""


class Command(BaseCommand):
    """Play for the bots."""

    help = (
        "Play for the bots: a steward, and processes without any rights that think; run any number of these."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take how many think at the same time."""
        several = max(1, (os.cpu_count() or 1) // 2)
        parser.add_argument("--processes", type=int, default=several, help=f"how many think ({several})")
        parser.add_argument(
            "--lease",
            type=float,
            default=LEASE.total_seconds(),
            help="seconds after which a seat claimed by a process that died is claimed anew",
        )
        parser.add_argument("--child", action="store_true", help="end with the process that started this one")

    def handle(self, *, processes: int, lease: float, child: bool, **_: Any) -> None:
        """Run until told to stop."""
        require_no_restore()
        require_migrations_if_there()
        os.nice(LAZY)
        ending = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: ending.set())
        steward = Steward(max(1, processes), timedelta(seconds=lease))
        if child:
            tell = tell_parent(sys.stdout)
            ply_committed.connect(tell, weak=False)
            _in_background(partial(listen_to_parent, sys.stdin, steward.wake, ending))
        _in_background(partial(_listen, steward, ending))
        steward.run(ending)


def _in_background(job: Any) -> None:
    threading.Thread(target=job, daemon=True).start()


def _listen(steward: Steward, ending: threading.Event) -> None:
    """Hear of moves elsewhere; without that, the look of each second finds them."""
    while not ending.is_set():
        try:
            asyncio.run(listen_to_layer(steward.wake))
        except Exception as error:
            logger.warning("No news from the channel layer for the bots: %r", error)
        else:
            return
        ending.wait(LISTEN_AGAIN)
