"""Goods as payment: what is in stock, whether it suffices, what pays a bill (KM-58 to KM-60, KM-113)."""

from collections.abc import Iterable, Iterator
from itertools import islice, product

from games.rules.karciane_miasto.act.play import Play
from games.rules.karciane_miasto.cards import CARDS, GOOD_OF, Goods
from games.rules.karciane_miasto.city import Cell, City, Lot
from games.rules.karciane_miasto.city_events import GoodsUsed
from games.rules.karciane_miasto.state import Payment
from games.rules.records import record, renewed

LISTED = 16
"""How many payments are listed; every other one is accepted too."""


@record
class Bill:
    """What is to be paid: goods by kind, changed by so many of any kinds (KM-58)."""

    cost: Goods
    change: int = 0

    @property
    def due(self) -> int:
        """How many goods in all."""
        return max(0, sum(self.cost) + self.change)


def good_of(lot: Lot) -> int | None:
    """Return which good a card on the map holds, if any (KM-16)."""
    return GOOD_OF.get(CARDS[lot.card].type or "")


def by_kind(stock: Iterable[Lot]) -> tuple[list[Lot], list[Lot], list[Lot]]:
    """Return the Districts with goods by what they hold."""
    sorted_lots: tuple[list[Lot], list[Lot], list[Lot]] = ([], [], [])
    for lot in stock:
        good = good_of(lot)
        if good is not None and lot.goods:
            sorted_lots[good].append(lot)
    return sorted_lots


def totals(stock: Iterable[Lot]) -> Goods:
    """Return how many goods of each kind there are."""
    sums = [sum([lot.goods for lot in lots]) for lots in by_kind(stock)]
    return sums[0], sums[1], sums[2]


def pays(bill: Bill, paid: Goods) -> bool:
    """Tell whether goods by kind pay a bill exactly: less change leaves some out, more adds any (KM-58)."""
    if sum(paid) != bill.due:
        return False
    if bill.change < 0:
        return all(n <= most for n, most in zip(paid, bill.cost, strict=True))
    return all(n >= least for n, least in zip(paid, bill.cost, strict=True))


def can_pay(bill: Bill, stock: Goods) -> bool:
    """Tell whether so many goods of each kind can pay a bill."""
    usable = [min(have, most) for have, most in zip(stock, bill.cost, strict=True)]
    if bill.change < 0:
        return sum(usable) >= bill.due
    return tuple(usable) == bill.cost and sum(stock) >= bill.due


def splits(bill: Bill, stock: Goods) -> Iterator[Goods]:
    """Yield the goods by kind that pay a bill exactly."""
    most = bill.cost if bill.change < 0 else tuple(n + bill.change for n in bill.cost)
    for paid in product(*(range(min(have, top), -1, -1) for have, top in zip(stock, most, strict=True))):
        if pays(bill, (paid[0], paid[1], paid[2])):
            yield paid[0], paid[1], paid[2]


def payments(bill: Bill, stock: Iterable[Lot]) -> Iterator[Payment]:
    """Yield the payments that pay a bill exactly; the first takes from the fullest Districts (KM-60)."""
    lots = by_kind(stock)
    for paid in splits(bill, totals(stock := [lot for each in lots for lot in each])):
        ways = [_ways(n, sorted(each, key=_fullest)) for n, each in zip(paid, lots, strict=True)]
        for parts in product(*ways):
            yield canonical_payment([part for way in parts for part in way])


def _fullest(lot: Lot) -> tuple[int, int, int]:
    return -lot.goods, lot.cell[1], lot.cell[0]


def _ways(n: int, lots: list[Lot]) -> list[Payment]:
    """Return the first ways to take n goods from Districts."""
    return list(islice(_take(n, lots), LISTED))


def _take(n: int, lots: list[Lot]) -> Iterator[Payment]:
    if n == 0:
        yield ()
    elif lots:
        first, *rest = lots
        for taken in range(min(n, first.goods), -1, -1):
            for others in _take(n - taken, rest):
                yield ((first.cell, taken), *others) if taken else others


def canonical_payment(parts: Iterable[tuple[Cell, int]]) -> Payment:
    """Return a payment in canonical order (KM-17)."""
    return tuple(sorted(parts, key=lambda part: (part[0][1], part[0][0])))


def partial(bill: Bill, stock: Iterable[Lot]) -> Iterator[Payment]:
    """Yield parts of a bill that cannot be paid: as much as possible first, then nothing (KM-60)."""
    lots = by_kind(stock)
    taken: list[tuple[Cell, int]] = []
    for n, each in zip(bill.cost, lots, strict=True):
        have = min(n, sum([lot.goods for lot in each]))
        taken += next(_take(have, sorted(each, key=_fullest)))
    if taken:
        yield canonical_payment(taken[: bill.due])
    yield ()


def paid_goods(payment: Payment, stock: Iterable[Lot]) -> Goods | None:
    """Return a payment's goods by kind, or None if it takes what is not in stock."""
    at = {lot.cell: lot for lot in stock if lot.goods}
    sums = [0, 0, 0]
    for cell, n in payment:
        lot = at.get(cell)
        good = good_of(lot) if lot else None
        if lot is None or good is None or n > lot.goods:
            return None
        sums[good] += n
    if len({cell for cell, _ in payment}) < len(payment):
        return None
    return sums[0], sums[1], sums[2]


def is_partial(bill: Bill, paid: Goods) -> bool:
    """Tell whether goods by kind could be part of paying a bill."""
    over = sum(max(0, n - most) for n, most in zip(paid, bill.cost, strict=True))
    return sum(paid) <= bill.due and over <= max(0, bill.change)


def use_goods(play: Play, seat: int, payment: Payment) -> None:
    """Remove the goods that are paid (KM-65)."""
    taken = dict(payment)
    for lot in play.city.lots:
        if lot.cell in taken:
            play.told.append(GoodsUsed(seat, *lot.cell, lot.card, taken[lot.cell]))
    play.city = City(
        tuple(
            [
                renewed(lot, goods=lot.goods - taken[lot.cell]) if lot.cell in taken else lot
                for lot in play.city.lots
            ]
        )
    )
