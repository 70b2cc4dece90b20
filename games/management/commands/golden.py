"""Record golden games: a new one by seats and seed, or without them all of a title again."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.bots.golden import PLAYERS, Recipe, record, record_again
from games.rules import registry


class Command(BaseCommand):
    """``golden <slug> [--seats 2 --seed 7]`` writes below ``tests/golden/<slug>/``; read the diff.

    Games recorded under an earlier version of the rules are played again under that version.
    """

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take a title, and the seats, the seed and the player of a new game."""
        parser.add_argument("slug", choices=registry.SLUGS)
        parser.add_argument("--seats", type=int)
        parser.add_argument("--seed", type=int)
        parser.add_argument("--player", choices=PLAYERS, default="random")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the files."""
        slug, seats, seed = options["slug"], options["seats"], options["seed"]
        folder = Path(settings.BASE_DIR) / "tests" / "golden" / slug
        if (seats is None) != (seed is None):
            raise CommandError("A new game needs both --seats and --seed.")
        texts = _new(slug, Recipe(seats, seed, options["player"])) if seats else _again(folder)
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text)
            self.stdout.write(f"{slug}/{name}: {len(text.splitlines())} lines")


def _new(slug: str, recipe: Recipe) -> dict[str, str]:
    return {f"seats-{recipe.seats}-seed-{recipe.seed}.txt": record(registry.get(slug), recipe)}


def _again(folder: Path) -> dict[str, str]:
    return {path.name: record_again(path.read_text()) for path in sorted(folder.glob("*.txt"))}
