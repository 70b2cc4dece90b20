"""Record golden games: a new one by seats and seed, or without them all of a title again."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.bots.golden import record, record_again
from games.rules import registry
from games.rules.protocol import Ruleset


class Command(BaseCommand):
    """``golden <slug> [--seats 2 --seed 7]`` writes below ``tests/golden/<slug>/``; read the diff."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take a title, and the seats and seed of a new game."""
        parser.add_argument("slug", choices=registry.SLUGS)
        parser.add_argument("--seats", type=int)
        parser.add_argument("--seed", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the files."""
        ruleset = registry.get(options["slug"])
        folder = Path(settings.BASE_DIR) / "tests" / "golden" / ruleset.slug
        seats, seed = options["seats"], options["seed"]
        if (seats is None) != (seed is None):
            raise CommandError("A new game needs both --seats and --seed.")
        texts = {_name(seats, seed): record(ruleset, seats, seed)} if seats else _again(ruleset, folder)
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text)
            self.stdout.write(f"{ruleset.slug}/{name}: {len(text.splitlines())} lines")


def _name(seats: int, seed: int) -> str:
    return f"seats-{seats}-seed-{seed}.txt"


def _again(ruleset: Ruleset[Any], folder: Path) -> dict[str, str]:
    return {path.name: record_again(ruleset, path.read_text()) for path in sorted(folder.glob("*.txt"))}
