"""Let levels play each other over the same deals and print who wins how often, and what thinking costs."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.bots.matches import PlayedMatch, all_games, lineups, load_game, summary
from games.rules import registry
from games.rules.protocol import load_options

LineUp = tuple[int, ...]


class Command(BaseCommand):
    """``ladder <slug> --levels 1,2,3,4``: each against the next; ``--lineup 4,2,2,2``: just these seats."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take a title, levels or a line-up, and how many games."""
        parser.add_argument("slug", choices=registry.SLUGS)
        parser.add_argument("--seats", type=int, default=2, help="of the pairs: the levels sit in turn (2)")
        parser.add_argument(
            "--levels", type=_numbers, default=(1, 2, 3, 4), help="0 moves at random (1,2,3,4)"
        )
        parser.add_argument("--lineup", type=_numbers, help="the level of every seat, instead of pairs")
        parser.add_argument("--games", type=int, default=400, help="of each pair (400)")
        parser.add_argument("--mirrored", action="store_true", help="play every deal from every seat")
        parser.add_argument("--seed", type=int, default=0, help="of the first deal")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--log", type=Path, help="games are kept here, a line each, and not played again")
        parser.add_argument("--json", action="store_true")

    def handle(self, *_: Any, **options: Any) -> None:
        """Play what is missing, then print a line or an object for each line-up."""
        ruleset = registry.get(options["slug"])
        chosen = dict(each.split("=", 1) for each in options["option"])
        options["options"] = load_options(ruleset.options, chosen)
        results = {}
        for lineup in _lineups(options):
            games = list(self._games(lineup, options))
            results[lineup] = {level: summary(games, level) for level in dict.fromkeys(lineup)}
            if not options["json"]:
                self._say(lineup, results[lineup])
        if options["json"]:
            named = [{"lineup": lineup, "levels": figures} for lineup, figures in results.items()]
            self.stdout.write(json.dumps(named))

    def _games(self, lineup: LineUp, options: dict[str, Any]) -> Iterator[PlayedMatch]:
        todo = list(lineups(lineup, options["seed"], options["games"], mirrored=options["mirrored"]))
        of = _digest(options)
        known = {(game.seed, game.levels): game for game in _kept(options["log"], of)}
        done = [known[each] for each in todo if each in known]
        yield from done
        left = [each for each in todo if each not in known]
        played = all_games(options["slug"], left, options["processes"], options["options"])
        for number, game in enumerate(played, len(done) + 1):
            _keep(options["log"], game, of)
            self._progress(lineup, number, len(todo))
            yield game

    def _progress(self, lineup: LineUp, number: int, of: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{lineup}: {number} of {of} games", ending="\n" if number == of else "")

    def _say(self, lineup: LineUp, found: dict[int, dict[str, Any]]) -> None:
        self.stdout.write(f"{'-'.join(map(str, lineup))}:")
        for level, facts in found.items():
            (low, high), (least, elo, most) = facts["interval"], facts["elo"]
            times = ", ".join(f"{name} {value}" for name, value in facts["milliseconds"].items())
            self.stdout.write(
                f"  level {level}: {facts['wins']:.3f} of {facts['games']} won ({low:.3f} to {high:.3f}; "
                f"Elo {elo:+}, {least:+} to {most:+}), {facts['points']} points; "
                f"ms of the processor: {times}"
            )


def _numbers(text: str) -> LineUp:
    return tuple(map(int, text.split(",")))


def _lineups(options: dict[str, Any]) -> Sequence[LineUp]:
    """Return the line-up that was asked for, or one for each level and the next."""
    if options["lineup"]:
        return [options["lineup"]]
    seats = options["seats"]
    if seats == 1:
        return [(level,) for level in options["levels"]]
    return [tuple((pair * seats)[:seats]) for pair in pairwise(options["levels"])]


def _digest(options: dict[str, Any]) -> str:
    """Return what tells games apart that must not be added up: title, version, options, plans and weights."""
    ruleset = registry.get(options["slug"])
    brain = ruleset.brain
    minds = (brain.plans, sorted(brain.weights.items()), brain.lead, brain.margin) if brain else ()
    what = repr((ruleset.ruleset_id, options["options"], minds))
    return hashlib.sha256(what.encode()).hexdigest()[:16]


def _kept(log: Path | None, of: str) -> list[PlayedMatch]:
    """Return the games of the same players in a log; others, and a line that was torn by a kill, are not."""
    if log is None or not log.exists():
        return []
    games = []
    for line in log.read_text().splitlines():
        with suppress(json.JSONDecodeError):
            data = json.loads(line)
            if data.pop("of", None) == of:
                games.append(load_game(data))
    return games


def _keep(log: Path | None, game: PlayedMatch, of: str) -> None:
    if log:
        torn = log.exists() and not log.read_bytes().endswith(b"\n")
        with log.open("a") as file:
            file.write("\n" * torn + json.dumps({"of": of, **game.to_json()}) + "\n")
