"""Decks for the invented title: three cards of any number, at least one of them a fruit; the sum is the pick."""

from dataclasses import replace

from games.rules.decks import DeckCard, DeckRules, Facet, StarterDeck
from games.rules.protocol import Choice, IllegalMove
from tests.demo.ruleset import RULESET as DEMO

NAMES = {"A1": "Apple", "A2": "Pear", "B1": "Bread", "B2": "Bun"}
CARDS = tuple(
    DeckCard(
        card,
        name,
        frozenset({("kind", "fruit" if card < "B" else "loaf"), ("letter", name[0].lower())}),
    )
    for card, name in NAMES.items()
)


def faults(cards):
    """DM-5 A deck has exactly three cards. DM-6 At least one is a fruit."""
    found = []
    if sum(cards.values()) != 3:
        found.append(
            IllegalMove("DM-5", "A deck has three cards; this has %(count)s.", count=sum(cards.values()))
        )
    if not any(card in cards for card in ("A1", "A2")):
        found.append(IllegalMove("DM-6", "A deck has a fruit."))
    return tuple(found)


DECKS = DeckRules(
    cards=CARDS,
    facets=(
        Facet("kind", "Kind", (Choice("fruit", "Fruit"), Choice("loaf", "Loaf"))),
        Facet("letter", "Letter", (Choice("a", "A"), Choice("b", "B"), Choice("p", "P"))),
    ),
    starters=(
        StarterDeck("basket", "Basket", "Mixed.", {"A1": 1, "A2": 1, "B1": 1}),
        StarterDeck("orchard", "Orchard", "All fruit.", {"A1": 3}),
    ),
    size=3,
    faults=faults,
    notation=lambda cards: f"pick {1 + len(cards)}",
)


def asks_for_deck(state, seat):
    """The first pick of a seat is its deck's."""
    return state.round == 0 and not state.picks[seat]


RULESET = replace(DEMO, decks=DECKS, asks_for_deck=asks_for_deck)
