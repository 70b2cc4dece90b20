"""What the deck builder shows of Karciane Miasto: its player cards and their order (KM-103 to KM-106)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from games.rules.decks import Cards, DeckCard, DeckRules, Facet, StarterDeck
from games.rules.karciane_miasto.cards import (
    GOOD_OF,
    GOODS,
    GROUP_OF,
    GROUPS,
    PLAYER_CARDS,
    SETTINGS,
    STARTER_DECKS,
    Card,
)
from games.rules.karciane_miasto.decks import deck_faults, deck_text
from games.rules.karciane_miasto.text.terms import SupportCost
from games.rules.protocol import Choice, IllegalMove
from games.rules.words import gettext_noop as _

KINDS = (
    Choice("plan", _("Plan")),
    Choice("official", _("Official")),
    Choice("short", _("Short Event")),
    Choice("long", _("Long Event")),
    Choice("counter", _("Counter")),
    Choice("vote", _("Vote Event")),
)
MATTERS = (
    Choice("residential", _("Residential, Citizens")),
    Choice("commercial", _("Commercial, Merchants")),
    Choice("industrial", _("Industrial, Industrialists")),
    Choice("public", _("Public Districts")),
    Choice("pollution", _("Pollution")),
    Choice("education", _("Education")),
    Choice("health", _("Health care")),
    Choice("crime", _("Crime")),
)
PRICES = (
    Choice("0", _("No cost")),
    Choice("require", _("Requirement only")),
    Choice("1", _("1 support")),
    Choice("2", _("2 support")),
    Choice("3", _("3 support")),
    Choice("4", _("4 support")),
    Choice("5", _("5 support")),
)
_TYPE_OF: dict[str, str] = {
    **{GROUPS[at]: kind for kind, at in GROUP_OF.items()},
    **{GOODS[at]: kind for kind, at in GOOD_OF.items()},
}
"""The type of District that a group likes, or that holds a good."""


def _price(card: Card) -> str:
    support = sum(cost.n for cost in card.play_cost if isinstance(cost, SupportCost))
    return "require" if card.require and not support else str(support)


def _words(thing: object) -> Iterator[str]:
    """Yield every word of the closed language that stands on a card."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, tuple):
        for part in thing:
            yield from _words(part)
    elif is_dataclass(thing):
        for spec in fields(thing):
            yield from _words(getattr(thing, spec.name))


def _tags(card: Card) -> frozenset[tuple[str, str]]:
    words = set(_words(card.abilities)) | set(_words(card.window))
    matters = {_TYPE_OF.get(word, word) for word in words} & {choice.value for choice in MATTERS}
    kind = ("kind", card.subtype or card.kind)
    return frozenset({kind, ("price", _price(card)), *(("matter", word) for word in matters)})


def faults(cards: Cards) -> tuple[IllegalMove, ...]:
    """Return everything that forbids a deck, each with its rule (KM-103, KM-104)."""
    return deck_faults(Counter(cards).elements())


def notation(cards: Cards) -> str:
    """Return the move that chooses a deck (KM-106)."""
    return f"deck {deck_text(Counter(cards).elements())}"


_CARDS = tuple(DeckCard(card.id, card.name, _tags(card)) for card in PLAYER_CARDS)
_USED = frozenset().union(*(card.tags for card in _CARDS))


def _facet(name: str, label: str, choices: tuple[Choice, ...]) -> Facet:
    """Return a facet with the values that some card has."""
    return Facet(name, label, tuple(choice for choice in choices if (name, choice.value) in _USED))


DECKS = DeckRules(
    cards=_CARDS,
    facets=(
        _facet("kind", _("Card type"), KINDS),
        _facet("matter", _("Topic"), MATTERS),
        _facet("price", _("Cost to play"), PRICES),
    ),
    starters=tuple(
        StarterDeck(deck.id, deck.name, deck.text, Counter(deck.cards)) for deck in STARTER_DECKS.values()
    ),
    size=SETTINGS.deck_size,
    faults=faults,
    notation=notation,
)
