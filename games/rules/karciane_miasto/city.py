"""The shared map: which card lies where, with how many goods (KM-13 to KM-17)."""

from games.rules.records import record

Cell = tuple[int, int]


@record
class Lot:
    """A card on the map; ``serial`` tells it from every other card that was ever in play."""

    cell: Cell
    card: str
    serial: int
    goods: int = 0


def canonical(cell: Cell) -> Cell:
    """Return the sort key of the canonical order: smaller y first, then smaller x (KM-17)."""
    return cell[1], cell[0]


@record
class City:
    """The lots in canonical order (KM-17)."""

    lots: tuple[Lot, ...] = ()
