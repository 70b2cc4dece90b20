"""A player that looks one decision ahead, for any title that says what a position is worth.

It moves in a position that it imagines: hidden cards are where they might as well be, so it knows no
more than its seat may. Others are taken to do the default while a decision is followed to its end.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from games.bots.playouts import LooseDraw
from games.rules.protocol import CHANCE, Move, Ruleset

DEPTH = 3
"""So many of its own choices in a row are looked through."""
FOLLOWED = ("choice", "response")
"""The kinds of its own decisions that are followed; of the others it does the default on the way."""
WIDTH = 8
"""So many moves of a later choice are looked at."""
SHORTLIST, LOOKS = 3, 3
"""How many of many moves are compared, and in how many imagined positions."""
ANSWERS = 0.6
"""In how many of the windows in which it could respond it does."""
GAIN = 1e-6
"""What a move must bring more than the default."""


class GreedyPlayer:
    """Moves for every seat of a title, each the best as far as its seat can see."""

    def __init__(self, ruleset: Ruleset[Any], seed: int) -> None:
        """Play a title that knows what positions are worth."""
        assert ruleset.worth and ruleset.imagine and ruleset.limit
        self._ruleset, self._worth, self._imagine = ruleset, ruleset.worth, ruleset.imagine
        self._limit = ruleset.limit
        self._random = Random(seed)  # noqa: S311
        self._draw, self._fancy = LooseDraw(seed + 1), LooseDraw(seed + 2)
        self._taken: set[str] = set()

    def next_move(self, state: Any) -> tuple[int, Move] | None:
        """Return who moves next and how, or None when the game is over."""
        acting = self._ruleset.to_act(state)
        if not acting:
            return None
        seat = min(acting)
        if seat == CHANCE and self._ruleset.sample:
            return seat, self._ruleset.sample(state, self._draw)
        return seat, self._choose(state, seat)

    def _choose(self, state: Any, seat: int) -> Move:
        moves = self._ruleset.legal_moves(state, seat)
        default = self._ruleset.default_move(state, seat)
        if moves[0].secret and moves[0].kind in self._ruleset.unlisted:
            return self._one_of_its_own(moves)
        responds = self._limit(state, seat) == "response"
        if moves[0].kind in self._ruleset.unlisted or (responds and self._random.random() >= ANSWERS):
            return default
        return self._best(state, seat, moves, None if responds else default)

    def _best(self, state: Any, seat: int, moves: Sequence[Move], default: Move | None) -> Move:
        """Return the best on average; of many moves only those that look best at first sight are compared."""
        worlds = [self._imagine(state, seat, self._fancy) for _ in range(LOOKS)]
        if len(moves) > WIDTH:
            first = worlds[0]
            moves = sorted(moves, key=lambda move: -self._value(first, seat, move))[:SHORTLIST]
        found = {move: sum(self._value(world, seat, move) for world in worlds) for move in moves}
        if default is None:
            found.pop(self._ruleset.default_move(state, seat), None)
            return max(found, key=lambda move: found[move])
        found[default] = GAIN + sum(self._before(world, seat, default) for world in worlds)
        return max(found, key=lambda move: found[move])

    def _before(self, state: Any, seat: int, default: Move) -> float:
        """Return what a move must beat: in one's own turn the position as it is, else the default."""
        if self._limit(state, seat) == "turn":
            return self._worth(state, seat)
        return self._value(state, seat, default)

    def _one_of_its_own(self, moves: Sequence[Move]) -> Move:
        """Return a secret choice at random, as long as possible one that no seat has made."""
        left = [move for move in moves if str(move) not in self._taken] or list(moves)
        chosen = self._random.choice(left)
        self._taken.add(str(chosen))
        return chosen

    def _some(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Return moves to look at on the way: all, or some of many."""
        return moves if len(moves) <= WIDTH else self._random.sample(moves, WIDTH)

    def _value(self, state: Any, seat: int, move: Move, depth: int = DEPTH) -> float:
        """Return what a position is worth once a move and what it leads to are done."""
        after = self._ruleset.apply(state, seat, move).state
        while (mover := min(self._ruleset.to_act(after), default=CHANCE)) != CHANCE:
            kind = self._limit(after, mover)
            if kind == "turn":
                break
            moves = self._ruleset.legal_moves(after, mover)
            own = mover == seat and kind in FOLLOWED and depth
            if own and moves[0].kind not in self._ruleset.unlisted:
                return max(self._value(after, seat, one, depth - 1) for one in self._some(moves))
            after = self._ruleset.apply(after, mover, self._ruleset.default_move(after, mover)).state
        return self._worth(after, seat)
