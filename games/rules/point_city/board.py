"""The geometry of the four by four market: pairs, neighbours, rows and columns (PC-11, PC-26)."""

SIDE = 4
SLOTS = SIDE * SIDE


def _pairs() -> tuple[tuple[int, int], ...]:
    across = [(slot, slot + 1) for slot in range(SLOTS) if slot % SIDE < SIDE - 1]
    down = [(slot, slot + SIDE) for slot in range(SLOTS - SIDE)]
    return (*across, *down)


PAIRS = _pairs()
"""The 24 pairs of slots that share an edge, lower slot first, across before down (PC-26)."""
NEIGHBOURS = tuple(tuple(b for b in range(SLOTS) if (min(a, b), max(a, b)) in PAIRS) for a in range(SLOTS))
LINES = (
    *(tuple(range(SIDE * row, SIDE * row + SIDE)) for row in range(SIDE)),
    *(tuple(range(column, SLOTS, SIDE)) for column in range(SIDE)),
)
"""The four rows and the four columns (PC-21)."""


def row(slot: int) -> int:
    """Return the row of a slot, 1 to 4."""
    return slot // SIDE + 1


def column(slot: int) -> int:
    """Return the column of a slot, 1 to 4."""
    return slot % SIDE + 1


def automa_slots(turn: int) -> tuple[int, int]:
    """Return the crossing slot and the one below it on the automa's n-th turn (PC-68, PC-73)."""
    crossing_row = (1 + (turn - 1) // SIDE) % SIDE
    crossing = SIDE * crossing_row + (turn - 1) % SIDE
    return crossing, (crossing + SIDE) % SLOTS
