"""How many positions lie one to five plies ahead of a fixed deal; they notice any change of the rules."""

import pytest

from tests.rules.machi_koro_2.build import RULESET, new_game, to_move

STRIDES = (1, 1, 2, 3, 5)
"""Of the moves at each depth every n-th is followed, so that five plies stay quick to count."""


def _counts(state, depth=0):
    """Return how many positions are reached at each depth below this one."""
    if depth == len(STRIDES) or not RULESET.to_act(state):
        return []
    seat = to_move(state)
    followed = RULESET.legal_moves(state, seat)[:: STRIDES[depth]]
    below = [_counts(RULESET.apply(state, seat, move).state, depth + 1) for move in followed]
    deeper = (sum(counts) for counts in zip(*(_padded(each, depth) for each in below), strict=True))
    return [len(followed), *deeper]


def _padded(counts, depth):
    return counts + [0] * (len(STRIDES) - depth - 1 - len(counts))


def _middle(seats, seed, plies):
    """Return the position after the middle one of the legal moves was made so many times."""
    state = new_game(seats, seed)
    for _ in range(plies):
        legal = RULESET.legal_moves(state, to_move(state))
        state = RULESET.apply(state, to_move(state), legal[len(legal) // 2]).state
    return state


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
    assert _counts(_middle(seats, 5, plies)) == counts
