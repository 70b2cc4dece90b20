"""How many positions lie one to five plies ahead of fixed deals; they notice any change of the rules.

The positions are those after the middle one of the legal moves was made so many times.
"""

import pytest

from games.rules import registry
from tests.rules.card_city import build as card_city
from tests.rules.karciane_miasto import build as karciane_miasto
from tests.rules.machi_koro_2 import build as machi_koro_2
from tests.rules.point_city import build as point_city

DEAL = 5
STARTS = {
    "card_city": card_city.new_game,
    "karciane_miasto": karciane_miasto.begun,
    "machi_koro_2": machi_koro_2.new_game,
    "point_city": point_city.new_game,
}
STRIDES = {
    "card_city": (1, 1, 3, 5, 7),
    "karciane_miasto": (1, 1, 3, 5, 7),
    "machi_koro_2": (1, 1, 2, 3, 5),
    "point_city": (1, 1, 7, 11, 13),
}
"""Of the moves at each depth every n-th is followed, so that five plies stay quick to count."""
COUNTS = [
    ("card_city", None, 2, 0, [7, 14, 72, 201, 378]),
    ("card_city", None, 2, 30, [19, 259, 726, 882, 882]),
    ("card_city", None, 1, 12, [3, 60, 224, 224, 277]),
    ("card_city", None, 3, 41, [1, 33, 33, 69, 69]),
    ("card_city", None, 4, 60, [29, 552, 2052, 4470, 23748]),
    ("karciane_miasto", 1, 2, 0, [6, 35, 77, 148, 256]),
    ("karciane_miasto", 1, 2, 97, [14, 139, 326, 502, 552]),
    ("karciane_miasto", 1, 3, 27, [10, 71, 156, 231, 293]),
    ("karciane_miasto", 1, 4, 34, [18, 249, 1027, 2295, 3729]),
    ("karciane_miasto", 1, 5, 140, [2, 5, 9, 13, 16]),
    ("karciane_miasto", 2, 2, 0, [6, 35, 77, 148, 256]),
    ("karciane_miasto", 2, 2, 97, [14, 139, 326, 502, 552]),
    ("karciane_miasto", 2, 3, 27, [10, 71, 156, 231, 293]),
    ("karciane_miasto", 2, 4, 34, [6, 37, 73, 110, 142]),
    ("karciane_miasto", 2, 5, 140, [5, 20, 35, 35, 35]),
    ("karciane_miasto", None, 2, 0, [6, 35, 77, 148, 256]),
    ("karciane_miasto", None, 2, 97, [14, 139, 326, 502, 552]),
    ("karciane_miasto", None, 3, 27, [10, 71, 156, 231, 293]),
    ("karciane_miasto", None, 4, 34, [6, 37, 73, 110, 142]),
    ("karciane_miasto", None, 5, 140, [5, 20, 35, 35, 35]),
    ("machi_koro_2", None, 2, 0, [11, 121, 690, 2612, 5249]),
    ("machi_koro_2", None, 3, 40, [3, 6, 63, 97, 97]),
    ("machi_koro_2", None, 4, 66, [2, 42, 54, 54, 108]),
    ("machi_koro_2", None, 5, 120, [2, 42, 86, 86, 172]),
    ("point_city", None, 2, 0, [41, 1230, 5358, 14671, 35313]),
    ("point_city", None, 1, 10, [30, 30, 58, 58, 118]),
    ("point_city", None, 3, 25, [20, 206, 1135, 2833, 5466]),
    ("point_city", None, 4, 66, [12, 68, 35, 1, 0]),
]


def counts_ahead(ruleset, state, strides):
    """Return how many positions are reached at each ply; of the moves there every n-th is followed."""
    seats = sorted(ruleset.to_act(state))
    if not strides or not seats:
        return [0] * len(strides)
    stride, *deeper = strides
    followed = [(seat, move) for seat in seats for move in ruleset.legal_moves(state, seat)][::stride]
    below = [counts_ahead(ruleset, ruleset.apply(state, *each).state, deeper) for each in followed]
    return [len(followed), *(sum(column) for column in zip(*below, strict=True))]


def after_middle_moves(ruleset, state, plies):
    """Return the position after the middle one of the legal moves was made so many times."""
    for _ in range(plies):
        seat = max(ruleset.to_act(state))
        legal = ruleset.legal_moves(state, seat)
        state = ruleset.apply(state, seat, legal[len(legal) // 2]).state
    return state


@pytest.mark.parametrize(("slug", "version", "seats", "plies", "counts"), COUNTS)
def test_positions_ahead(slug, version, seats, plies, counts):
    ruleset = registry.get(slug, version)
    named = {} if version is None else {"version": version}
    state = after_middle_moves(ruleset, STARTS[slug](seats, DEAL, **named), plies)
    assert counts_ahead(ruleset, state, STRIDES[slug]) == counts


def test_the_rules_that_are_played_now_are_counted():
    assert {slug for slug, version, *_ in COUNTS if version is None} == {*registry.SLUGS} - {"demo"}
