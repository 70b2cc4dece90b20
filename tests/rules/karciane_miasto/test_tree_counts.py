"""How many positions lie one to five plies ahead of a fixed deal; they notice any change of the rules."""

import pytest

from tests.rules.karciane_miasto.build import RULESET, begun
from tests.rules.tree import after_middle_moves, counts_ahead

STRIDES = (1, 1, 3, 5, 7)
"""Of the moves at each depth every n-th is followed, so that five plies stay quick to count."""


@pytest.mark.parametrize(
    ("seats", "plies", "counts"),
    [
        (2, 0, [6, 35, 77, 148, 256]),
        (2, 97, [14, 139, 326, 502, 552]),
        (3, 27, [10, 71, 156, 231, 293]),
        (4, 34, [18, 249, 1027, 2295, 3729]),
        (5, 140, [2, 5, 9, 13, 16]),
    ],
)
def test_positions_ahead(seats, plies, counts):
    state = after_middle_moves(RULESET, begun(seats, 5), plies)
    assert counts_ahead(RULESET, state, STRIDES) == counts
