"""What a position is worth to every seat: the figures of its city, weighed by how many rounds are left."""

from functools import lru_cache
from pathlib import Path

from games.rules.card_city.bot.prospects import FIGURES, Figures, figures
from games.rules.card_city.cards import ROUNDS
from games.rules.card_city.state import Phase, State
from games.rules.weights import read_weights

PARTS = (
    FIGURES[0],
    *FIGURES[1:],
    *(f"{name}_early" for name in FIGURES[1:]),
    "under_way",
    "rounds_left",
    "rounds_left_squared",
)
"""The points as they would be now, and what else they promise until the last income: each figure as it
is, and as much of it as there is left of the game."""
WEIGHTS: dict[int, Figures] = read_weights(Path(__file__).parents[1], PARTS)


def assess(state: State) -> tuple[Figures, ...]:
    """Return the parts of what the position is worth, for every seat."""
    left = share_left(state)
    return tuple([_parts(figures(city), left) for city in state.cities])


def share_left(state: State) -> float:
    """Return how much of the game is left: the share of its incomes that are still to come."""
    paid = state.phase in (Phase.BUY, Phase.OVER)
    return (ROUNDS - state.round + (not paid)) / ROUNDS


def _parts(of_city: Figures, left: float) -> Figures:
    points, *others = of_city
    under_way = left > 0
    return (
        points,
        *[each * under_way for each in others],
        *[each * left for each in others],
        under_way,
        left,
        left * left,
    )


def city_weights(state: State, weights: Figures) -> Figures:
    """Return what the figures of a city weigh in this round: enough to compare cities."""
    return _collapsed(weights, share_left(state))


@lru_cache
def _collapsed(weights: Figures, left: float) -> Figures:
    points, *others = weights
    pairs = zip(others, others[len(FIGURES) - 1 :], strict=False)
    promised = [(now + early * left) * (left > 0) for now, early in pairs]
    return (points, *promised[: len(FIGURES) - 1])
