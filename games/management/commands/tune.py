"""Look for better weights of a title by self-play, and keep them if they prove better over fresh deals."""

import json
from argparse import ArgumentTypeError
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.bots.tuning import Tuning, TuningStep, Workers
from games.rules import registry
from games.rules.weights import FILE, load

HOUR = 3600


class Command(BaseCommand):
    """``tune <slug> --seed 1 --hours 2``, or ``--steps 400``: the same seed and steps find the same."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take a title, where to begin and when to end."""
        parser.add_argument("slug", choices=registry.SLUGS)
        parser.add_argument("--seats", type=int, default=2, help="whose weights (2)")
        parser.add_argument("--seed", type=int, default=1, help="of steps and deals (1)")
        parser.add_argument("--hours", type=float, default=1.0, help="stop after so many (1)")
        parser.add_argument("--steps", type=_positive, help="stop after so many steps")
        parser.add_argument("--games", type=_positive, default=40, help="of each step (40)")
        parser.add_argument("--proof", type=_positive, default=400, help="games against the set before (400)")
        parser.add_argument("--processes", type=_positive, default=1)
        parser.add_argument("--folder", type=Path, help=f"where {FILE} is (the title's)")
        parser.add_argument("--dry-run", action="store_true", help="write nothing")

    def handle(self, *_: Any, **options: Any) -> None:
        """Tune, prove and keep."""
        brain = registry.get(options["slug"]).brain
        if brain is None:
            raise CommandError(f"No computer plays {options['slug']} yet.")
        before = brain.weights_for(options["seats"])
        workers = Workers(options["processes"])
        tuning = Tuning(options["slug"], options["seats"], options["seed"], options["games"], workers)
        try:
            last = self._last_step(tuning.steps(before), TuningStep(0, 0.5, before), options)
            proof = tuning.proof(before, last.weights, options["proof"])
        finally:
            workers.close()
        self.stdout.write(
            f"{proof['share']} of {proof['of']} games against the set before: {proof['interval']}"
        )
        if proof["interval"][0] <= 0.5:
            self.stdout.write("Not shown to be better: nothing is kept.")
        elif not options["dry_run"]:
            _keep(options, brain.parts, last, proof)

    def _last_step(
        self, steps: Iterator[TuningStep], last: TuningStep, options: dict[str, Any]
    ) -> TuningStep:
        end = monotonic() + HOUR * options["hours"]
        while last.number != options["steps"] and monotonic() < end:
            last = next(steps)
            self.stdout.write(f"step {last.number}: {last.share:.3f}")
        return last


def _keep(options: dict[str, Any], parts: tuple[str, ...], last: TuningStep, found: dict[str, Any]) -> None:
    """Write the weights of that number of seats, and how they were found, a line each."""
    slug = options["slug"]
    folder = options["folder"] or Path(str(import_module(f"games.rules.{slug}").__file__)).parent
    data = load(folder)
    weights = {part: round(each, 4) for part, each in zip(parts, last.weights, strict=True)}
    data["weights"][str(options["seats"])] = weights
    how = {
        "seats": [options["seats"]],
        "how": "manage.py tune",
        "seed": options["seed"],
        "steps": last.number,
        "games": last.number * options["games"],
    }
    data["history"].append(how | found)
    rows = [f"  {json.dumps(seats)}: {json.dumps(row)}" for seats, row in data["weights"].items()]
    history = [f"  {json.dumps(entry, ensure_ascii=False)}" for entry in data["history"]]
    text = ' "weights": {\n' + ",\n".join(rows) + '\n },\n "history": [\n' + ",\n".join(history) + "\n ]\n"
    (folder / FILE).write_text("{\n" + text + "}\n")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ArgumentTypeError(f"{text} is less than one")
    return number
