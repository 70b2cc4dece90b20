"""What somebody's finished games come to, title by title, as plots."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games import plots
from games.bots.levels import LEVELS
from games.rules import registry
from games.rules.phrases import Phrase

MOST_GAMES = 500
"""So many of the last games are looked at."""
MOST_DOTS = 50
MOST_BUILDINGS = 8
_COLUMNS = ("ruleset_slug", "seat_count", "ended_at", "points", "place", "left", "built", "against")


@dataclass(frozen=True, slots=True)
class Result:
    """How one game ended for somebody."""

    slug: str
    seat_count: int
    ended_at: datetime
    points: int
    place: int
    left: bool
    built: dict[str, int]
    against: int
    """The level of the strongest bot that sat there, 0 if only people did."""

    @property
    def is_won(self) -> bool:
        """True for the first among several players who stayed to the end."""
        return self.place == 1 and self.seat_count > 1 and not self.left


@dataclass(frozen=True, slots=True)
class BotScore:
    """Somebody's games of one title in which the strongest bot was of one level."""

    level: int
    games: int
    won: int
    best: Phrase


@dataclass(frozen=True, slots=True)
class Statistics:
    """Somebody's games of one title, with people or alone."""

    slug: str
    title: str
    games: int
    won: int
    unit: str
    best: Phrase
    mean: float
    wins: plots.Bars | None
    scores: plots.Columns
    course: plots.Course
    buildings: plots.Bars | None


@dataclass(frozen=True, slots=True)
class AgainstBots:
    """Somebody's games of one title in which bots sat, level by level."""

    slug: str
    title: str
    rows: tuple[BotScore, ...]


def against_bots(games: Any) -> tuple[AgainstBots, ...]:
    """Return how somebody did against bots in the latest of the games, title by title."""
    by_title = _by_title(games.filter(against__gt=0))
    return tuple(
        AgainstBots(slug, registry.get(slug).name, tuple(_bot_scores(slug, by_title[slug])))
        for slug in registry.SLUGS
        if slug in by_title
    )


def _bot_scores(slug: str, results: Sequence[Result]) -> Iterator[BotScore]:
    for level in LEVELS:
        if against := [result for result in results if result.against == level]:
            best = registry.get(slug).unit.count(max(result.points for result in against))
            yield BotScore(level, len(against), sum(result.is_won for result in against), best)


def _by_title(games: Any) -> dict[str, list[Result]]:
    by_title: dict[str, list[Result]] = defaultdict(list)
    for row in games.values_list(*_COLUMNS)[:MOST_GAMES]:
        result = Result(*row)
        by_title[result.slug].append(result)
    return by_title


def statistics(games: Any) -> tuple[Statistics, ...]:
    """Return the statistics of the latest of the games without bots, the last first, in one query."""
    by_title = _by_title(games.filter(against=0))
    return tuple(_of_title(slug, by_title[slug][::-1]) for slug in registry.SLUGS if slug in by_title)


def _of_title(slug: str, results: Sequence[Result]) -> Statistics:
    ruleset, points = registry.get(slug), [result.points for result in results]
    samples = [plots.Sample(result.ended_at, result.points, result.is_won) for result in results]
    return Statistics(
        slug=slug,
        title=ruleset.name,
        games=len(results),
        won=sum(result.is_won for result in results),
        unit=ruleset.unit.name,
        best=ruleset.unit.count(max(points)),
        mean=sum(points) / len(points),
        wins=_wins(results),
        scores=plots.columns(points),
        course=plots.course(samples[-MOST_DOTS:]),
        buildings=_buildings(results),
    )


def _wins(results: Sequence[Result]) -> plots.Bars | None:
    """Return the games won by how many played; games alone have no winner."""
    played = Counter(result.seat_count for result in results if result.seat_count > 1)
    won = Counter(result.seat_count for result in results if result.is_won)
    rows = [(str(seats), won[seats], played[seats]) for seats in sorted(played)]
    return plots.bars(rows) if rows else None


def _buildings(results: Sequence[Result]) -> plots.Bars | None:
    """Return what stood most often in the cities at the end."""
    counts: Counter[str] = Counter()
    for result in results:
        counts.update(result.built)
    most = counts.most_common(MOST_BUILDINGS)
    return plots.bars([(name, count, most[0][1]) for name, count in most]) if most else None
