"""Put a backup back into an empty data folder, or check with --check that it could be."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from games.management.ending import tidy_when_stopped
from games.services.backups.archive import BackupError
from games.services.backups.restoring import inspect, restore

SAMPLE = 50


class Command(BaseCommand):
    """``restore FILE [--check [--sample N]] [--replace]``."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, and whether to look only or to replace what is there."""
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--check", action="store_true", help="restore into a scratch place; touch nothing"
        )
        parser.add_argument(
            "--sample", type=int, default=SAMPLE, help=f"games to replay with --check; 0 for all ({SAMPLE})"
        )
        parser.add_argument("--replace", action="store_true", help="set a database that is there aside")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check or restore; a file that is not whole is refused before anything is touched."""
        if options["sample"] < 0:
            raise CommandError("--sample takes 0 or more.")
        try:
            with tidy_when_stopped():
                if options["check"]:
                    self._check(options["file"], options["sample"])
                else:
                    self._restore(options["file"], replace=options["replace"])
        except (BackupError, OSError, DatabaseError) as error:
            raise CommandError(str(error)) from error

    def _check(self, file: Path, sample: int) -> None:
        good, report = inspect(file, sample)
        self.stdout.write(report.strip())
        if not good:
            raise BackupError("The backup is not in order.")
        self.stdout.write("The backup can be restored. Nothing was changed.")

    def _restore(self, file: Path, *, replace: bool) -> None:
        moved = restore(file, replace=replace)
        for name in moved:
            self.stdout.write(f"What was there before is now {name}")
        self.stdout.write("Restored. Run `manage.py migrate`, then start the site.")
