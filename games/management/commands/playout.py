"""Play whole games without people: check that every position is sound, and sum up the games."""

import json
from collections.abc import Callable
from statistics import mean
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.bots.figures import Figures
from games.bots.levels import LEVELS
from games.bots.players import LevelPlayer
from games.bots.playouts import BusyPlayer, Player, Ply, RandomPlayer, deal, playout
from games.rules import registry
from games.rules.protocol import Ruleset

MakePlayer = Callable[[Ruleset[Any], int], Player]
PLAYERS: dict[str, MakePlayer] = {"busy": BusyPlayer, "random": RandomPlayer}
THINKING = {f"level{level}": level for level in LEVELS}


class Command(BaseCommand):
    """``playout <slug> [--games N] [--seats K] [--player P] [--json]``; an unsound position stops it."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take a title, how many games, and seats."""
        parser.add_argument("slug")
        parser.add_argument("--games", type=int, default=100)
        parser.add_argument("--seats", type=int, help="the fewest the title allows if not given")
        parser.add_argument("--seed", type=int, default=0, help="of the first game; then one more each")
        parser.add_argument("--player", choices=(*PLAYERS, *THINKING), default="busy")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, and print the summary."""
        ruleset = registry.get(options["slug"])
        seats = options["seats"] or min(ruleset.seats)
        seeds = range(options["seed"], options["seed"] + options["games"])
        if options["player"] in THINKING and ruleset.brain is None:
            raise CommandError(f"{ruleset.name} has no brain.")
        summary = summarise(ruleset, seats, seeds, _maker(options["player"], seats))
        if options["json"]:
            self.stdout.write(json.dumps(summary))
        else:
            self.stdout.write("\n".join(f"{name}: {value}" for name, value in summary.items()))


def _maker(name: str, seats: int) -> MakePlayer:
    """Return what makes a player: of that level for every seat, or one that moves by chance."""
    if name in PLAYERS:
        return PLAYERS[name]
    return lambda ruleset, seed: LevelPlayer(ruleset, [THINKING[name]] * seats, seed)


def summarise(
    ruleset: Ruleset[Any], seats: int, seeds: range, make: MakePlayer = BusyPlayer
) -> dict[str, Any]:
    """Return what came of the games; only playing them is timed, not checking."""
    seconds, moves, scores, figures = 0.0, 0, [], Figures()
    for seed in seeds:
        start = perf_counter()
        plies = list(playout(ruleset, deal(ruleset, seats, seed), make(ruleset, seed)))
        seconds += perf_counter() - start
        moves += len(plies)
        scores += ruleset.scores(plies[-1].step.state)
        figures.add(ruleset, plies)
        _check(ruleset, plies)
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
        **figures.summary(),
    }


def _check(ruleset: Ruleset[Any], plies: list[Ply]) -> None:
    if ruleset.invariants:
        for state in (plies[0].before, *(ply.step.state for ply in plies)):
            ruleset.invariants(state)
