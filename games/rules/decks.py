"""Decks that people put together and bring to the table: what a title that has them says about them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.rules.protocol import Choice, IllegalMove

Cards = Mapping[str, int]
"""A deck: how many copies of each card, by the card's id."""


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card that may be in a deck: its name in English, and its values of the title's facets."""

    id: str
    name: str
    tags: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Facet:
    """One way to sort cards, such as by kind: its values in order, with labels in English."""

    id: str
    label: str
    choices: "tuple[Choice, ...]"


@dataclass(frozen=True, slots=True)
class StarterDeck:
    """A deck that comes with the title, with its name and a sentence in English."""

    id: str
    name: str
    text: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class DeckRules:
    """A title's deck rules.

    ``faults(cards)`` says everything that is wrong with a deck, rule by rule, in a fixed order; a legal
    one has none. ``notation(cards)`` is the move that chooses a legal deck, at the start of a game.
    ``cards`` and ``facets`` are in the order of lists; the first facet is the one that lists are divided by.
    """

    cards: tuple[DeckCard, ...]
    facets: tuple[Facet, ...]
    starters: tuple[StarterDeck, ...]
    size: int
    faults: "Callable[[Cards], tuple[IllegalMove, ...]]"
    notation: Callable[[Cards], str]
