"""All ways to divide cards, and to keep some of them: cards of a type are alike (CC-1, CC-22, CC-71)."""

from functools import cache
from itertools import combinations

from games.rules.card_city.cards import CARDS_EACH, PAIR
from games.rules.card_city.moves import Divide, Keep
from games.rules.card_city.state import Cards, without


def hidden_count(held: int) -> int:
    """Return how many cards of the Rest lie face down: half of it (CC-22, CC-23)."""
    return (held - PAIR) // 2


@cache
def divisions(hand: Cards) -> tuple[Divide, ...]:
    """Return every division of a sorted hand, that with the first cards as the Pair first."""
    return tuple(
        Divide(pair, down)
        for pair in _choices(hand, PAIR)
        for down in reversed(_choices(without(hand, pair), hidden_count(len(hand))))
    )


@cache
def keeps(hand: Cards) -> tuple[Keep, ...]:
    """Return every way to keep two of a sorted hand, the first two first."""
    return tuple(map(Keep, _choices(hand, CARDS_EACH)))


def _choices(cards: Cards, count: int) -> tuple[Cards, ...]:
    return tuple(dict.fromkeys(combinations(cards, count)))
