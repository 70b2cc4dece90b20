"""Tables that lead from what is to be paid to ready-made moves, filled as positions ask for them.

``to_pay(need)[purse][place]`` are the moves that take the pair at a place; a few thousand needs and
purses come back in game after game.
"""

from functools import lru_cache

from games.rules.point_city.market.affordable import PLACES
from games.rules.point_city.market.payments import Pay, payments
from games.rules.point_city.moves import TakeMarket
from games.rules.point_city.packed import at_most, drawn_on, most_useful

PURSES = 1 << 9
"""How many purses a table keeps before it starts anew."""


class Ways(dict[int, tuple[TakeMarket, ...]]):
    """Some legal payments, best first, and by place the moves that pay so and bring no token."""

    __slots__ = ("payments",)

    def __init__(self, legal: tuple[Pay, ...]) -> None:
        """Take the payments."""
        self.payments = legal

    def __missing__(self, place: int) -> tuple[TakeMarket, ...]:
        a, b = PLACES[place]
        moves = self[place] = tuple([TakeMarket(a, b, pay) for pay in self.payments])
        return moves


class Need(dict[int, Ways]):
    """Symbols to pay for, and by purse the ways to do it; a purse is cut to the cards ``drawn_on``."""

    __slots__ = ("_most", "_need", "drawn_on")

    def __init__(self, need: int) -> None:
        """Take the need, packed."""
        self._need = need
        self._most = most_useful(need)
        self.drawn_on = drawn_on(need)

    def __missing__(self, purse: int) -> Ways:
        useful = at_most(purse, self._most)
        ways = self[useful] if useful != purse else _ways(payments(self._need, purse))
        if len(self) >= PURSES:
            self.clear()
        self[purse] = ways
        return ways


def ways_to_pay(need: int, purse: int) -> Ways:
    """Return the ways to pay a need from a purse (PC-39)."""
    table = to_pay(need)
    return table[purse & table.drawn_on]


@lru_cache(maxsize=1 << 11)
def to_pay(need: int) -> Need:
    """Return the table of a need; zero is one too."""
    return Need(need)


@lru_cache(maxsize=1 << 14)
def _ways(legal: tuple[Pay, ...]) -> Ways:
    return Ways(legal)
