"""Fill an empty database with invented people and their games, to look at a full site or to measure it."""

from time import perf_counter
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.conditions import require_migrations
from games.services.crowd import Size, populate
from games.services.crowd.people import AlreadyHere

FEWEST_PEOPLE = 10


class Command(BaseCommand):
    """``populate [--people N] [--games N] [--seed N] [--force]``."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take how many of both, a seed, and whether real accounts are no obstacle."""
        parser.add_argument("--people", type=int, default=1000, help=f"accounts, at least {FEWEST_PEOPLE}")
        parser.add_argument("--games", type=int, default=10000)
        parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same people")
        parser.add_argument("--force", action="store_true", help="even if somebody has an account here")

    def handle(self, *args: Any, **options: Any) -> None:
        """Populate, or refuse."""
        if options["people"] < FEWEST_PEOPLE or options["games"] < 1:
            raise CommandError(f"At least {FEWEST_PEOPLE} people and one game, please.")
        require_migrations()
        if get_user_model().objects.exists() and not options["force"]:
            raise CommandError("There are accounts in this database already. Add --force if you mean it.")
        start = perf_counter()
        try:
            populate(Size(options["people"], options["games"], options["seed"]))
        except AlreadyHere as error:
            raise CommandError("The people of this seed are here already: choose another --seed.") from error
        self.stdout.write(
            f"{options['people']} people and {options['games']} games in {perf_counter() - start:.0f} s"
        )
