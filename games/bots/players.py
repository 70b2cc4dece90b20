"""Players of whole games for measurements: a level for every seat, each knowing what its seat may."""

from collections.abc import Sequence
from time import process_time
from typing import Any

from games.bots.levels import plan_of
from games.bots.playouts import LooseDraw, RandomPlayer
from games.bots.search import Search
from games.rules.protocol import CHANCE, Move, Ruleset

RANDOM = 0
"""The level of a seat that moves at random."""


class LevelPlayer:
    """Moves for every seat by its level; the same seed plays the same game."""

    def __init__(
        self,
        ruleset: Ruleset[Any],
        levels: Sequence[int],
        seed: int,
        minds: Sequence[Ruleset[Any]] = (),
    ) -> None:
        """Take a level for each seat, and where they differ the title as each seat thinks of it."""
        self._ruleset, self._levels = ruleset, levels
        self._draw, self._anyhow = LooseDraw(seed), RandomPlayer(ruleset, seed)
        self._taken: set[str] = set()
        thinks = minds or [ruleset] * len(levels)
        self._searches = {
            seat: Search(thinks[seat], len(levels), plan_of(thinks[seat], level), seed * 8 + seat)
            for seat, level in enumerate(levels)
            if level != RANDOM
        }
        self.seconds: list[list[float]] = [[] for _ in levels]
        """By seat: the processor's time of every decision that was one."""

    def next_move(self, state: Any) -> tuple[int, Move] | None:
        """Return who moves next and how, or None when the game is over."""
        acting = self._ruleset.to_act(state)
        if not acting:
            return None
        seat = min(acting)
        if seat == CHANCE and self._ruleset.sample:
            return seat, self._ruleset.sample(state, self._draw)
        asks_for_deck = self._ruleset.asks_for_deck
        if asks_for_deck and asks_for_deck(state, seat):
            return seat, self._one_of_its_own(self._ruleset.legal_moves(state, seat))
        if self._levels[seat] == RANDOM:
            return seat, self._anyhow.any_move(state, seat)
        return seat, self._thought(state, seat)

    def _one_of_its_own(self, moves: Sequence[Move]) -> Move:
        """Return a deck by chance, the same for all levels and as long as possible one that is free."""
        left = [move for move in moves if str(move) not in self._taken] or list(moves)
        chosen = left[self._draw.below("deck", len(left))]
        self._taken.add(str(chosen))
        return chosen

    def _thought(self, state: Any, seat: int) -> Move:
        assert self._ruleset.brain
        concealed = self._ruleset.brain.conceal(state, seat)
        begin = process_time()
        move = self._searches[seat].choose(concealed, seat)
        if len(self._ruleset.legal_moves(state, seat)) > 1:
            self.seconds[seat].append(process_time() - begin)
        return move
