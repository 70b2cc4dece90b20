"""Which resource cards may pay for what: legal payments and the suggested one (PC-34 to PC-45).

A need is packed by basic type; a payment is an ascending tuple of sorts, one per card.
"""

from collections.abc import Sequence
from functools import lru_cache

from games.rules.point_city.cards import CARDS, WILD
from games.rules.point_city.packed import by_sort, less, of_sort, symbols, total, unpack

Pay = tuple[int, ...]

_Way = tuple[int, Pay]
"""The rank of a payment, and the basic cards of it."""
_PER_WILD = 1 << 16


def shortage(need: int, purse: int) -> int:
    """Return the symbols by type that no basic card of the purse covers, packed."""
    return less(need, symbols(purse))


def affordable(need: int, purse: int) -> bool:
    """Whether all cards together cover the need (PC-40)."""
    return total(shortage(need, purse)) <= of_sort(purse, WILD)


def payments(need: int, purse: int) -> tuple[Pay, ...]:
    """Return every legal payment: least ingenuity, then waste, then cards first (PC-39, PC-45)."""
    held = by_sort(purse)
    too_dear = (held[WILD] + 1) * _PER_WILD
    so_far: list[_Way] = [(0, ())]
    for resource, count in enumerate(unpack(need)):
        if count:
            ways = _ways(resource, count, held[2 * resource], held[2 * resource + 1])
            so_far = [
                (rank + more, pay + sorts)
                for rank, pay in so_far
                for more, sorts in ways
                if rank + more < too_dear
            ]
    return tuple([pay + (WILD,) * (rank // _PER_WILD) for rank, pay in sorted(so_far)])


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
    return min(legal, key=lambda pay: (_rank(pay), _ages(cards, pay)))


def spend(cards: tuple[int, ...], pay: Pay) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Split the cards, oldest first, into the kept and the spent: of each sort the oldest go (PC-43)."""
    if not pay:
        return cards, ()
    owed, kept, spent = list(pay), list(cards), []
    for card in cards:
        if _SORTS[card] in owed:
            owed.remove(_SORTS[card])
            kept.remove(card)
            spent.append(card)
            if not owed:
                break
    return tuple(kept), tuple(spent)


def _ages(cards: tuple[int, ...], pay: Pay) -> tuple[int, ...]:
    return tuple(map(cards.index, spend(cards, pay)[1]))


def _rank(pay: Pay) -> int:
    """Return the ingenuity cards, then the symbols, then the cards of a payment as one number (PC-45)."""
    # The need is the same for all, so fewer symbols spent are fewer symbols wasted.
    return pay.count(WILD) * _PER_WILD + sum(_SYMBOLS[sort] for sort in pay) * 256 + len(pay)


@lru_cache(maxsize=1 << 12)
def _ways(resource: int, need: int, ones: int, twos: int) -> tuple[_Way, ...]:
    """Return how cards of one type may help without a spare one; ingenuity does the rest."""
    return tuple(
        _way(resource, need, single, double)
        for double in range(min(twos, (need + 1) // 2) + 1)
        for single in range(min(ones, max(0, need - 2 * double)) + 1)
    )


def _way(resource: int, need: int, single: int, double: int) -> _Way:
    basic = (2 * resource,) * single + (2 * resource + 1,) * double
    return _rank(basic + (WILD,) * (need - single - 2 * double)), basic


_SORTS = tuple(card.sort for card in CARDS)
_SYMBOLS = tuple(1 if sort == WILD else 1 + sort % 2 for sort in range(WILD + 1))
