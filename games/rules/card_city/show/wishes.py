"""What a page asks for while a decision is composed: fields read once, leniently (CC-84).

An old link may carry anything, so what is no place, card or cell at all is left out.
"""

from dataclasses import dataclass

from games.rules.card_city.cards import CODES, DECK_TYPES
from games.rules.card_city.cities.grid import ALL_CELLS, place_of
from games.rules.fields import known, last
from games.rules.protocol import Fields

_PLACES = {str(place): place for place in range(8)}
_CARDS = {CODES[card]: card for card in DECK_TYPES}
_CELLS = {"{} {}".format(*place_of(cell)): cell for cell in ALL_CELLS}


@dataclass(frozen=True, slots=True)
class Wish:
    """The parts of a decision that a page has sent."""

    pair: tuple[int, ...]
    down: tuple[int, ...]
    under: int | None
    card: int | None
    cell: int | None
    why: int | None


def read(fields: Fields) -> Wish:
    """Return what the fields ask for."""
    return Wish(
        pair=tuple(known(fields.get("pair", ()), _PLACES)),
        down=tuple(known(fields.get("down", ()), _PLACES)),
        under=last(known(fields.get("under", ()), _PLACES)),
        card=last(known(fields.get("card", ()), _CARDS)),
        cell=last(known(fields.get("cell", ()), _CELLS)),
        why=last(known(fields.get("why", ()), _CELLS)),
    )
