"""How many positions lie one to five plies ahead of a fixed deal; they notice any change of the rules."""

import pytest

from tests.rules.card_city.build import RULESET, new_game
from tests.rules.tree import after_middle_moves, counts_ahead

STRIDES = (1, 1, 3, 5, 7)
"""Of the moves at each depth every n-th is followed, so that five plies stay quick to count."""


@pytest.mark.parametrize(
    ("seats", "plies", "counts"),
    [
        (2, 0, [7, 14, 72, 201, 378]),
        (2, 30, [19, 259, 726, 882, 882]),
        (1, 12, [3, 60, 224, 224, 277]),
        (3, 41, [1, 33, 33, 69, 69]),
        (4, 60, [29, 552, 2052, 4470, 23748]),
    ],
)
def test_positions_ahead(seats, plies, counts):
    state = after_middle_moves(RULESET, new_game(seats, 5), plies)
    assert counts_ahead(RULESET, state, STRIDES) == counts
