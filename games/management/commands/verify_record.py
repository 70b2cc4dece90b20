"""Check a downloaded record or fair.json: its proof, and its moves by the rules; needs no database."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games import fair
from games.management.kept import add_kept, kept_of


class Command(BaseCommand):
    """``verify_record FILE`` prints a line for each check and the verdict, which is the exit status."""

    help = __doc__
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file and what a player kept."""
        parser.add_argument("file", type=Path)
        add_kept(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify, and exit with the verdict."""
        kept = kept_of(options)
        verdict, checks = fair.verify_file(_read(options["file"]), kept)
        for check in checks:
            self.stdout.write(str(check))
        self.stdout.write(verdict.words(kept))
        if verdict:
            sys.exit(verdict)


def _read(file: Path) -> object:
    """Return what a file holds, or None if it is not JSON."""
    try:
        return json.loads(file.read_bytes().decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return None
