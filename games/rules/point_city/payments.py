"""Which resource cards may pay for what: legal payments and the suggested one (PC-34 to PC-45).

A need is packed by basic type; a payment is an ascending tuple of sorts, one per card.
"""

from collections.abc import Sequence
from functools import lru_cache

from games.rules.point_city.cards import CARDS, WILD
from games.rules.point_city.packed import less, of_sort, symbols, total, unpack, useful

Pay = tuple[int, ...]

_FREE: tuple[Pay, ...] = ((),)


def shortage(need: int, purse: int) -> int:
    """Return the symbols by type that no basic card of the purse covers, packed."""
    return less(need, symbols(purse))


def affordable(need: int, purse: int) -> bool:
    """Whether all cards together cover the need (PC-40)."""
    return total(shortage(need, purse)) <= of_sort(purse, WILD)


def payments(need: int, purse: int) -> tuple[Pay, ...]:
    """Return every legal payment: least ingenuity, then waste, then cards first (PC-39, PC-45)."""
    return _payments(need, useful(purse, need)) if need else _FREE


def covers(need: int, pay: Pay) -> bool:
    """Whether the cards paid cover the need (PC-39)."""
    shown = [sum(_SYMBOLS[sort] for sort in pay if sort // 2 == index) for index in range(WILD // 2)]
    missing = sum(max(0, count - have) for count, have in zip(unpack(need), shown, strict=True))
    return missing <= pay.count(WILD)


def wasted(need: int, pay: Pay) -> int:
    """Return how many symbols of a legal payment are lost (PC-41)."""
    return sum(_SYMBOLS[sort] for sort in pay) - total(need)


def suggested(need: int, legal: Sequence[Pay], cards: tuple[int, ...]) -> Pay:
    """Return the payment to preselect; ``cards`` are the available ones, oldest first (PC-45)."""
    return min(legal, key=lambda pay: (*_rank(pay), _ages(cards, pay)))


def spend(cards: tuple[int, ...], pay: Pay) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Split the cards, oldest first, into the kept and the spent: of each sort the oldest go (PC-43)."""
    if not pay:
        return cards, ()
    owed = list(pay)
    kept, spent = [], []
    for card in cards:
        sort = CARDS[card].sort
        if sort in owed:
            owed.remove(sort)
            spent.append(card)
        else:
            kept.append(card)
    return tuple(kept), tuple(spent)


def _ages(cards: tuple[int, ...], pay: Pay) -> tuple[int, ...]:
    return tuple(map(cards.index, spend(cards, pay)[1]))


def _rank(pay: Pay) -> tuple[int, int, int]:
    # The need is the same for all, so fewer symbols spent are fewer symbols wasted.
    return pay.count(WILD), sum(_SYMBOLS[sort] for sort in pay), len(pay)


@lru_cache(maxsize=1 << 16)
def _payments(need: int, purse: int) -> tuple[Pay, ...]:
    wild = of_sort(purse, WILD)
    found: list[tuple[Pay, int]] = [((), 0)]
    for resource, count in enumerate(unpack(need)):
        if count:
            ways = _ways(resource, count, of_sort(purse, 2 * resource), of_sort(purse, 2 * resource + 1))
            found = [
                (pay + more, missing + lacking)
                for pay, missing in found
                for more, lacking in ways
                if missing + lacking <= wild
            ]
    legal = [pay + (WILD,) * missing for pay, missing in found]
    return tuple(sorted(legal, key=lambda pay: (*_rank(pay), pay)) if len(legal) > 1 else legal)


@lru_cache(maxsize=1 << 12)
def _ways(resource: int, need: int, ones: int, twos: int) -> tuple[tuple[Pay, int], ...]:
    """Return how cards of one type may help without a spare one, and what they leave to ingenuity."""
    one, two = 2 * resource, 2 * resource + 1
    return tuple(
        ((one,) * single + (two,) * double, max(0, need - single - 2 * double))
        for double in range(min(twos, (need + 1) // 2) + 1)
        for single in range(min(ones, max(0, need - 2 * double)) + 1)
    )


_SYMBOLS = tuple(1 if sort == WILD else 1 + sort % 2 for sort in range(WILD + 1))
