"""Write database and keys into one sealed file, while the site runs."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from games.management.ending import tidy_when_stopped
from games.services.backups.archive import BackupError
from games.services.backups.making import back_up, left_out
from games.services.backups.occupancy import shared
from games.services.backups.restoring import sweep


class Command(BaseCommand):
    """``backup DIR [--keep N]``."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder, and how many backups stay in it."""
        parser.add_argument("folder", type=Path, metavar="DIR")
        parser.add_argument(
            "--keep", type=int, default=0, help="remove all but the newest N; 0 keeps all (0)"
        )

    def handle(self, *args: Any, folder: Path, keep: int, **options: Any) -> None:
        """Back up, and name what is not in the file."""
        if keep < 0:
            raise CommandError("--keep takes 0 or more.")
        try:
            with tidy_when_stopped(), shared():
                sweep()
                path = back_up(folder, keep)
        except (BackupError, OSError, DatabaseError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{path} ({path.stat().st_size:,} bytes)")
        for name in left_out():
            self.stdout.write(f"{name} is no key of Card City and is not in it: keep it elsewhere.")
        for name in ("SECRET_KEY", "VAPID_KEY", "SECOND_FACTOR_KEY"):
            if os.environ.get(name):
                self.stdout.write(f"{name} comes from the environment and is not in it: keep it elsewhere.")
