"""Play whole games at random: check that every position is sound, and sum up the games."""

import json
from collections.abc import Iterator
from statistics import mean
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.bots.playouts import deal, random_playout
from games.rules import registry
from games.rules.protocol import Ruleset


class Command(BaseCommand):
    """``playout <slug> [--games N] [--seats K] [--json]``; a position that is not sound stops it."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take a title, how many games, and seats."""
        parser.add_argument("slug")
        parser.add_argument("--games", type=int, default=100)
        parser.add_argument("--seats", type=int, help="the fewest the title allows if not given")
        parser.add_argument("--seed", type=int, default=0, help="of the first game; then one more each")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, and print the summary."""
        ruleset = registry.get(options["slug"])
        seats = options["seats"] or min(ruleset.seats)
        seeds = range(options["seed"], options["seed"] + options["games"])
        summary = summarise(ruleset, seats, seeds)
        if options["json"]:
            self.stdout.write(json.dumps(summary))
        else:
            self.stdout.write("\n".join(f"{name}: {value}" for name, value in summary.items()))


def summarise(ruleset: Ruleset[Any], seats: int, seeds: range) -> dict[str, Any]:
    """Return what came of the games; only playing them is timed, not checking."""
    seconds, moves, scores = 0.0, 0, []
    for seed in seeds:
        start = perf_counter()
        states = list(_states(ruleset, seats, seed))
        seconds += perf_counter() - start
        moves += len(states) - 1
        scores += ruleset.scores(states[-1])
        _check(ruleset, states)
    return {
        "ruleset": ruleset.ruleset_id,
        "seats": seats,
        "games": len(seeds),
        "games_per_second": round(len(seeds) / seconds, 1),
        "moves_per_second": round(moves / seconds),
        "moves_per_game": round(moves / len(seeds), 2),
        "score_mean": round(mean(scores), 2),
        "score_min": min(scores),
        "score_max": max(scores),
    }


def _states(ruleset: Ruleset[Any], seats: int, seed: int) -> Iterator[Any]:
    start = deal(ruleset, seats, seed)
    yield start
    for ply in random_playout(ruleset, start, seed):
        yield ply.step.state


def _check(ruleset: Ruleset[Any], states: list[Any]) -> None:
    if ruleset.invariants:
        for state in states:
            ruleset.invariants(state)
