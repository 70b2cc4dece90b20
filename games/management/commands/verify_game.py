"""Check a game's proof, replay its log and compare what is stored, or do so with every started game."""

import sys
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import fair
from games.management.conditions import require_migrations
from games.management.kept import add_kept, kept_of
from games.models import Game
from games.services.upkeep.verification import verify_game, verify_stored


class Command(BaseCommand):
    """``verify_game <id>`` prints a line for each check and the verdict; ``--all`` prints what fails."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take one game's id and what a player kept, or ``--all``."""
        parser.add_argument("game_id", nargs="?", type=UUID)
        parser.add_argument("--all", action="store_true", help="every game that was started here")
        add_kept(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify, and exit with the verdict on one game, or with 1 if any of all is broken."""
        if bool(options["game_id"]) == bool(options["all"]):
            raise CommandError("Name one game, or --all.")
        require_migrations()
        started = Game.objects.exclude(start_digest="").filter(imported_id=None)
        if options["all"]:
            self._verify_all(started)
            return
        game = started.filter(pk=options["game_id"]).first()
        if game is None:
            self.stdout.write("0 games checked, 0 failed")
            sys.exit(1)
        self._verify_one(game, kept_of(options))

    def _verify_all(self, started: Any) -> None:
        checked = failed = 0
        for game_id in started.values_list("pk", flat=True).iterator():
            checked += 1
            failed += self._report(game_id, verify_stored(game_id), every_line=False)
        self.stdout.write(f"{checked} games checked, {failed} failed")
        if failed:
            sys.exit(1)

    def _verify_one(self, game: Game, kept: fair.Kept) -> None:
        checks = verify_game(game, kept)
        failed = self._report(game.pk, checks, every_line=True)
        verdict = fair.verdict_of(checks, game.fair_version, kept)
        self.stdout.write(f"1 games checked, {failed} failed")
        self.stdout.write(verdict.words(kept))
        if verdict:
            sys.exit(verdict)

    def _report(self, game_id: UUID, checks: list[fair.Check], *, every_line: bool) -> int:
        for check in checks:
            if every_line or not check.ok:
                self.stdout.write(f"{game_id}  {check}")
        return int(not all(check.ok for check in checks))
