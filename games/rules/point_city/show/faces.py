"""Single cards and tokens as they may be shown: frozen values in plain words (PC-16 to PC-18)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from games.rules.point_city.cards import BASIC, BUILDINGS, CARDS, RESOURCES, SORTS, TOKENS
from games.rules.point_city.names import TOKEN_LABELS, TOKEN_TEXTS
from games.rules.point_city.packed import unpack
from games.rules.point_city.scoring import token_points
from games.rules.point_city.state import City, Deal


@dataclass(frozen=True, slots=True)
class Amount:
    """So many symbols, or permanents, of one resource."""

    resource: str
    count: int


@dataclass(frozen=True, slots=True)
class ResourceFace:
    """A card lying resource side up, known only by an opaque reference (PC-18)."""

    resource: str
    count: int
    tier: int
    ref: str
    sort: str
    side: ClassVar[str] = "resource"


@dataclass(frozen=True, slots=True)
class BuildingFace:
    """A card lying building side up; ``kind`` is resource, civic or points (PC-3)."""

    card: str
    name: str
    kind: str
    permanent: str | None
    points: int
    tier: int
    cost: tuple[Amount, ...]
    side: ClassVar[str] = "building"


@dataclass(frozen=True, slots=True)
class SortCount:
    """How many cards of one sort there are."""

    sort: str
    resource: str
    count: int
    cards: int


@dataclass(frozen=True, slots=True)
class TokenFace:
    """A civic token: its scoring kind, words to translate, and its numbers."""

    token: str
    kind: str
    points: int
    min_count: int
    resources: tuple[str, ...]
    promo: bool
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class HeldToken:
    """A token a player holds, and what it is worth now."""

    face: TokenFace
    worth: int


def amounts(packed: int) -> tuple[Amount, ...]:
    """Return the counts that are not zero, in the order of the resources."""
    return tuple(Amount(name, n) for name, n in zip(BASIC, unpack(packed), strict=True) if n)


def resource_face(deal: Deal, card: int) -> ResourceFace:
    """Return a card's resource side."""
    row = CARDS[card]
    ref = f"{deal.salt}-{_positions(deal.order)[card]:02d}"
    return ResourceFace(RESOURCES[row.resource], row.count, row.tier, ref, SORTS[row.sort])


def sort_counts(cards: Iterable[int]) -> tuple[SortCount, ...]:
    """Return the resource cards counted by sort, in the order of the sorts."""
    sorts = [CARDS[card].sort for card in cards]
    return tuple(_sort_count(sort, sorts.count(sort)) for sort in sorted(set(sorts)))


def held_token(token: int, city: City) -> HeldToken:
    """Return a token as it counts in a city."""
    return HeldToken(TOKEN_FACES[token], token_points(token, city))


@lru_cache(maxsize=256)
def _positions(order: tuple[int, ...]) -> dict[int, int]:
    """Return when each card came into play: public, unlike the card (PC-18)."""
    starters = range(len(BUILDINGS), len(CARDS))
    return {card: position for position, card in enumerate((*order, *starters))}


def _sort_count(sort: int, cards: int) -> SortCount:
    row = next(card for card in CARDS if card.sort == sort)
    return SortCount(SORTS[sort], RESOURCES[row.resource], row.count, cards)


def _building_face(card: int) -> BuildingFace:
    building = BUILDINGS[card]
    cost = tuple(Amount(name, n) for name, n in zip(BASIC, building.cost, strict=True) if n)
    permanent = None if building.permanent is None else BASIC[building.permanent]
    row = CARDS[card]
    return BuildingFace(row.id, building.name, building.kind, permanent, building.points, row.tier, cost)


def _token_face(token: int) -> TokenFace:
    row = TOKENS[token]
    resources = tuple(RESOURCES[index] for index in row.resources)
    numbers = (row.points, row.min_count, resources)
    return TokenFace(row.id, row.kind, *numbers, row.promo, TOKEN_LABELS[row.id], TOKEN_TEXTS[row.id])


BUILDING_FACES = tuple(map(_building_face, range(len(BUILDINGS))))
TOKEN_FACES = tuple(map(_token_face, range(len(TOKENS))))
