"""Check that nobody has rewritten the staff's log, and print its head to be kept elsewhere."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.conditions import require_migrations
from games.models import AuditEntry
from games.services.rights.audit import FIRST, head, problems


class Command(BaseCommand):
    """``verify_audit`` names every entry that was changed, removed, inserted or moved."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take a head printed before: what was cut off at the end shows only by it."""
        parser.add_argument(
            "--head", default="", help="a head printed before, which must still be in the log"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify, and exit with status 1 if anything is wrong."""
        require_migrations()
        entries = AuditEntry.objects.order_by("pk")
        faults = list(problems(entries.iterator()))
        kept = options["head"].strip().lower()
        if kept not in {"", FIRST} and not entries.filter(digest=kept).exists():
            faults.append(f"the entry {kept} is gone")
        for problem in faults:
            self.stdout.write(problem)
        self.stdout.write(f"{entries.count()} entries checked, {len(faults)} problems")
        self.stdout.write(f"head {head()}")
        if faults:
            sys.exit(1)
