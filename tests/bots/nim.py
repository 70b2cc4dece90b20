"""A game whose best moves are known: two players take one to three of a heap, and who takes the last wins."""

from dataclasses import dataclass, replace

from games.rules.brains import Brain, SearchPlan
from games.rules.protocol import Step
from tests.demo.ruleset import RULESET as DEMO

LAST = SearchPlan(worlds=1, rollouts=64, plies=40, wild=True)
"""Follows every move to the end by chance."""


@dataclass(frozen=True, slots=True)
class Heap:
    left: int
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Take:
    number: int
    kind = "take"
    secret = False

    def __str__(self):
        return f"take {self.number}"


def legal_moves(heap, seat):
    return tuple(Take(number) for number in (1, 2, 3) if number <= heap.left)


def apply(heap, seat, move):
    return Step(Heap(heap.left - move.number, 1 - seat), ())


def nim(*plans, **parts):
    """Return the game with a brain that sees nothing in a position by itself."""
    brain = Brain(
        conceal=lambda heap, seat: heap,
        imagine=lambda heap, seat, draw: heap,
        parts=("nothing",),
        assess=lambda heap: ((0.0,), (0.0,)),
        weights={2: (1.0,)},
        is_quiet=lambda heap: True,
        lead=1.0,
        plans=(plans * 4)[:4],
    )
    return replace(
        DEMO,
        slug="nim",
        setup=lambda seats, options, draw: Heap(draw.below("heap", 20) + 5),
        to_act=lambda heap: frozenset({heap.turn} if heap.left else ()),
        legal_moves=legal_moves,
        apply=apply,
        sample=None,
        scores=lambda heap: (heap.turn, 1 - heap.turn),
        places=lambda heap: (2 - heap.turn, 1 + heap.turn),
        default_move=lambda heap, seat: Take(1),
        brain=replace(brain, **parts),
    )
