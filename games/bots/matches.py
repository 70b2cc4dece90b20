"""Levels against each other over many deals, each deal played from every seat, and what that shows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import log10, sqrt
from multiprocessing import get_context
from statistics import mean, quantiles, variance
from typing import Any

from games.bots.players import LevelPlayer
from games.bots.playouts import deal, playout
from games.rules import registry

Z = 1.959964
"""A normal variable lies so many standard deviations around its mean in 95 of 100 cases."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """What came of one game: levels, points and places by seat, and the milliseconds of every decision."""

    seed: int
    levels: tuple[int, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    plies: int
    milliseconds: tuple[tuple[float, ...], ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


def load_game(data: dict[str, Any]) -> PlayedMatch:
    """Return a game from its plain data."""
    as_tuples = {name: tuple(data[name]) for name in ("levels", "points", "places")}
    times = tuple(map(tuple, data["milliseconds"]))
    return PlayedMatch(seed=data["seed"], plies=data["plies"], milliseconds=times, **as_tuples)


def play(slug: str, seed: int, levels: Sequence[int], options: Any = None) -> PlayedMatch:
    """Play the deal of a seed to its end with a level in every seat."""
    ruleset = registry.get(slug)
    player = LevelPlayer(ruleset, levels, seed)
    plies = list(playout(ruleset, deal(ruleset, len(levels), seed, options), player))
    outcomes = ruleset.outcomes(plies[-1].step.state)
    return PlayedMatch(
        seed=seed,
        levels=tuple(levels),
        points=tuple(each.points for each in outcomes),
        places=tuple(each.place for each in outcomes),
        plies=len(plies),
        milliseconds=tuple(tuple(round(1000 * each, 2) for each in times) for times in player.seconds),
    )


def lineups(
    levels: Sequence[int], seed: int, games: int, *, mirrored: bool
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the seed of each game and who sits where: mirrored, each deal is played once from every seat."""
    turns = len(dict.fromkeys(rotations(levels))) if mirrored else 1
    for number in range(games):
        yield seed + number // turns, rotations(levels)[number % turns]


def rotations(levels: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the different ways to shift players around the table."""
    turned = [(*levels[by:], *levels[:by]) for by in range(len(levels))]
    return list(dict.fromkeys(turned))


def share_of(level: int, game: PlayedMatch) -> float:
    """Return how much of a win the seats of a level have together: who shares the first place shares it.

    Who plays alone may lose to nobody at the table, as to Point City's automa (PC-77).
    """
    winners = [of for of, place in zip(game.levels, game.places, strict=True) if place == 1]
    return winners.count(level) / len(winners) if winners else 0.0


def interval(share: float, games: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval around a share of so many independent games."""
    if not games:
        return 0.0, 1.0
    middle = share + Z * Z / (2 * games)
    around = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return max(0.0, (middle - around) / scale), min(1.0, (middle + around) / scale)


def interval_by_deal(shares: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """Return the 95 % interval of a mean share of wins, from the seed and the share of every game.

    Games of the same deal are not independent: what is, is a deal with all its games. Wilson's interval
    is therefore that of as many independent games as would spread as the deals do (Korn and Graubard 1998,
    for surveys in clusters, with Student's quantile; Dean and Pagano 2015 with Wilson's interval). If no
    deal differs from the others, each of them counts as one game.
    """
    share, deals = mean(each for _, each in shares), _by_deal(shares)
    if len(deals) == len(shares):
        return interval(share, len(shares))
    spread = variance(deals) / len(deals) if len(deals) > 1 else 0.0
    if not spread:
        return interval(share, len(deals))
    return interval(share, share * (1 - share) / spread * (Z / student(len(deals) - 1)) ** 2)


def _by_deal(shares: Sequence[tuple[int, float]]) -> list[float]:
    deals: dict[int, list[float]] = {}
    for seed, share in shares:
        deals.setdefault(seed, []).append(share)
    return [mean(games) for games in deals.values()]


def student(freedom: int) -> float:
    """Return within how many standard errors Student's t lies in 95 of 100 cases.

    The series of Abramowitz and Stegun, 26.7.5; wrong by a hundredth from three degrees of freedom on.
    """
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    rest: float = sum(term / freedom**power for power, term in enumerate(terms, 1))
    return Z + rest


def elo(share: float) -> float:
    """Return how many points of Elo's scale such a share of wins between two is apart, 800 at the most."""
    return 400 * log10(max(0.01, min(0.99, share)) / (1 - max(0.01, min(0.99, share))))


def summary(games: Sequence[PlayedMatch], level: int) -> dict[str, Any]:
    """Return how a level did in games of one line-up."""
    shares = [(game.seed, share_of(level, game)) for game in games]
    share = mean(each for _, each in shares)
    low, high = interval_by_deal(shares)
    seats = [(game, seat) for game in games for seat, of in enumerate(game.levels) if of == level]
    times = [each for game, seat in seats for each in game.milliseconds[seat]]
    return {
        "games": len(games),
        "wins": round(share, 3),
        "interval": (round(low, 3), round(high, 3)),
        "elo": tuple(round(elo(each)) for each in (low, share, high)),
        "points": round(mean(game.points[seat] for game, seat in seats), 1),
        "milliseconds": percentiles(times),
    }


def percentiles(times: Sequence[float]) -> dict[str, float]:
    """Return the median, the 95th and 99th percentile and the longest of the times."""
    if len(times) < 2:
        return {}
    cuts = quantiles(times, n=100, method="inclusive")
    return {
        "median": round(cuts[49], 1),
        "p95": round(cuts[94], 1),
        "p99": round(cuts[98], 1),
        "most": max(times),
    }


def all_games(
    slug: str, todo: Iterable[tuple[int, tuple[int, ...]]], processes: int, options: Any = None
) -> Iterator[PlayedMatch]:
    """Play games on several processes and yield them as they end."""
    with get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(partial(_play_one, slug, options), todo)


def _play_one(slug: str, options: Any, what: tuple[int, tuple[int, ...]]) -> PlayedMatch:
    return play(slug, *what, options)
