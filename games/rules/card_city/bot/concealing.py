"""What a seat cannot tell apart: the order of the deck, and what only the divider has seen (CC-28, CC-78)."""

from games.rules.card_city.cards import CODES, TYPES
from games.rules.card_city.moves import letters
from games.rules.card_city.state import Cards, Piles, State, untouched
from games.rules.protocol import Draw


def conceal(state: State, seat: int) -> State:
    """Return the position with everything hidden from the seat in the order of the types."""
    hidden, unseen = _unknown(state, seat)
    held, rest = _possible(state.round, hidden + unseen)
    return _with_unknown(state, seat, held[: len(hidden)], tuple(sorted(held[len(hidden) :] + rest)))


def imagine(concealed: State, seat: int, draw: Draw) -> State:
    """Return one of the positions the seat cannot tell apart, each as likely as the others."""
    hidden, unseen = _unknown(concealed, seat)
    if hidden:
        held, rest = _possible(concealed.round, hidden + unseen)
        held = _shuffled(draw, held)
        hidden, unseen = tuple(sorted(held[: len(hidden)])), held[len(hidden) :] + rest
    return _with_unknown(concealed, seat, hidden, _shuffled(draw, unseen))


def _unknown(state: State, seat: int) -> tuple[Cards, Cards]:
    """Return the cards that another divider has seen, and those of the deck that nobody has."""
    piles = state.piles
    hidden = () if seat == piles.divider else piles.hand + piles.down
    return hidden, state.deck[: untouched(state)]


def _possible(number: int, cards: Cards) -> tuple[Cards, Cards]:
    """Return the cards that may have been dealt in a round, and the others, both sorted (CC-21)."""
    cards = tuple(sorted(cards))
    able = tuple([card for card in cards if TYPES[card].not_in_round != number])
    return able, tuple([card for card in cards if TYPES[card].not_in_round == number])


def _with_unknown(state: State, seat: int, hidden: Cards, unseen: Cards) -> State:
    piles = state.piles
    if seat != piles.divider:
        hand, down = (hidden, ()) if piles.hand else ((), hidden)
        piles = Piles(piles.divider, piles.division, hand, piles.pair, piles.up, down)
    deck = unseen + state.deck[untouched(state) :]
    counts = (state.deal, state.phase, state.round, state.cities, state.hands, state.supply)
    return State(*counts, deck, piles, state.acts)


def _shuffled(draw: Draw, cards: Cards) -> Cards:
    return tuple([CODES.index(letter) for letter in draw.shuffle("imagined", letters(cards))])
