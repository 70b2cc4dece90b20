"""Two worlds that look the same to those who may not know: what lies hidden is exchanged (CC-78)."""

from dataclasses import replace

from games.rules.card_city.cards import TYPES
from games.rules.card_city.state import Phase


def untouched(state):
    """Return how many cards of the deal are still in the deck; below them are those put under (CC-71)."""
    if state.deal.seats > 1:
        return len(state.deck)
    put_under = state.round - (state.phase == Phase.KEEP)
    return max(len(state.deck) - put_under, 0)


def other_deck(state, random):
    """Return the position with another order of the deck, which nobody could tell from this one."""
    fresh = untouched(state)
    top = random.sample(state.deck[:fresh], fresh)
    return replace(state, deck=(*top, *state.deck[fresh:]))


def other_hand(state, random):
    """Return the position in which one hidden card is another one, or None if none can be.

    Only who has looked at the hand in this round could tell it from this one.
    """
    piles = state.piles
    place = "down" if piles.down else "hand"
    hidden = getattr(piles, place)
    pairs = [
        (mine, theirs)
        for mine in sorted(set(hidden))
        for theirs in sorted(set(state.deck[: untouched(state)]))
        if mine != theirs and TYPES[theirs].not_in_round != state.round
    ]
    if not pairs:
        return None
    mine, theirs = random.choice(pairs)
    swapped = tuple(sorted(_exchanged(hidden, mine, theirs)))
    return replace(state, deck=_exchanged(state.deck, theirs, mine), piles=replace(piles, **{place: swapped}))


def _exchanged(cards, old, new):
    at = cards.index(old)
    return (*cards[:at], new, *cards[at + 1 :])
