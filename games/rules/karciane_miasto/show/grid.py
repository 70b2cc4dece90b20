"""The map as rows of cells for pages: cards, free cells around them, and what is being built (KM-13)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from games.rules.karciane_miasto.show.view_parts import LotView
from games.rules.karciane_miasto.text.terms import data

if TYPE_CHECKING:
    from games.rules.karciane_miasto.show.view import BuildView

Bounds = tuple[int, int, int, int]


@data
class Site:
    """Where a card is about to be built, and how (KM-51)."""

    card: str
    mode: str


@data
class Cell:
    """A cell and the card on it; ``taken`` goods of it are meant to pay for the build (KM-60)."""

    x: int
    y: int
    lot: LotView | None = None
    site: Site | None = None
    taken: int = 0

    @property
    def ref(self) -> str:
        """The cell's notation."""
        return f"{self.x},{self.y}"

    @property
    def key(self) -> str:
        """What tells the cell's element from others: ``0-1``, ``-2--1``."""
        return f"{self.x}-{self.y}"


@data
class Row:
    """Cells of the same y, from left to right."""

    y: int
    cells: tuple[Cell, ...]


def rows_of(city: tuple[LotView, ...], bounds: Bounds, build: "BuildView | None") -> tuple[Row, ...]:
    """Return the rows from the top, with a free cell on every side of the cells in use."""
    lots = {(lot.x, lot.y): replace(lot, actions=()) for lot in city}
    sites = dict(_sites(build, lots)) if build else {}
    taken = {(x, y): n for x, y, n in build.payment} if build else {}
    left, right, top, bottom = bounds
    return tuple(
        Row(
            y=y,
            cells=tuple(
                Cell(x=x, y=y, lot=lots.get((x, y)), site=sites.get((x, y)), taken=taken.get((x, y), 0))
                for x in range(left - 1, right + 2)
            ),
        )
        for y in range(top - 1, bottom + 2)
    )


def _sites(
    build: "BuildView", lots: Mapping[tuple[int, int], LotView]
) -> Iterator[tuple[tuple[int, int], Site]]:
    """Yield the chosen cell with its site, until the new card stands there."""
    if build.mode is None or build.x is None or build.y is None:
        return
    cell = build.x, build.y
    if cell not in lots or lots[cell].card != build.card:
        yield cell, Site(card=build.card, mode=build.mode)
