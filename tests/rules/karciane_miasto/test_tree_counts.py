"""How many positions lie one to five plies ahead of a fixed deal; they notice any change of the rules."""

import pytest

from tests.rules.karciane_miasto.build import RULESET, begun

STRIDES = (1, 1, 3, 5, 7)
"""Of the moves at each depth every n-th is followed, so that five plies stay quick to count."""


def _counts(state, depth=0):
    """Return how many positions are reached at each depth below this one."""
    if depth == len(STRIDES) or not RULESET.to_act(state):
        return []
    (seat,) = RULESET.to_act(state)
    followed = RULESET.legal_moves(state, seat)[:: STRIDES[depth]]
    below = [_counts(RULESET.apply(state, seat, move).state, depth + 1) for move in followed]
    deeper = (sum(counts) for counts in zip(*(_padded(each, depth) for each in below), strict=True))
    return [len(followed), *deeper]


def _padded(counts, depth):
    return counts + [0] * (len(STRIDES) - depth - 1 - len(counts))


def _middle(seats, seed, plies):
    """Return the position after the middle one of the legal moves was made so many times."""
    state = begun(seats, seed)
    for _ in range(plies):
        (seat,) = RULESET.to_act(state)
        legal = RULESET.legal_moves(state, seat)
        state = RULESET.apply(state, seat, legal[len(legal) // 2]).state
    return state


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
    assert _counts(_middle(seats, 5, plies)) == counts
