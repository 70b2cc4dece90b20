"""Better weights by self-play: two sets a little apart play each other, and the winner pulls them along.

That is simultaneous perturbation (Spall 1992), as chess engines are tuned: each step moves every weight
up or down by chance, the opposite way for the rival, and needs no more games for many weights than for few.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from math import exp
from multiprocessing import get_context
from random import Random
from statistics import mean
from typing import Any

from games.bots.levels import DEFAULT_LEVEL
from games.bots.matches import interval_by_deal, lineups
from games.bots.players import LevelPlayer
from games.bots.playouts import deal, playout
from games.rules import registry
from games.rules.protocol import Ruleset

Weights = tuple[float, ...]
REACH, RATE = 0.15, 0.6
"""By what share of itself a weight is moved at first, and how far it follows a match won by all games."""
REACH_FALLS, RATE_FALLS, SETTLING = 0.101, 0.602, 20
"""How both shrink from step to step, as Spall advises."""
LEAST = 0.05
"""A weight near nothing is moved by this share of the average one."""
PROOF = 10_000_000
"""Seeds from here on prove what was found on the seeds below."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two sets of weights for one number of seats of a title."""

    slug: str
    seats: int
    one: Weights
    other: Weights


@dataclass(frozen=True, slots=True)
class TuningStep:
    """What one step of tuning came to: the share of wins of one side, and the weights from here on."""

    number: int
    share: float
    weights: Weights


class Workers:
    """Processes that play matches."""

    def __init__(self, processes: int) -> None:
        """Start so many."""
        self._pool = get_context("spawn").Pool(processes)

    def shares(self, match: Match, seed: int, games: int) -> list[tuple[int, float]]:
        """Return the deal of each game and what the first set has of the win; all sit everywhere."""
        todo = list(lineups(sides(match.seats), seed, games, mirrored=True))
        won = self._pool.map(partial(play, match), todo, chunksize=1)
        return [(of, share) for (of, _), share in zip(todo, won, strict=True)]

    def close(self) -> None:
        """End them."""
        self._pool.terminate()
        self._pool.join()


@dataclass(frozen=True, slots=True)
class Tuning:
    """The weights of a title for a number of seats, tuned in steps of so many games."""

    slug: str
    seats: int
    seed: int
    games: int
    workers: Workers

    def steps(self, start: Weights) -> Iterator[TuningStep]:
        """Yield one step after the other, for ever."""
        random, weights = Random(self.seed), start  # noqa: S311
        for number in count(1):
            reach = _reaches(weights, REACH / number**REACH_FALLS)
            moved = [random.choice((-by, by)) for by in reach]
            match = Match(self.slug, self.seats, _add(weights, moved), _add(weights, moved, -1))
            shares = self.workers.shares(match, self.seed * 1000 + number * self.games, self.games)
            share = mean(each for _, each in shares)
            rate = RATE / (1 + number / SETTLING) ** RATE_FALLS
            weights = _add(weights, moved, rate * (2 * share - 1))
            yield TuningStep(number, share, weights)

    def proof(self, before: Weights, after: Weights, games: int) -> dict[str, Any]:
        """Return how the weights found do against those before, over deals they were not found on."""
        shares = self.workers.shares(Match(self.slug, self.seats, after, before), PROOF, games)
        share, (low, high) = mean(each for _, each in shares), interval_by_deal(shares)
        return {"share": round(share, 3), "of": games, "interval": [round(low, 3), round(high, 3)]}


def _reaches(weights: Weights, share: float) -> list[float]:
    least = LEAST * mean(map(abs, weights))
    return [share * max(abs(each), least) for each in weights]


def _add(weights: Weights, by: Sequence[float], times: float = 1.0) -> Weights:
    return tuple([each + times * step for each, step in zip(weights, by, strict=True)])


def sides(seats: int) -> list[int]:
    """Return who sits where: the two sets in turn, 1 for the first set."""
    return ([1, 0] * seats)[:seats]


def play(match: Match, what: tuple[int, tuple[int, ...]]) -> float:
    """Play one game; return what the first set has of the win, alone against what the other would make."""
    seed, seated = what
    ruleset = registry.get(match.slug)
    minds = [with_weights(ruleset, match.seats, match.one if side else match.other) for side in seated]
    outcomes = _outcomes(ruleset, minds, seed)
    if match.seats == 1:
        assert ruleset.brain
        rival = _outcomes(ruleset, [with_weights(ruleset, 1, match.other)], seed)
        return 1 / (1 + exp((rival[0].points - outcomes[0].points) / ruleset.brain.lead))
    winners = [side for side, outcome in zip(seated, outcomes, strict=True) if outcome.place == 1]
    return sum(winners) / len(winners)


def _outcomes(ruleset: Ruleset[Any], minds: Sequence[Ruleset[Any]], seed: int) -> Sequence[Any]:
    player = LevelPlayer(ruleset, [DEFAULT_LEVEL] * len(minds), seed, minds)
    *_, last = playout(ruleset, deal(ruleset, len(minds), seed), player)
    return ruleset.outcomes(last.step.state)


def with_weights(ruleset: Ruleset[Any], seats: int, weights: Weights) -> Ruleset[Any]:
    """Return the title with other weights for that number of seats and steady levels."""
    brain = ruleset.brain
    assert brain
    one, two, three, four = [replace(plan, heat=0.0, grain=0.0) for plan in brain.plans]
    steady = replace(brain, weights={seats: weights}, plans=(one, two, three, four))
    return replace(ruleset, brain=steady)
