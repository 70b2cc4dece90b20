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
        return seat, self.any_move(state, seat)

    def any_move(self, state: Any, seat: int) -> Move:
        """Return one of the moves of a seat."""
        move: Move = self._pick(self._choices(state, seat))
        return move

    def _choices(self, state: Any, seat: int) -> Sequence[Move]:
        return self._ruleset.legal_moves(state, seat)

    def _pick(self, items: Sequence[Any]) -> Any:
        return items[int(self._random.random() * len(items))]


class BusyPlayer(RandomPlayer):
    """Moves at random, but seldom in a way that only waits, so that games go on as people's do."""

    BUSY = 0.8

    def _choices(self, state: Any, seat: int) -> Sequence[Move]:
        legal = self._ruleset.legal_moves(state, seat)
        doing = [move for move in legal if move.kind not in self._ruleset.idle]
        if len(doing) in {0, len(legal)}:
            return legal
        return doing if self._random.random() < self.BUSY else legal


class PointsPlayer(RandomPlayer):
    """Makes at random one of the moves that bring the most points at once."""

    def _choices(self, state: Any, seat: int) -> Sequence[Move]:
        legal = self._ruleset.legal_moves(state, seat)
        if seat == CHANCE:
            return legal
        points = [self._ruleset.scores(self._ruleset.apply(state, seat, move).state)[seat] for move in legal]
        return [move for move, gained in zip(legal, points, strict=True) if gained == max(points)]


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
