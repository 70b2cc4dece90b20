"""Measure how fast titles play, and with --live how fast a served site tells of a move, also beside bots."""

import platform
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.bench.load import Load
from games.bench.runs import check, run_against, run_bots_timing, run_live_bench
from games.bots.timing import speed
from games.rules import registry


class Command(BaseCommand):
    """``bench`` prints a line per title and number of seats: medians on this machine."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the titles, all by default, and how long to measure."""
        parser.add_argument("slugs", nargs="*", help="all titles if none is named")
        parser.add_argument("--games", type=int, default=300, help="games in a run")
        parser.add_argument("--runs", type=int, default=5)
        parser.add_argument("--check", action="store_true", help="fail if a move costs too much CPU")
        self._add_live(parser)
        parser.add_argument(
            "--bots-timing",
            action="store_true",
            help="whether time tells if a bot had a choice in windows that look alike",
        )
        parser.add_argument("--level", type=int, default=4, help="of the bots whose time is measured")
        parser.add_argument("--windows", type=int, default=500)
        parser.add_argument("--pace", choices=["calm", "brisk", "once"], default="brisk", help="of the bots")

    def _add_live(self, parser: CommandParser) -> None:
        parser.add_argument("--live", action="store_true", help="serve a site and play on it over the wire")
        parser.add_argument("--title", action="append", default=[], help="one more title")
        parser.add_argument("--tables", type=int, default=20)
        parser.add_argument("--seats", type=int, default=4)
        parser.add_argument("--seconds", type=float, default=30.0)
        pace = parser.add_mutually_exclusive_group()
        pace.add_argument("--rate", type=float, default=20.0, help="moves a second at all tables together")
        pace.add_argument("--closed", action="store_true", help="move again once all have seen the last move")
        parser.add_argument(
            "--watchers", type=int, help="of one more table, afterwards; 500, none against a commit"
        )
        parser.add_argument("--bots", type=int, default=0, help="of level 4 that think meanwhile")
        parser.add_argument("--idle-games", type=int, default=0, help="tables at which nobody moves, before")
        parser.add_argument("--profile", action="store_true", help="say where the server's CPU goes")
        self._add_servers(parser)

    def _add_servers(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--processes",
            type=int,
            default=0,
            help="of the server, on the DATABASE_URL and REDIS_URL of the environment",
        )
        parser.add_argument(
            "--scattered", action="store_true", help="the seats of a table come to different ones"
        )
        parser.add_argument("--against", metavar="COMMIT", help="compare with another commit's server")
        parser.add_argument("--rounds", type=int, default=3, help="how often each of the two has its turn")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the machine, then what was measured."""
        self.stdout.write(f"{platform.node()}, {platform.processor() or platform.machine()}, ", ending="")
        self.stdout.write(f"{platform.python_implementation()} {platform.python_version()}")
        for slug in [*options["slugs"], *options["title"]] or registry.SLUGS:
            if options["check"]:
                self._check(slug)
            elif options["live"]:
                self._bench_live(slug, options)
            elif options["bots_timing"]:
                run_bots_timing(slug, options["level"], options["windows"], options["pace"])
            else:
                self._bench_rules(slug, options["games"], options["runs"])

    def _bench_live(self, slug: str, options: dict[str, Any]) -> None:
        names = ("tables", "seats", "seconds", "watchers", "bots", "idle_games", "scattered")
        chosen = {name: options[name] for name in names if options[name] is not None}
        ruleset, commit = registry.get(slug), options["against"]
        if commit:
            chosen.setdefault("watchers", 0)
        load = Load(rate=None if options["closed"] else options["rate"], **chosen)
        if options["profile"] + bool(options["processes"]) + bool(commit) > 1:
            raise CommandError("Choose one of --profile, --processes and --against.")
        if commit:
            run_against(ruleset, load, commit, options["rounds"], self.stdout.write)
        else:
            how = {"servers": options["processes"], "profiled": options["profile"]}
            run_live_bench(ruleset, load, self.stdout.write, **how)

    def _check(self, slug: str) -> None:
        if not check(registry.get(slug), self.stdout.write):
            raise CommandError(f"{slug}: a move costs more CPU than it may.")

    def _bench_rules(self, slug: str, games: int, runs: int) -> None:
        ruleset = registry.get(slug)
        for seats in sorted({2, 4} & {*ruleset.seats}):
            figures = speed(ruleset, seats, games, runs)
            self.stdout.write(
                f"{slug}, {seats} seats: {figures.moves:,.0f} moves/s, {figures.games:,.0f} playouts/s, "
                f"{figures.moves_per_game:.1f} moves/playout (median of {runs} runs of {games} games)"
            )
