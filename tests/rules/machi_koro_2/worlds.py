"""Two worlds that look the same: what lies in the decks is exchanged, what is public stays."""

from dataclasses import replace


def other_world(state, random):
    """Return a position that nobody at the table could tell from this one (MK-55)."""
    decks = tuple(
        (*order[: row.drawn], *random.sample(order[row.drawn :], len(order) - row.drawn))
        for order, row in zip(state.deal.decks, state.rows, strict=True)
    )
    return replace(state, deal=replace(state.deal, decks=decks))
