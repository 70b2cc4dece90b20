"""A player that looks one decision ahead, for any title that says what a position is worth.

It moves in a position that it imagines: hidden cards are where they might as well be, so it knows no
more than its seat may. While a decision is followed to its end, others are taken to do the default,
and in a vote what is best for them.
"""

from collections import Counter
from collections.abc import Sequence
from math import inf
from random import Random
from typing import Any, NamedTuple

from games.bots.playouts import LooseDraw
from games.rules.protocol import CHANCE, Move, Ruleset

WIDTHS = (6, 2, 1)
"""At so many moves of its own choices after a move it looks; of later decisions it does the default."""
SHORTLIST, LOOKS = 6, 3
"""How many answers to a choice are compared, and in how many imagined positions."""
ANSWERS = 0.6
"""In how many of the windows in which it could respond it does."""
GAIN = 1e-6
"""What a move in its own turn must bring."""


class Outlook(NamedTuple):
    """Where a move leads, and what that is worth to who made it."""

    worth: float
    after: Any


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
        self._dull: set[Move] = set()
        """What brought nothing when it was looked at in this turn."""

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
        moves, kind = self._ruleset.legal_moves(state, seat), self._limit(state, seat)
        if moves[0].kind in self._ruleset.unlisted:
            return self._one_of_its_own(moves) if moves[0].secret else self._default(state, seat)
        if kind == "turn":
            return self._in_turn(state, seat, moves)
        if kind == "response":
            return self._response(state, seat, moves)
        return self._best(state, seat, moves)

    def _in_turn(self, state: Any, seat: int, moves: Sequence[Move]) -> Move:
        """Return the best move that brings something; dull ones are looked at again only before the end."""
        end, least = self._default(state, seat), self._worth(state, seat) + GAIN
        for skipped in ({*self._dull}, set[Move]()):
            world = self._imagine(state, seat, self._fancy)
            left = [move for move in moves if move != end and move not in skipped]
            seen = {move: self._outlook(world, seat, move) for move in left}
            self._dull.update([move for move in left if seen[move].worth <= least])
            if good := {move: seen[move] for move in left if seen[move].worth > least}:
                return self._first(world, seat, good)
            if not skipped:
                break
        self._dull.clear()
        return end

    def _first(self, world: Any, seat: int, good: dict[Move, Outlook]) -> Move:
        """Return the best move, or one of the others that is better made before it than after it.

        What needs no further choice comes first if it makes no difference here: elsewhere it may. A move
        that ends the game is not put off.
        """
        best, *others = sorted(good, key=lambda move: -good[move].worth)
        alone, after = good[best]
        if not self._ruleset.to_act(after):
            return best
        for move in others:
            before = good[move].after
            better = self._then(before, seat, best) - max(alone, self._then(after, seat, move))
            if better > (-GAIN if self._is_plain(world, seat, move) else GAIN):
                return move
        return best

    def _is_plain(self, state: Any, seat: int, move: Move) -> bool:
        """Tell whether a move in a turn leads to no choice: the turn just goes on."""
        after = self._ruleset.apply(state, seat, move).state
        return self._ruleset.to_act(after) == {seat} and self._limit(after, seat) == "turn"

    def _then(self, state: Any, seat: int, move: Move) -> float:
        """Return what a position is worth after one more move of the turn, if that is legal."""
        if self._ruleset.to_act(state) != {seat} or move not in self._ruleset.legal_moves(state, seat):
            return -inf
        return self._value(state, seat, move)

    def _response(self, state: Any, seat: int, moves: Sequence[Move]) -> Move:
        """Return the best response in some of the windows, in the others the default."""
        default = self._default(state, seat)
        responses = [move for move in moves if move.kind != default.kind]
        if not responses or self._random.random() >= ANSWERS:
            return default
        return self._best(state, seat, responses)

    def _best(self, state: Any, seat: int, moves: Sequence[Move]) -> Move:
        """Return the best on average of the moves that look best at first sight."""
        if len(moves) == 1:
            return moves[0]
        seen = self._seen(self._imagine(state, seat, self._fancy), seat, moves)
        few = sorted(seen, key=lambda move: -seen[move])[:SHORTLIST]
        for _ in range(LOOKS - 1):
            world = self._imagine(state, seat, self._fancy)
            for move, value in self._seen(world, seat, few).items():
                seen[move] += value
        return max(few, key=lambda move: seen[move])

    def _seen(self, world: Any, seat: int, moves: Sequence[Move]) -> dict[Move, float]:
        """Return what each move is worth in one imagined position."""
        return {move: self._value(world, seat, move) for move in moves}

    def _one_of_its_own(self, moves: Sequence[Move]) -> Move:
        """Return a secret choice at random, as long as possible one that no seat has made."""
        left = [move for move in moves if str(move) not in self._taken] or list(moves)
        chosen = self._random.choice(left)
        self._taken.add(str(chosen))
        return chosen

    def _default(self, state: Any, seat: int) -> Move:
        return self._ruleset.default_move(state, seat)

    def _by_default(self, state: Any, seat: int) -> Any:
        return self._ruleset.apply(state, seat, self._default(state, seat)).state

    def _value(self, state: Any, seat: int, move: Move) -> float:
        """Return what a position is worth once a move and what it leads to are done."""
        return self._outlook(state, seat, move).worth

    def _outlook(self, state: Any, seat: int, move: Move, depth: int = len(WIDTHS)) -> Outlook:
        """Return the position once a move and what it leads to are done, and before it its worth."""
        after, line = self._ruleset.apply(state, seat, move).state, list[Any]()
        while (mover := self._mover(after)) is not None:
            kind = self._limit(after, mover)
            if mover == seat and kind == "choice" and depth:
                moves = self._ruleset.legal_moves(after, seat)
                if moves[0].kind not in self._ruleset.unlisted:
                    some = self._some(moves, WIDTHS[-depth])
                    return max(
                        [self._outlook(after, seat, one, depth - 1) for one in some],
                        key=lambda each: each.worth,
                    )
            if mover != seat and kind == "declaration" and depth:
                line = self._best_line(after, mover, line or self._line(after))
            after = line.pop(0) if line else self._by_default(after, mover)
        return Outlook(self._worth(after, seat), after)

    def _mover(self, state: Any) -> int | None:
        """Return whose decision is expected before a turn goes on or chance acts, or None."""
        mover = min(self._ruleset.to_act(state), default=CHANCE)
        return None if mover == CHANCE or self._limit(state, mover) == "turn" else mover

    def _line(self, state: Any) -> list[Any]:
        """Return the positions that follow one if every decision is the default."""
        line = []
        while (mover := self._mover(state)) is not None:
            state = self._by_default(state, mover)
            line.append(state)
        return line

    def _best_line(self, state: Any, mover: int, by_default: list[Any]) -> list[Any]:
        """Return what follows the declaration that is best for who makes it, if all others do the default."""
        default, lines = self._default(state, mover), list[list[Any]]()
        for move in self._ruleset.legal_moves(state, mover):
            if move == default:
                lines.append(by_default)
            else:
                after = self._ruleset.apply(state, mover, move).state
                lines.append([after, *self._line(after)])
        return max(lines, key=lambda line: self._worth(line[-1], mover))

    def _some(self, moves: Sequence[Move], width: int) -> Sequence[Move]:
        """Return all moves, or of many some of each sort: of those that differ in the last word alone."""
        if len(moves) <= width:
            return moves
        sorts, places = Counter[str](), dict[Move, int]()
        for move in Random(1).sample(moves, len(moves)):  # noqa: S311
            sort = str(move).rpartition(" ")[0]
            sorts[sort] += 1
            places[move] = sorts[sort]
        return sorted(places, key=lambda move: places[move])[:width]
