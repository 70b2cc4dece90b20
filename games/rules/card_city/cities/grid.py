"""Cells as bits of one integer: neighbours, the size square and districts by a few shifts (CC-3 to CC-8)."""

from functools import lru_cache

from games.rules.card_city.cards import SIZE

REACH = SIZE - 1
"""No cell can be farther from the start card than this."""
_WIDTH = 2 * REACH + 3
"""One column more on each side, so that a shift never leads from one row into the next."""
_HOME = REACH + 1
_MANY = 1 << 16


def cell_at(x: int, y: int) -> int:
    """Return the number of the cell, ascending by y, then by x."""
    return (y + _HOME) * _WIDTH + x + _HOME


_PLACES = [(cell % _WIDTH - _HOME, cell // _WIDTH - _HOME) for cell in range(_WIDTH * _WIDTH)]


def place_of(cell: int) -> tuple[int, int]:
    """Return the cell's x and y, the start card being at 0, 0 (CC-3)."""
    return _PLACES[cell]


ALL_CELLS = tuple(cell_at(x, y) for y in range(-REACH, REACH + 1) for x in range(-REACH, REACH + 1))
ORIGIN = cell_at(0, 0)


def _square_around(x: int, y: int) -> int:
    near = (place_of(cell) for cell in ALL_CELLS)
    return sum(1 << cell_at(u, v) for u, v in near if abs(u - x) <= REACH and abs(v - y) <= REACH)


SPAN = {cell: _square_around(*place_of(cell)) for cell in ALL_CELLS}
"""The cells that fit into one size square with this one: a city fits if every two cells do (CC-7)."""


def near(mask: int) -> int:
    """Return the cells that share an edge with one of these (CC-4)."""
    return mask << 1 | mask >> 1 | mask << _WIDTH | mask >> _WIDTH


@lru_cache(maxsize=_MANY)
def cells_of(mask: int) -> tuple[int, ...]:
    """Return the numbers of the cells in a mask, ascending."""
    cells = []
    while mask:
        low = mask & -mask
        cells.append(low.bit_length() - 1)
        mask ^= low
    return tuple(cells)


@lru_cache(maxsize=_MANY)
def districts(mask: int) -> tuple[int, ...]:
    """Return the connected groups of cells, the one with the first cell first (CC-5)."""
    whole = []
    while mask:
        group, grown = 0, mask & -mask
        while grown != group:
            group = grown
            grown |= near(group) & mask
        whole.append(group)
        mask ^= group
    return tuple(whole)
