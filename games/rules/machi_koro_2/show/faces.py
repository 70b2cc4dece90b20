"""Single cards as they are shown: frozen values in plain words; all that lies face up is public (MK-55)."""

from dataclasses import dataclass
from typing import ClassVar

from games.rules.machi_koro_2.cards import CARDS, Establishment, Landmark
from games.rules.machi_koro_2.names import REWORDED


@dataclass(frozen=True, slots=True)
class EstablishmentFace:
    """An establishment: ``numbers`` are the results that activate it."""

    card: str
    name: str
    deck: str
    colour: str
    numbers: tuple[int, ...]
    cost: int
    symbol: str
    text: str
    side: ClassVar[str] = "establishment"


@dataclass(frozen=True, slots=True)
class LandmarkFace:
    """A landmark: ``costs`` as first, second and third, None where it cannot be built."""

    card: str
    name: str
    costs: tuple[int | None, ...]
    timing: str
    scope: str
    text: str
    side: ClassVar[str] = "landmark"


Face = EstablishmentFace | LandmarkFace


def _face(card: Establishment | Landmark) -> Face:
    text = REWORDED.get(card.id, card.text)
    if isinstance(card, Landmark):
        return LandmarkFace(card.id, card.name, card.costs, card.timing, card.scope, text)
    about = (card.deck, card.colour, card.activation, card.cost, card.symbol)
    return EstablishmentFace(card.id, card.name, *about, text)


FACES = tuple(map(_face, CARDS))
