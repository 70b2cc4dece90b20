"""What a city brings on average: the income of its owner's rolls and of the others' (MK-20 to MK-35).

All of it follows from two cities and a purse, so that it is remembered: positions that are compared
share most of their cities.
"""

from dataclasses import dataclass
from functools import lru_cache

from games.rules.machi_koro_2.cards import BLUE, EFFECTS, GREEN, KINDS, PURPLE, RED
from games.rules.machi_koro_2.play.effects import BANK
from games.rules.machi_koro_2.state import City

TOTALS = range(1, 13)
WAYS = (
    (0.0, *[1 / 6] * 6, *[0.0] * 6),
    (0.0, 0.0, *[(6 - abs(total - 7)) / 36 for total in range(2, 13)]),
)
"""With one die and with two: how likely each total is."""
Yields = tuple[int, ...]
"""Coins by total of the dice."""
Means = tuple[float, float]
"""Coins on average, with one die and with two."""


@dataclass(frozen=True, slots=True)
class Harvest:
    """What a city brings by itself.

    ``own`` and ``others`` are what the bank pays on the owner's and on another's roll, ``served`` what
    whoever else rolls owes to its restaurants, ``demanded`` what each opponent owes on the owner's roll,
    ``halves`` and ``trades`` how often the rich are halved and cards change hands; ``most`` is the
    most that one roll brings.
    """

    own: Yields
    others: Yields
    served: Yields
    demanded: Yields
    own_mean: Means
    others_mean: Means
    served_mean: Means
    demanded_mean: Means
    halves: Means
    trades: Means
    most: int
    most_served: int
    most_demanded: int
    empty: float
    """How likely it is that two dice bring nothing at all."""


@lru_cache(maxsize=1 << 13)
def harvest(copies: tuple[int, ...], bonus: tuple[int, ...]) -> Harvest:
    """Return what a city with these copies brings under a law with this bonus."""
    paid = _paid(copies, bonus)
    due = [n * (EFFECTS[kind].coins + bonus[kind]) for kind, n in enumerate(copies)]
    fixed = [n * EFFECTS[kind].coins for kind, n in enumerate(copies)]
    own, served, demanded = _yields(paid, BLUE, GREEN), _yields(due, RED), _yields(fixed, PURPLE)
    return Harvest(
        own=own,
        others=_yields(paid, BLUE),
        served=served,
        demanded=demanded,
        own_mean=means(own),
        others_mean=means(_yields(paid, BLUE)),
        served_mean=means(served),
        demanded_mean=means(demanded),
        halves=means(_yields(_counted(copies, "take_half_from_rich"), PURPLE)),
        trades=means(_yields(_counted(copies, "swap_establishment"), PURPLE)),
        most=max(own),
        most_served=max(served),
        most_demanded=max(demanded),
        empty=sum(WAYS[1][total] for total in TOTALS if not own[total] + demanded[total]),
    )


@lru_cache(maxsize=1 << 13)
def owed(served: Yields, purse: int) -> Means:
    """Return what a roll costs in restaurants whose guest has so many coins (MK-32)."""
    return means(tuple([min(purse, coins) for coins in served]))


def means(yields: Yields) -> Means:
    """Return the average over one die and over two."""
    one, two = (sum([likely * coins for likely, coins in zip(ways, yields, strict=True)]) for ways in WAYS)
    return one, two


def _paid(copies: tuple[int, ...], bonus: tuple[int, ...]) -> list[int]:
    """Return by kind what the bank pays when it activates."""
    city, coins = City(copies), [0] * KINDS
    for kind, n in enumerate(copies):
        if n and (pays := BANK.get(EFFECTS[kind].kind)):
            coins[kind] = n * (pays(EFFECTS[kind], city) + bonus[kind])
    return coins


def _counted(copies: tuple[int, ...], effect: str) -> list[int]:
    return [n if EFFECTS[kind].kind == effect else 0 for kind, n in enumerate(copies)]


def _yields(coins: list[int], *colours: tuple[tuple[int, ...], ...]) -> Yields:
    return tuple([sum([coins[kind] for colour in colours for kind in colour[total]]) for total in range(13)])
