"""Whole games played at random, the same again for the same seed; never used for people's games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from games.rules.protocol import CHANCE, Move, Ruleset, Step


class LooseDraw:
    """A draw for tests and measurements: repeatable, but nothing proves it fair."""

    def __init__(self, seed: int) -> None:
        """Start from a seed."""
        self._random = Random(seed)  # noqa: S311

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        """Return the sorted items in a random order."""
        shuffled = sorted(items)
        self._random.shuffle(shuffled)
        return tuple(shuffled)

    def below(self, label: str, n: int) -> int:
        """Return a random integer from 0 to n - 1."""
        return self._random.randrange(n)


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a playout: the position it was made in, who made it, what it led to."""

    before: Any
    seat: int
    move: Move
    step: Step[Any]


class Player(Protocol):
    """Whoever moves for every seat of a title."""

    def next_move(self, state: Any) -> tuple[int, Move] | None:
        """Return who moves next and how, or None when the game is over."""


class RandomPlayer:
    """Moves for any seat of any title, each legal move as likely as the others."""

    def __init__(self, ruleset: Ruleset[Any], seed: int) -> None:
        """Play a title; ``CHANCE`` and the choices have dice of their own."""
        self._ruleset = ruleset
        self._random = Random(seed)  # noqa: S311
        self._draw = LooseDraw(seed + 1)

    def next_move(self, state: Any) -> tuple[int, Move] | None:
        """Return who moves next and how, or None when the game is over."""
        acting = self._ruleset.to_act(state)
        if not acting:
            return None
        seat = self._pick(sorted(acting))
        if seat == CHANCE and self._ruleset.sample:
            return seat, self._ruleset.sample(state, self._draw)
        return seat, self._pick(self._ruleset.legal_moves(state, seat))

    def _pick(self, items: Sequence[Any]) -> Any:
        return items[int(self._random.random() * len(items))]


def deal(ruleset: Ruleset[Any], seats: int, seed: int, options: Any = None) -> Any:
    """Return the first position of the game with that seed."""
    return ruleset.setup(seats, options or ruleset.options(), LooseDraw(seed))


def random_playout(ruleset: Ruleset[Any], state: Any, seed: int) -> Iterator[Ply]:
    """Play from a position to the end at random, and yield every move made."""
    return playout(ruleset, state, RandomPlayer(ruleset, seed))


def playout(ruleset: Ruleset[Any], state: Any, player: Player) -> Iterator[Ply]:
    """Play from a position to the end, and yield every move made."""
    while chosen := player.next_move(state):
        seat, move = chosen
        step = ruleset.apply(state, seat, move)
        yield Ply(state, seat, move, step)
        state = step.state
