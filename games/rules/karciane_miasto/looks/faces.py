"""A card as its face shows it: figures, signs, picture and lines (KM-118)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from games.rules.karciane_miasto.cards import CARDS, GOOD_OF, GOODS, Card
from games.rules.karciane_miasto.looks.pictures import Layer, picture
from games.rules.karciane_miasto.text.flavour import FLAVOUR
from games.rules.karciane_miasto.text.names import GOODS_NAMES, SUBTYPE_NAMES
from games.rules.karciane_miasto.text.terms import Filter, SupportCost
from games.rules.karciane_miasto.wording.lines import Line, lines
from games.rules.karciane_miasto.wording.things import things
from games.rules.phrases import Phrase, gettext


@dataclass(frozen=True, slots=True)
class Figure:
    """A number on a card with its sign, and what it means."""

    sign: str
    n: int
    label: Phrase


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign with its word."""

    sign: str
    word: Phrase


@dataclass(frozen=True, slots=True)
class Face:
    """What a card shows; ``frame`` names its colour, ``left`` and ``right`` stand beside the picture."""

    card: str
    name: str
    kind: str
    frame: str
    stage: int
    marks: tuple[Mark, ...]
    left: tuple[Figure, ...]
    right: tuple[Figure, ...]
    picture: tuple[Layer, ...]
    lines: tuple[Line, ...]
    flavour: str


@cache
def face(card_id: str) -> Face:
    """Return the face of a card."""
    card = CARDS[card_id]
    return Face(
        card=card_id,
        name=card.name,
        kind=card.kind,
        frame=card.type or card.kind,
        stage=card.stage,
        marks=tuple(_marks(card)),
        left=tuple(_left(card)),
        right=tuple(_right(card)),
        picture=picture(card_id),
        lines=lines(card_id),
        flavour=FLAVOUR[card_id],
    )


def _marks(card: Card) -> Iterator[Mark]:
    """Yield main type and subtypes, in this order (KM-118)."""
    types = (card.type,) if card.type else ()
    sorts = (card.subtype,) if card.subtype else ()
    yield Mark(
        card.type or card.subtype or card.kind, things(Filter(kind=card.kind, type=types, subtype=sorts))
    )
    yield from (Mark(each, SUBTYPE_NAMES[each]) for each in card.subtypes)


def _left(card: Card) -> Iterator[Figure]:
    """Yield what a card brings: goods to start with, VP for so many counters, the time it stays."""
    if card.start_goods:
        good = GOODS[GOOD_OF[card.type or ""]]
        label = gettext("starting goods: %(what)s", what=Phrase(GOODS_NAMES[good]))
        yield Figure(good, card.start_goods, label)
    if card.needed:
        yield Figure("vp", card.vp, gettext("VP when fulfilled"))
        yield Figure("progress", card.needed, gettext("fulfilment counters needed"))
    if card.time:
        yield Figure("long", card.time, gettext("time counters"))


def _right(card: Card) -> Iterator[Figure]:
    """Yield what a card costs: goods to build it, or support to play it."""
    for good, n in zip(GOODS, card.cost, strict=True):
        if n:
            yield Figure(good, n, gettext("cost: %(what)s", what=Phrase(GOODS_NAMES[good])))
    for cost in card.play_cost:
        if isinstance(cost, SupportCost):
            yield Figure("support", cost.n, gettext("cost: support"))
