"""What a position promises a seat: followed until it is quiet, weighed, and put on one scale."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from math import exp, log
from random import Random
from typing import Any

from games.rules.brains import Brain, worth
from games.rules.protocol import CHANCE, Draw, Move, Ruleset

WIDTH = 12
"""So many moves of each decision of a continuation are compared."""


class Outlook:
    """Values positions of one title and number of seats: from 0 to 1; for one seat points have no bounds."""

    def __init__(self, ruleset: Ruleset[Any], seats: int) -> None:
        """Take a title that has a brain."""
        assert ruleset.brain
        self.ruleset: Ruleset[Any] = ruleset
        self.brain: Brain[Any] = ruleset.brain
        self.weights = self.brain.weights_for(seats)

    def values(self, state: Any) -> tuple[float, ...]:
        """Return what a position is worth to every seat as it stands."""
        if not self.ruleset.to_act(state):
            return self._final(state)
        return self._spread(worth(self.brain, state, self.weights))

    def followed(self, state: Any, seat: int, draw: Draw, breadth: tuple[int, ...] = ()) -> float:
        """Return what a position is worth to a seat once it is quiet: it chooses well, the others simply."""
        acting = self.ruleset.to_act(state)
        if not acting or self.brain.is_quiet(state):
            return self.values(state)[seat]
        if CHANCE in acting:
            follow = partial(self.followed, seat=seat, draw=draw, breadth=breadth)
            return self._mean(state, draw, follow)
        mover = seat if seat in acting else min(acting)
        if mover == seat and breadth:
            some = self.some(state, seat, breadth[0])
            return max(
                [self.followed(self.after(state, seat, move), seat, draw, breadth[1:]) for move in some]
            )
        return self.followed(self.after(state, mover, self.simple(state, mover, draw)), seat, draw, breadth)

    def played(self, state: Any, seat: int, draw: Draw, turns: int) -> float:
        """Return what a position is worth to a seat after so many turns in which all do their best."""
        acting = self.ruleset.to_act(state)
        if not acting:
            return self.values(state)[seat]
        if self.brain.is_quiet(state):
            if turns <= 1:
                return self.values(state)[seat]
            turns -= 1
        if CHANCE in acting:
            return self._mean(state, draw, partial(self.played, seat=seat, draw=draw, turns=turns))
        mover = min(acting)
        after = self.after(state, mover, self.best(state, mover, draw))
        return self.played(after, seat, draw, turns)

    def moves(self, state: Any, seat: int) -> Sequence[Move]:
        """Return the moves of a seat that are worth a look."""
        return (self.brain.sensible or self.ruleset.legal_moves)(state, seat)

    def some(self, state: Any, seat: int, width: int) -> Sequence[Move]:
        """Return all moves of a seat, or of many the best if all end its part, and else some of each sort."""
        moves, values = self.moves(state, seat), dict[Move, float]()
        if len(moves) <= width:
            return moves
        for move in moves:
            after = self.after(state, seat, move)
            if self.ruleset.to_act(after) and not self.brain.is_quiet(after):
                return few(moves, width)
            values[move] = self.values(after)[seat]
        ranked = sorted(moves, key=lambda move: -values[move])
        kinds = {move.kind: move for move in reversed(ranked)}
        return ranked[:width] + [move for move in kinds.values() if move not in ranked[:width]]

    def turn(self, state: Any) -> int:
        """Return how many turns have begun, 0 if the title does not count them."""
        return self.brain.turn(state) if self.brain.turn else 0

    def best(self, state: Any, mover: int, draw: Draw) -> Move:
        """Return the move that looks best to the mover at first sight."""
        moves = self.some(state, mover, WIDTH)
        if len(moves) == 1:
            return moves[0]
        return max(moves, key=lambda move: self.followed(self.after(state, mover, move), mover, draw))

    def after(self, state: Any, seat: int, move: Move) -> Any:
        """Return the position that a move leads to."""
        return self.ruleset.apply(state, seat, move).state

    def simple(self, state: Any, seat: int, draw: Draw) -> Move:
        """Return the move of a seat that nobody thinks about."""
        if self.brain.reply:
            return self.brain.reply(state, seat, draw, self.weights)
        return self.ruleset.default_move(state, seat)

    def sampled(self, state: Any, draw: Draw) -> Any:
        """Return a position after ``CHANCE`` has acted."""
        assert self.ruleset.sample
        return self.after(state, CHANCE, self.ruleset.sample(state, draw))

    def _mean(self, state: Any, draw: Draw, value: Callable[[Any], float]) -> float:
        """Return the mean over what chance may do, or what it happens to do where that is too much."""
        chances = self.brain.chances(state) if self.brain.chances else ()
        if not chances:
            return value(self.sampled(state, draw))
        return sum([likely * value(self.after(state, CHANCE, move)) for move, likely in chances])

    def _final(self, state: Any) -> tuple[float, ...]:
        outcomes = self.ruleset.outcomes(state)
        if len(outcomes) == 1:
            return self._spread(worth(self.brain, state, self.weights))
        near = self._spread([float(each.points) for each in outcomes])
        won = _won([each.place for each in outcomes])
        margin = self.brain.margin
        return tuple([(1 - margin) * one + margin * other for one, other in zip(won, near, strict=True)])

    def _spread(self, points: Sequence[float]) -> tuple[float, ...]:
        """Return for every seat how likely it looks that it wins; one seat's points on the same scale."""
        if len(points) == 1:
            return (points[0] / (4 * self.brain.lead),)
        best, second = sorted(points)[:-3:-1]
        leads = [own - (best if own < best else second) for own in points]
        return tuple([1 / (1 + exp(-max(-30.0, min(30.0, lead / self.brain.lead)))) for lead in leads])


def _won(places: Sequence[int]) -> list[float]:
    """Return how much of a win each place is: who shares the first shares the win."""
    return [(place == 1) / places.count(1) for place in places]


def evened(value: float) -> float:
    """Return what a value would be if the game were even: near certainty a small step is a large lead."""
    chance = max(1e-9, min(1 - 1e-9, value))
    return log(chance / (1 - chance)) / 4


def few(moves: Sequence[Move], width: int) -> Sequence[Move]:
    """Return all moves, or of many some of each sort: of those that differ in the last word alone."""
    if len(moves) <= width:
        return moves
    sorts, places = Counter[str](), dict[Move, int]()
    for move in Random(1).sample(moves, len(moves)):  # noqa: S311
        sort = str(move).rpartition(" ")[0]
        sorts[sort] += 1
        places[move] = sorts[sort]
    return sorted(places, key=lambda move: places[move])[:width]
