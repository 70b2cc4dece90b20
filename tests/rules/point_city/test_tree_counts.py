"""How many positions lie one to five plies ahead of a fixed deal; they notice any change of the rules."""

import pytest

from tests.rules.point_city.build import RULESET, new_game
from tests.rules.tree import after_middle_moves, counts_ahead

STRIDES = (1, 1, 7, 11, 13)
"""Of the moves at each depth every n-th is followed, so that five plies stay quick to count."""


@pytest.mark.parametrize(
    ("seats", "plies", "counts"),
    [
        (2, 0, [41, 1230, 5358, 14671, 35313]),
        (1, 10, [30, 30, 58, 58, 118]),
        (3, 25, [20, 206, 1135, 2833, 5466]),
        (4, 66, [12, 68, 35, 1, 0]),
    ],
)
def test_positions_ahead(seats, plies, counts):
    state = after_middle_moves(RULESET, new_game(seats, 5), plies)
    assert counts_ahead(RULESET, state, STRIDES) == counts
