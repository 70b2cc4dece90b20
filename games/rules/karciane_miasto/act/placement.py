"""Where a card may be built (KM-51 to KM-56), and what lies around."""

from collections.abc import Iterator
from functools import lru_cache

from games.rules.karciane_miasto.act.conditions import holds
from games.rules.karciane_miasto.act.modifiers import is_protected, laws
from games.rules.karciane_miasto.act.play import Position
from games.rules.karciane_miasto.cards import CARDS, Card
from games.rules.karciane_miasto.city import Cell, Lot, canonical
from games.rules.karciane_miasto.tasks import Context
from games.rules.karciane_miasto.text.terms import Mode

MODES: tuple[Mode, ...] = ("create", "expand", "rebuild")
Placement = tuple[Mode, Cell]


@lru_cache(maxsize=256)
def creatable(cells: tuple[tuple[Cell, bool], ...]) -> tuple[Cell, ...]:
    """Return where a card may be created, by the cells in use and whether a District lies there (KM-52)."""
    if not cells:
        return ((0, 0),)
    taken = {cell for cell, _ in cells}
    beside_districts = _beside([cell for cell, is_district in cells if is_district]) - taken
    free = beside_districts or _beside([*taken]) - taken
    return tuple(sorted(free, key=canonical))


def _beside(cells: list[Cell]) -> set[Cell]:
    return {near for x, y in cells for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))}


def free_cells(position: Position) -> tuple[Cell, ...]:
    """Return the cells where a card may be created as far as the map goes (KM-52)."""
    return creatable(tuple([(lot.cell, CARDS[lot.card].kind == "district") for lot in position.city.lots]))


def covering(card: Card, lot: Lot) -> Mode | None:
    """Return how a District could cover what lies there: Expand if that is possible, else Rebuild (KM-54)."""
    below = CARDS[lot.card]
    if card.kind != "district" or below.kind != "district":
        return None
    expands = card.type == below.type and below.stage < card.stage
    return "expand" if expands else "rebuild"


def placements(position: Position, seat: int, card_id: str) -> tuple[Placement, ...]:
    """Return every legal mode and cell for the builder, in canonical order (KM-51)."""
    return tuple(_placements(position, seat, CARDS[card_id]))


def _placements(position: Position, seat: int, card: Card) -> Iterator[Placement]:
    if "create" in card.build.modes:
        for cell in free_cells(position):
            if _allowed(position, seat, card, cell):
                yield "create", cell
    forbidden = laws(position, "rebuild", seat)
    for mode in MODES[1:]:
        if mode in card.build.modes:
            for lot in position.city.lots:
                lawful = covering(card, lot) == mode and not (
                    mode == "rebuild" and is_protected(lot, forbidden)
                )
                if lawful and _allowed(position, seat, card, lot.cell):
                    yield mode, lot.cell


def _allowed(position: Position, seat: int, card: Card, cell: Cell) -> bool:
    """Tell whether the Build text is true as if the cell were empty (KM-55)."""
    if not card.build.require:
        return True
    return holds(position, build_context(seat, card.id, cell), card.build.require)


def build_context(seat: int, card: str, cell: Cell, serial: int = 0) -> Context:
    """Return what Build text means by its names (KM-55, KM-107)."""
    return Context(seat, seat, card, serial, cell)


def is_satisfiable(position: Position, seat: int, card_id: str) -> bool:
    """Tell whether a card could be placed now; a Terrain always can, and what asks for nothing (KM-20)."""
    card = CARDS[card_id]
    if card.kind == "terrain" or ("create" in card.build.modes and not card.build.require):
        return True
    return next(_placements(position, seat, card), None) is not None
