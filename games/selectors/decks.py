"""Decks as pages show them: which cards, how many, what is wrong with them, and how they look in figures."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from typing import Any

from django.db.models import QuerySet
from django.utils.html import strip_tags
from django.utils.translation import get_language, gettext

from games.models import Deck, Seat
from games.parts import part
from games.plots import Bars, bars
from games.rules import registry
from games.rules.decks import Cards, DeckCard, DeckRules, Facet, StarterDeck
from games.rules.protocol import IllegalMove, Ruleset
from games.rules.words import gettext_noop
from games.selectors.viewers import Viewer, holder_of

COPIES = (gettext_noop("One copy"), gettext_noop("Two copies"), gettext_noop("Three copies"))
TOP = 3
MORE = gettext_noop("More copies")
KEPT = "kept"
"""The choice of what was chosen before, although the deck has changed since."""


def rules_of(slug: str) -> DeckRules:
    """Return the deck rules of a title; ``LookupError`` for one that has none."""
    rules = registry.get(slug).decks
    if rules is None:
        raise LookupError(slug)
    return rules


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card and how many copies of it a deck has."""

    card: DeckCard
    copies: int


@dataclass(frozen=True, slots=True)
class Group:
    """The cards of a deck that share a value of the title's first facet."""

    label: str
    copies: int
    rows: tuple[CardRow, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot of a deck: what it counts, and its bars."""

    id: str
    label: str
    bars: Bars


@dataclass(frozen=True, slots=True)
class Sheet:
    """A deck laid open."""

    slug: str
    size: int
    copies: int
    faults: tuple[IllegalMove, ...]
    groups: tuple[Group, ...]
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class CardWish:
    """Which cards somebody wants to see: words on them, values of facets, perhaps only those in the deck."""

    words: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    only_in_deck: bool = False


@dataclass(frozen=True, slots=True)
class OwnDeck:
    """One of the viewer's decks in a list, with the cards that lie on top of it."""

    pk: int
    name: str
    copies: int
    faults: tuple[IllegalMove, ...]
    top: tuple[DeckCard, ...]


@dataclass(frozen=True, slots=True)
class Starter:
    """A deck that comes with a title in a list, with the cards that lie on top of it."""

    deck: StarterDeck
    top: tuple[DeckCard, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """A title's decks: those that come with it, and the viewer's own."""

    ruleset: Ruleset[Any]
    starters: tuple[Starter, ...]
    own: tuple[OwnDeck, ...]


@dataclass(frozen=True, slots=True)
class DeckChoice:
    """A deck that may be chosen at a table, or what is wrong with it."""

    key: str
    name: str
    is_own: bool
    notation: str
    fault: IllegalMove | None


@dataclass(frozen=True, slots=True)
class SeatDeck:
    """The decks that a seat's holder may choose among before the start, and the key of the chosen one."""

    choices: tuple[DeckChoice, ...]
    chosen: str


def shelves(viewer: Viewer) -> tuple[Shelf, ...]:
    """Return the decks of every title that has them."""
    mine = list(own_decks(viewer))
    return tuple(
        Shelf(
            ruleset,
            tuple(Starter(deck, _top(ruleset.decks, deck.cards)) for deck in ruleset.decks.starters),
            tuple(_own(ruleset.decks, deck) for deck in mine if deck.slug == ruleset.slug),
        )
        for ruleset in registry.rulesets()
        if ruleset.decks
    )


def _top(rules: DeckRules, cards: Cards) -> tuple[DeckCard, ...]:
    """Return the cards a deck has most copies of."""
    present = (card for card in rules.cards if cards.get(card.id))
    return tuple(sorted(present, key=lambda card: -cards[card.id])[:TOP])


def own_decks(viewer: Viewer) -> QuerySet[Deck]:
    """Return the viewer's decks; guests have none."""
    if viewer.user_id is None:
        return Deck.objects.none()
    return Deck.objects.filter(user_id=viewer.user_id)


def _own(rules: DeckRules, deck: Deck) -> OwnDeck:
    copies = sum(deck.cards.values())
    return OwnDeck(deck.pk, deck.name, copies, rules.faults(deck.cards), _top(rules, deck.cards))


def starter_of(slug: str, deck_id: str) -> StarterDeck | None:
    """Return a deck that comes with a title."""
    return next((deck for deck in rules_of(slug).starters if deck.id == deck_id), None)


def deck_choices(viewer: Viewer, slug: str) -> tuple[DeckChoice, ...]:
    """Return the decks the viewer may sit down with, and their own that are not legal yet."""
    rules = rules_of(slug)
    starters = (
        DeckChoice(f"starter-{deck.id}", deck.name, False, rules.notation(deck.cards), None)
        for deck in rules.starters
    )
    return (*starters, *_own_choices(viewer, slug))


def legal_decks(seat: Seat, slug: str) -> tuple[DeckChoice, ...]:
    """Return the decks of a seat's holder that may be played: nobody but the holder may see them."""
    return tuple(deck for deck in _own_choices(holder_of(seat), slug) if not deck.fault)


def _own_choices(viewer: Viewer, slug: str) -> Iterator[DeckChoice]:
    rules = rules_of(slug)
    return (_choice(rules, deck) for deck in own_decks(viewer).filter(slug=slug))


def seat_deck(viewer: Viewer, seat: Seat, slug: str) -> SeatDeck | None:
    """Return the choice of a deck for a seat; one that was changed after it was chosen is kept as it was."""
    if registry.get(slug).decks is None:
        return None
    choices = deck_choices(viewer, slug)
    keys = (deck.key for deck in choices if deck.notation == seat.deck)
    return SeatDeck(choices, next(keys, KEPT) if seat.deck else "")


def _choice(rules: DeckRules, deck: Deck) -> DeckChoice:
    faults = rules.faults(deck.cards)
    notation = "" if faults else rules.notation(deck.cards)
    return DeckChoice(f"own-{deck.pk}", deck.name, True, notation, faults[0] if faults else None)


def sheet_of(slug: str, cards: Cards) -> Sheet:
    """Return a deck laid open."""
    rules = rules_of(slug)
    rows = tuple(CardRow(card, cards[card.id]) for card in rules.cards if cards.get(card.id))
    return Sheet(
        slug=slug,
        size=rules.size,
        copies=sum(row.copies for row in rows),
        faults=rules.faults(cards),
        groups=_groups(rules.facets[0], rows),
        figures=(*(_figure(facet, rows) for facet in rules.facets), _copies_figure(rows)) if rows else (),
    )


def _groups(facet: Facet, rows: tuple[CardRow, ...]) -> tuple[Group, ...]:
    groups = (
        (choice.label, tuple(row for row in rows if (facet.id, choice.value) in row.card.tags))
        for choice in facet.choices
    )
    return tuple(Group(label, sum(row.copies for row in own), own) for label, own in groups if own)


def _figure(facet: Facet, rows: tuple[CardRow, ...]) -> Figure:
    counts: Counter[str] = Counter()
    for row in rows:
        for name, value in row.card.tags:
            counts[value] += row.copies * (name == facet.id)
    most = max(counts.values(), default=0) or 1
    counted = [(choice.label, counts[choice.value], most) for choice in facet.choices]
    return Figure(facet.id, facet.label, bars(counted))


def _copies_figure(rows: tuple[CardRow, ...]) -> Figure:
    counts = Counter(min(row.copies, len(COPIES) + 1) for row in rows)
    labels = COPIES if not counts[len(COPIES) + 1] else (*COPIES, MORE)
    most = max(counts.values())
    counted = [(label, counts[copies], most) for copies, label in enumerate(labels, 1)]
    return Figure("copies", gettext_noop("Different cards by number of copies"), bars(counted))


def cards_as_wanted(slug: str, cards: Cards, wanted: CardWish) -> tuple[CardRow, ...]:
    """Return the cards of a title that somebody wants to see, each with how many are in the deck."""
    tags = set(wanted.tags.items())
    words = wanted.words.casefold().split()
    return tuple(
        CardRow(card, cards.get(card.id, 0))
        for card in rules_of(slug).cards
        if tags <= card.tags
        and (not wanted.only_in_deck or cards.get(card.id))
        and all(word in _words(slug, card, get_language()) for word in words)
    )


@lru_cache(maxsize=2048)
def _words(slug: str, card: DeckCard, language: str | None) -> str:
    """Return all that the card's face says in the reader's language, and its id."""
    face = part(f"games/{slug}/deck_card.html", id=f"words-{card.id}", card=card)
    return " ".join([card.id, gettext(card.name), unescape(strip_tags(face.html()))]).casefold()
