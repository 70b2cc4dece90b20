"""Whether two samples may come from the same distribution (Kolmogorov and Smirnov)."""

from bisect import bisect_right
from collections.abc import Sequence
from math import exp, sqrt

TERMS = 100


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the greatest difference between the shares of two samples that lie below a value."""
    first, second = sorted(one), sorted(other)
    return max(
        abs(bisect_right(first, value) / len(first) - bisect_right(second, value) / len(second))
        for value in (*first, *second)
    )


def likelihood(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how likely two samples of the same distribution lie at least so far apart."""
    size = sqrt(len(one) * len(other) / (len(one) + len(other)))
    scaled = (size + 0.12 + 0.11 / size) * distance(one, other)
    if scaled < 0.2:
        # The series converges too slowly there, and its sum is 1 to many digits.
        return 1.0
    terms = [exp(-2 * (term * scaled) ** 2) for term in range(1, TERMS)]
    return max(0.0, min(1.0, 2 * (sum(terms[::2]) - sum(terms[1::2]))))
