"""Check a game's shuffle and replay its log, or those of every started game."""

import sys
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.services.verification import verify_game


class Command(BaseCommand):
    """``verify_game <id>`` prints a line for each check; ``--all`` prints what fails."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take one game's id, or ``--all``."""
        parser.add_argument("game_id", nargs="?", type=UUID)
        parser.add_argument("--all", action="store_true", help="every game that was started here")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify, and exit with status 1 if anything fails."""
        if bool(options["game_id"]) == bool(options["all"]):
            raise CommandError("Name one game, or --all.")
        started = Game.objects.exclude(start_digest="").filter(imported_id=None)
        if options["game_id"]:
            started = started.filter(pk=options["game_id"])
        found = failed = 0
        for game in started.iterator():
            found += 1
            failed += self._report(game, every_line=not options["all"])
        self.stdout.write(f"{found} games checked, {failed} failed")
        if failed or (options["game_id"] and not found):
            sys.exit(1)

    def _report(self, game: Game, *, every_line: bool) -> int:
        checks = verify_game(game)
        for check in checks:
            if every_line or not check.ok:
                self.stdout.write(f"{game.pk}  {check}")
        return int(not all(check.ok for check in checks))
