"""The picture of a card, put together of the sprite's symbols from what its data says."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from games.rules.karciane_miasto.cards import CARDS, Card
from games.rules.karciane_miasto.text.effects import GoodsEffect, WhenEffect
from games.rules.karciane_miasto.text.terms import Count, CountCondition, Filter, Kind
from games.rules.karciane_miasto.wording.signs import emblem

WIDTH, HEIGHT, GROUND = 96, 64, 58


@dataclass(frozen=True, slots=True)
class Layer:
    """A symbol in its box; ``tint`` names its colours."""

    symbol: str
    x: int
    y: int
    width: int
    height: int
    tint: str = ""


@cache
def picture(card_id: str) -> tuple[Layer, ...]:
    """Return the layers of a card's picture, the farthest first."""
    card = CARDS[card_id]
    return tuple(_PICTURES[card.kind](card, list(CARDS).index(card_id)))


def _whole(symbol: str) -> Layer:
    return Layer(symbol, 0, 0, WIDTH, HEIGHT)


def _standing(symbol: str, middle: int, size: float, tint: str = "") -> Layer:
    """Put a building or a tree, drawn 32 wide and 48 high, on the ground."""
    wide, high = round(32 * size), round(48 * size)
    return Layer(symbol, middle - wide // 2, GROUND - high, wide, high, tint)


def _post(sign: str, middle: int) -> tuple[Layer, Layer]:
    """Put a signpost at the front."""
    return Layer("post", middle - 12, 29, 24, 34), Layer(sign, middle - 7, 34, 14, 14, "sign")


def _district(card: Card, number: int) -> Iterator[Layer]:
    yield _whole(f"sky-{number % 3}")
    yield _whole("ground")
    yield from (_standing(f"by-{name}", at, 0.85) for name, at in zip(_around(card), (10, 86), strict=False))
    yield from _beside(card)
    yield _standing("tree", (93, 5, 91)[number % 3], 0.55)
    yield from _buildings(card, f"wall-{number % 4}")
    yield from (layer for sign, at in zip(card.subtypes, POSTS, strict=False) for layer in _post(sign, at))


POSTS = (28, 66)
"""Where signposts stand, clear of what the card costs."""


def _beside(card: Card) -> Iterator[Layer]:
    """Put up what the subtypes bring; where there is none, smaller buildings beside the great."""
    smaller = [f"{card.type}-{stage}" for stage in range(card.stage - 1, 0, -1)]
    landmarks = [f"at-{name}" for name in card.subtypes]
    for symbol, at in zip([*landmarks, *smaller], (81, 15), strict=False):
        yield _standing(symbol, at, 0.8)


def _buildings(card: Card, tint: str) -> Iterator[Layer]:
    """Put one building for each good to begin with, as many as fit."""
    for at in ROWS[min(max(card.start_goods, 1), len(ROWS) + 1 - card.stage)]:
        yield _standing(f"{card.type}-{card.stage}", at, STAGE_SIZES[card.stage], tint)


STAGE_SIZES = {1: 1.05, 2: 1.1, 3: 1.2}
ROWS: Mapping[int, tuple[int, ...]] = {1: (46,), 2: (34, 60), 3: (20, 74, 47)}
"""Where so many buildings stand, the foremost last."""


def _around(card: Card) -> tuple[str, ...]:
    """Return the Terrains that the Build text speaks of."""
    required = [*card.build.require]
    filters: list[Filter] = []
    for effect in card.build.extra:
        if isinstance(effect, WhenEffect):
            required += effect.require
        if isinstance(effect, GoodsEffect) and isinstance(effect.n, Count):
            filters.append(effect.n.count)
    filters += [each.filter for each in required if isinstance(each, CountCondition)]
    return tuple(name for each in filters if each.kind == "terrain" for name in each.subtype or TERRAINS)[:2]


TERRAINS = ("hills", "forest")
"""What stands for Terrains of any subtype."""


def _terrain(card: Card, number: int) -> Iterator[Layer]:
    yield _whole(f"sky-{number % 3}")
    yield from (_whole(f"scene-{name}") for name in card.subtypes)


def _official(card: Card, number: int) -> Iterator[Layer]:
    yield _whole(f"sky-{number % 2}")
    yield Layer("bust", 22, 4, 52, 60, f"suit-{number % 5}")
    yield Layer(f"hair-{number % 4}", 22, 4, 52, 60, f"hair-{number % 3}")
    yield from _post(emblem(card), 80)


def _plan(card: Card, _: int) -> Iterator[Layer]:
    yield _whole("sheet")
    yield Layer(emblem(card), 32, 16, 32, 32, "drawn")


def _event(card: Card, number: int) -> Iterator[Layer]:
    yield _whole(f"sky-{number % 3}")
    yield Layer(f"shape-{card.subtype}", 18, 2, 60, 60)
    yield Layer(emblem(card), 35, EMBLEM_TOPS[card.subtype or ""], 26, 26, "sign")


EMBLEM_TOPS: Mapping[str, int] = {"short": 20, "long": 20, "counter": 18, "vote": 10}
_PICTURES: Mapping[Kind, Callable[[Card, int], Iterator[Layer]]] = {
    "district": _district,
    "terrain": _terrain,
    "official": _official,
    "plan": _plan,
    "event": _event,
}
