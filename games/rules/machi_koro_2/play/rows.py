"""The three face-up rows and how they are filled (MK-6, MK-46)."""

from games.rules.machi_koro_2.events import DeckEmptied, Event, TurnedUp, named
from games.rules.machi_koro_2.state import Row

WIDTH = 5
"""How many different cards a row holds while its deck lasts."""


def filled(kinds: tuple[int, ...], counts: tuple[int, ...], drawn: int, deck: tuple[int, ...]) -> Row:
    """Turn up cards until a row holds five different ones or the deck is empty (MK-6, MK-46)."""
    piles = dict(zip(kinds, counts, strict=True))
    while len(piles) < WIDTH and drawn < len(deck):
        piles[deck[drawn]] = piles.get(deck[drawn], 0) + 1
        drawn += 1
    return Row(tuple(piles), tuple(piles.values()), drawn)


def taken(row: Row, card: int, deck: tuple[int, ...]) -> Row:
    """Return a row after a copy of a card left it and it was refilled (MK-46)."""
    place = row.kinds.index(card)
    if row.counts[place] > 1:
        counts = row.counts
        return Row(row.kinds, (*counts[:place], counts[place] - 1, *counts[place + 1 :]), row.drawn)
    kinds = row.kinds[:place] + row.kinds[place + 1 :]
    return filled(kinds, row.counts[:place] + row.counts[place + 1 :], row.drawn, deck)


def without(row: Row, card: int) -> Row:
    """Return a row after a copy of a card left it for the end of the game: it is not refilled (MK-53)."""
    piles = dict(zip(row.kinds, row.counts, strict=True))
    piles[card] -= 1
    left = {kind: count for kind, count in piles.items() if count}
    return Row(tuple(left), tuple(left.values()), row.drawn)


def turned_up(before: Row, after: Row, deck: tuple[int, ...], row: int) -> tuple[Event, ...]:
    """Return the events of a refill."""
    shown: tuple[Event, ...] = tuple(TurnedUp(*named(card), row) for card in deck[before.drawn : after.drawn])
    return (*shown, DeckEmptied(row)) if before.drawn < after.drawn == len(deck) else shown
