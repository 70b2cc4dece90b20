"""How fast a title plays: whole random games, every legal move listed at every position."""

from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

from games.bots.playouts import RandomPlayer, deal
from games.rules.protocol import Ruleset


@dataclass(frozen=True, slots=True)
class Speed:
    """Moves and whole games played in a second, and moves in a game."""

    moves: float
    games: float

    @property
    def moves_per_game(self) -> float:
        """How many moves a game took on average."""
        return self.moves / self.games


def speed(ruleset: Ruleset[Any], seats: int, games: int, runs: int) -> Speed:
    """Return the median of several runs of as many games; another, not counted, warms up."""
    measured = [_run(ruleset, seats, range(run * games, (run + 1) * games)) for run in range(runs + 1)][1:]
    return Speed(median(one.moves for one in measured), median(one.games for one in measured))


def _run(ruleset: Ruleset[Any], seats: int, seeds: range) -> Speed:
    start = perf_counter()
    moves = sum(_play(ruleset, seats, seed) for seed in seeds)
    taken = perf_counter() - start
    return Speed(moves / taken, len(seeds) / taken)


def _play(ruleset: Ruleset[Any], seats: int, seed: int) -> int:
    state, player, moves = deal(ruleset, seats, seed), RandomPlayer(ruleset, seed), 0
    while chosen := player.next_move(state):
        state = ruleset.apply(state, *chosen).state
        moves += 1
    return moves
