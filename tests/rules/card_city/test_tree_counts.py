"""How many positions lie one to five plies ahead of a fixed deal; they notice any change of the rules."""

import pytest

from tests.rules.card_city.build import RULESET, new_game

STRIDES = (1, 1, 3, 5, 7)
"""Of the moves at each depth every n-th is followed, so that five plies stay quick to count."""


def _counts(state, depth=0):
    """Return how many positions are reached at each depth below this one."""
    if depth == len(STRIDES) or not state.acts:
        return []
    made = [(seat, move) for seat in sorted(state.acts) for move in RULESET.legal_moves(state, seat)]
    followed = made[:: STRIDES[depth]]
    below = [_counts(RULESET.apply(state, *each).state, depth + 1) for each in followed]
    deeper = (sum(counts) for counts in zip(*(_padded(each, depth) for each in below), strict=True))
    return [len(followed), *deeper]


def _padded(counts, depth):
    return counts + [0] * (len(STRIDES) - depth - 1 - len(counts))


def _middle(seats, seed, plies):
    """Return the position after the middle one of the legal moves was made so many times."""
    state = new_game(seats, seed)
    for _ in range(plies):
        seat = max(state.acts)
        legal = RULESET.legal_moves(state, seat)
        state = RULESET.apply(state, seat, legal[len(legal) // 2]).state
    return state


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
    assert _counts(_middle(seats, 5, plies)) == counts
