"""What many played games show of a title: how long they last, who wins, how often players are asked."""

from collections import Counter
from statistics import quantiles
from typing import Any

from games.bots.playouts import Ply
from games.rules.protocol import Ruleset


class Figures:
    """Counts over games of a title that tells the facts of a game; without them there is nothing to say."""

    def __init__(self) -> None:
        """Begin with no game."""
        self._rounds: list[int] = []
        self._turns = 0
        self._moves: Counter[str] = Counter()
        self._played: Counter[str] = Counter()
        self._won: Counter[str] = Counter()
        self._places: Counter[int] = Counter()

    def add(self, ruleset: Ruleset[Any], plies: list[Ply]) -> None:
        """Count one game."""
        if ruleset.facts is None:
            return
        end = plies[-1].step.state
        facts, outcomes = ruleset.facts(end), ruleset.outcomes(end)
        self._rounds.append(facts.rounds)
        self._turns += facts.turns
        self._moves.update(ply.move.kind for ply in plies)
        self._played.update({*facts.labels})
        for seat, outcome in enumerate(outcomes):
            if outcome.place == 1:
                self._won[facts.labels[seat]] += 1
                self._places[(seat - facts.first) % len(outcomes)] += 1

    def summary(self) -> dict[str, Any]:
        """Return the figures: rounds, wins by label and by place in turn order, moves of a kind per turn."""
        games = len(self._rounds)
        if games < 2:
            return {}
        tenths = quantiles(self._rounds, n=10, method="inclusive")
        return {
            "rounds": {
                "median": tenths[4],
                "10 %": tenths[0],
                "90 %": tenths[8],
                "longest": max(self._rounds),
            },
            "wins": {label: round(self._won[label] / n, 3) for label, n in sorted(self._played.items())},
            "wins_by_place": {place + 1: round(n / games, 3) for place, n in sorted(self._places.items())},
            "moves_per_turn": {kind: round(n / self._turns, 2) for kind, n in self._moves.most_common()},
        }
