"""What a page asks for while a decision is composed: fields read once, leniently (CC-84).

An old link may carry anything, so what is no place, card or cell at all is left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from games.rules.card_city.cards import CODES, DECK_TYPES
from games.rules.card_city.cities.grid import ALL_CELLS, place_of
from games.rules.protocol import Fields

T = TypeVar("T")
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
        pair=tuple(_known(fields.get("pair", ()), _PLACES)),
        down=tuple(_known(fields.get("down", ()), _PLACES)),
        under=_last(_known(fields.get("under", ()), _PLACES)),
        card=_last(_known(fields.get("card", ()), _CARDS)),
        cell=_last(_known(fields.get("cell", ()), _CELLS)),
        why=_last(_known(fields.get("why", ()), _CELLS)),
    )


def choose(sent: Sequence[int], wanted: int) -> tuple[int, ...]:
    """Return the places chosen after a row of clicks: the same again drops, one too many ousts the oldest."""
    places: tuple[int, ...] = ()
    for place in sent:
        dropped = tuple(other for other in places if other != place)
        places = dropped if place in places else (*places, place)
    return places[-wanted:] if wanted else ()


def _last(found: Sequence[T]) -> T | None:
    return found[-1] if found else None


def _known(values: Sequence[str], known: Mapping[str, int]) -> list[int]:
    return [known[value] for value in values if value in known]
