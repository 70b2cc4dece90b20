"""Samples are told apart, or not, as tables of the test say."""

from random import Random

import pytest

from games.bots.samples import distance, likelihood


def test_the_distance_is_the_greatest_difference_of_shares():
    assert distance([1, 2, 3, 4], [1, 2, 3, 4]) == 0
    assert distance([1, 2, 3, 4], [5, 6]) == 1
    assert distance([1, 2, 3, 4], [3, 4, 5, 6]) == 0.5


@pytest.mark.parametrize(("scaled", "expected"), [(1.22, 0.10), (1.36, 0.05), (1.63, 0.01)])
def test_the_likelihood_is_that_of_the_tables(monkeypatch, scaled, expected):
    size = 10**4
    monkeypatch.setattr("games.bots.samples.distance", lambda *_: scaled / (size / 2) ** 0.5)
    assert likelihood([0.0] * size, [0.0] * size) == pytest.approx(expected, rel=0.05)


def test_what_differs_by_a_tenth_of_the_pause_is_found():
    random = Random(3)
    one, other = ([random.uniform(0.8, 1.4) for _ in range(500)] for _ in range(2))
    assert likelihood(one, other) > 0.05
    assert likelihood(one, [value + 0.06 for value in other]) < 0.05
