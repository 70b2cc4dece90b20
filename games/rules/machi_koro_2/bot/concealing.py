"""What a seat may know of a position, and positions that fit it: only the decks' order is hidden (MK-55)."""

from games.rules.machi_koro_2.cards import DECKS, IDS
from games.rules.machi_koro_2.state import Deal, State
from games.rules.protocol import Draw


def conceal(state: State, seat: int) -> State:
    """Return the position with every deck sorted: what was turned up, then what still lies in it.

    Every seat knows the same. The cards that were turned up are sorted too, since the piles of a new
    game do not show in which order their copies came.
    """
    deal = state.deal
    decks = tuple(
        (*sorted(order[: row.drawn]), *sorted(order[row.drawn :]))
        for order, row in zip(deal.decks, state.rows, strict=True)
    )
    return _dealt(state, decks)


def imagine(state: State, seat: int, draw: Draw) -> State:
    """Return a position that looks the same, with what lies in the decks in any order."""
    decks = tuple(
        _shuffled(order, row.drawn, name, draw)
        for order, row, name in zip(state.deal.decks, state.rows, DECKS, strict=True)
    )
    return _dealt(state, decks)


def _dealt(state: State, decks: tuple[tuple[int, ...], ...]) -> State:
    deal = Deal(state.deal.options, state.deal.seats, state.deal.first, decks)
    return State(deal, state.coins, state.cities, state.rows, state.built, state.turn)


def _shuffled(order: tuple[int, ...], drawn: int, name: str, draw: Draw) -> tuple[int, ...]:
    """Return a deck whose lower part was shuffled; copies of a card are told apart for the draw alone."""
    named = {f"{IDS[card]}#{place}": card for place, card in enumerate(order) if place >= drawn}
    return (*order[:drawn], *[named[name] for name in draw.shuffle(f"imagine:{name}", [*named])])
