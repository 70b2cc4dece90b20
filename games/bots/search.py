"""The player of all titles and levels: it looks at every move once, and follows the best ones further.

All it is given is a position with what the seat may not know put into a fixed order. Moves are compared
in the same imagined worlds with the same luck, so that their difference is not that of two draws. The
budget is shared out by sequential halving: each round the better half gets as many trials again.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil, exp, log2
from random import Random
from typing import Any, NamedTuple

from games.bots.outlook import Outlook, evened
from games.bots.playouts import LooseDraw
from games.rules.brains import SearchPlan
from games.rules.protocol import CHANCE, Move, Ruleset

FAR = 4
"""So many times its heat a player at most falls short of the best move it sees."""


def never() -> bool:
    """Tell that there is time."""
    return False


class Look(NamedTuple):
    """A move and what it seems to bring."""

    value: float
    move: Move


class Search:
    """Chooses moves by a plan; the same seed chooses the same, unless the time runs out."""

    def __init__(self, ruleset: Ruleset[Any], seats: int, plan: SearchPlan, seed: int) -> None:
        """Take a title that has a brain, and how many play."""
        self._ruleset, self._plan = ruleset, plan
        self._random, self._is_alone = Random(seed), seats == 1  # noqa: S311
        self._outlook = Outlook(ruleset, seats)

    def choose(self, concealed: Any, seat: int, is_late: Callable[[], bool] = never) -> Move:
        """Return the move of a seat in a position that was concealed from it; late, the best so far."""
        moves = self._outlook.moves(concealed, seat)
        if len(moves) == 1:
            return moves[0]
        asks_for_deck = self._ruleset.asks_for_deck
        if asks_for_deck and asks_for_deck(concealed, seat):
            return self._random.choice(moves)
        looks = self._looks(concealed, seat, moves, is_late)
        if self._plan.heat or self._plan.grain:
            return self._uneven(concealed, seat, looks)
        if self._plan.rollouts and not is_late():
            return self._followed(concealed, seat, looks, is_late)
        if self._plan.turns and not is_late():
            return self._played(concealed, seat, shortlist(looks, self._plan.width), is_late)
        return looks[0].move

    def _looks(
        self, concealed: Any, seat: int, moves: Sequence[Move], is_late: Callable[[], bool]
    ) -> list[Look]:
        """Return the moves, best first, by what they bring on average in a few worlds."""
        outlook, whole = self._outlook, 0
        totals = dict.fromkeys(moves, 0.0)

        def look(world: Any, luck: int, move: Move) -> float:
            after = outlook.after(world, seat, move)
            return outlook.followed(after, seat, LooseDraw(luck), self._plan.breadth)

        while whole < self._plan.worlds:
            world = self._world(concealed, seat)
            by_move = partial(look, world, self._random.getrandbits(32))
            if not _added(totals, moves, by_move, is_late if whole else never):
                break
            whole += 1
        return [Look(totals[move] / whole, move) for move in _ordered(moves, totals)]

    def _uneven(self, concealed: Any, seat: int, looks: Sequence[Look]) -> Move:
        """Return one of the moves, the better the likelier, but none far worse, and a win if there is one."""
        if not self._ruleset.to_act(self._outlook.after(concealed, seat, looks[0].move)):
            return looks[0].move
        values = [self._evened(look.value) for look in looks]
        if self._plan.grain:
            alike = [at for at, value in enumerate(values[:-1]) if value > values[0] - self._plan.grain]
            return looks[self._random.choice(alike)].move
        heat = self._plan.heat
        near = [at for at, value in enumerate(values) if values[0] - value <= FAR * heat]
        chances = [exp((values[at] - values[0]) / heat) for at in near]
        return looks[self._random.choices(near, chances)[0]].move

    def _evened(self, value: float) -> float:
        return value if self._is_alone else evened(value)

    def _followed(
        self, concealed: Any, seat: int, looks: Sequence[Look], is_late: Callable[[], bool]
    ) -> Move:
        """Return the move whose trials end best, its first look counted with them."""
        left = shortlist(looks, self._plan.width)
        rounds = max(1, ceil(log2(len(left))))
        totals = {look.move: self._plan.trust * look.value for look in looks}
        share = self._plan.rollouts // rounds
        for _ in range(rounds):
            for _ in range(max(1, share // len(left))):
                world, luck = self._world(concealed, seat), self._random.getrandbits(32)
                if not _added(totals, left, partial(self._trial, world, seat, luck), is_late):
                    return _ordered(left, totals)[0]
            left = _ordered(left, totals)[: max(1, (len(left) + 1) // 2)]
        return left[0]

    def _played(self, concealed: Any, seat: int, moves: Sequence[Move], is_late: Callable[[], bool]) -> Move:
        """Return the move that is best once the next turns are played out; the first is best until then."""
        totals = dict.fromkeys(moves, 0.0)
        for _ in range(self._plan.worlds):
            world, luck = self._world(concealed, seat), self._random.getrandbits(32)
            if not _added(totals, moves, partial(self._turns, world, seat, luck), is_late):
                break
        return _ordered(moves, totals)[0]

    def _turns(self, world: Any, seat: int, luck: int, move: Move) -> float:
        """Return what a move brings once the next turns are played out."""
        after = self._outlook.after(world, seat, move)
        return self._outlook.played(after, seat, LooseDraw(luck), self._plan.turns)

    def _trial(self, world: Any, seat: int, luck: int, move: Move) -> float:
        """Return what a move brings if the game goes on in this world with this luck."""
        outlook, draw = self._outlook, LooseDraw(luck)
        state, left = outlook.after(world, seat, move), self._plan.plies
        last = outlook.turn(world) + self._plan.turns
        while acting := self._ruleset.to_act(state):
            if CHANCE in acting:
                state = outlook.sampled(state, draw)
                continue
            if left <= 0 and outlook.turn(state) >= last and outlook.brain.is_quiet(state):
                break
            mover = min(acting)
            state = outlook.after(state, mover, self._next(state, mover, draw))
            left -= 1
        return outlook.values(state)[seat]

    def _next(self, state: Any, mover: int, draw: LooseDraw) -> Move:
        """Return the next move of a continuation: any, or the mover's own best at first sight."""
        outlook = self._outlook
        if self._plan.wild and outlook.brain.pick:
            return outlook.brain.pick(state, mover, draw, outlook.weights)
        if self._plan.wild:
            moves = self._ruleset.legal_moves(state, mover)
            return moves[draw.below("move", len(moves))] if len(moves) > 1 else moves[0]
        if outlook.brain.reply:
            return outlook.brain.reply(state, mover, draw, outlook.weights)
        return outlook.best(state, mover, draw)

    def _world(self, concealed: Any, seat: int) -> Any:
        return self._outlook.brain.imagine(concealed, seat, self._draw())

    def _draw(self) -> LooseDraw:
        return LooseDraw(self._random.getrandbits(32))


def _added(
    totals: dict[Move, float],
    moves: Sequence[Move],
    value: Callable[[Move], float],
    is_late: Callable[[], bool],
) -> bool:
    """Add to each move its value in one world; late, to none, since they would not be compared alike."""
    sums = {}
    for move in moves:
        if is_late():
            return False
        sums[move] = value(move)
    for move, each in sums.items():
        totals[move] += each
    return True


def _ordered(moves: Sequence[Move], totals: Mapping[Move, float]) -> list[Move]:
    return sorted(moves, key=lambda move: -totals[move])


def shortlist(looks: Sequence[Look], width: int) -> list[Move]:
    """Return the best moves, but at least the best one of each kind."""
    kinds = {look.move.kind: look.move for look in reversed(looks)}
    best = [look.move for look in looks[:width]]
    return best + [move for move in kinds.values() if move not in best]
