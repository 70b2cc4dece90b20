"""How many positions lie one to five plies ahead of a fixed deal; they notice any change of the rules."""

import pytest

from tests.rules.machi_koro_2.build import RULESET, new_game
from tests.rules.tree import after_middle_moves, counts_ahead

STRIDES = (1, 1, 2, 3, 5)
"""Of the moves at each depth every n-th is followed, so that five plies stay quick to count."""


@pytest.mark.parametrize(
    ("seats", "plies", "counts"),
    [
        (2, 0, [11, 121, 690, 2612, 5249]),
        (3, 40, [3, 6, 63, 97, 97]),
        (4, 66, [2, 42, 54, 54, 108]),
        (5, 120, [2, 42, 86, 86, 172]),
    ],
)
def test_positions_ahead(seats, plies, counts):
    state = after_middle_moves(RULESET, new_game(seats, 5), plies)
    assert counts_ahead(RULESET, state, STRIDES) == counts
