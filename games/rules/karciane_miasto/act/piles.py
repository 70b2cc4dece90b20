"""The planning zone: what is taken, put back, and gives way because it cannot be placed (section 4)."""

from typing import Any

from games.rules.karciane_miasto.act.placement import is_satisfiable
from games.rules.karciane_miasto.act.play import Play, Position
from games.rules.karciane_miasto.cards import CARDS, TYPES
from games.rules.karciane_miasto.city_events import (
    CardRevealed,
    Cycled,
    PileBarred,
    Swapped,
)
from games.rules.records import renewed

BASE = "base"
RESULT_TOLD_FIRST = 2
"""The last version of the rules under which the log told of a swap after what it had turned up."""


def pile(position: Position, name: str) -> tuple[str, ...]:
    """Return a pile, top first."""
    cards: tuple[str, ...] = getattr(position.piles, name)
    return cards


def set_pile(play: Play, name: str, cards: tuple[str, ...], known: bool = False) -> None:
    """Exchange a pile; only a card put on top of the face-down one is known (KM-26)."""
    if name == BASE:
        play.piles = renewed(play.piles, base=cards, known=known and bool(cards))
    else:
        changed: dict[str, Any] = {name: cards}
        play.piles = renewed(play.piles, **changed)


def put_under(play: Play, card: str) -> None:
    """Put a card under its pile (KM-19, KM-24)."""
    name = CARDS[card].pile
    set_pile(play, name, (*pile(play, name), card), known=play.piles.known)


def put_on_top(play: Play, card: str) -> None:
    """Put a card back on top of its pile (KM-19, KM-26)."""
    name = CARDS[card].pile
    set_pile(play, name, (card, *pile(play, name)), known=True)


def settle_pile(play: Play, name: str) -> bool:
    """Cycle a pile until its top card can be placed; False and the old order if none can (KM-21, KM-22)."""
    cards = pile(play, name)
    for at, card in enumerate(cards):
        if is_satisfiable(play, play.turn.active, card):
            if at:
                play.told += [Cycled(name, gone) for gone in cards[:at]]
                set_pile(play, name, cards[at:] + cards[:at])
                _tell_top(play, name)
            return True
    if cards:
        play.told += [*(Cycled(name, gone) for gone in cards), PileBarred(name)]
    return False


def can_exchange(position: Position, name: str) -> bool:
    """Tell whether the face-up card of a type pile can be replaced (KM-25, KM-50)."""
    hidden = position.build is not None and position.build.pile == name
    return not hidden and len(pile(position, name)) > 1


def exchangeable(position: Position) -> tuple[str, ...]:
    """Return the type piles whose face-up card can be replaced (KM-25)."""
    return tuple([name for name in TYPES if can_exchange(position, name)])


def swap_top(play: Play, seat: int, name: str) -> None:
    """Let a seat put the face-up card under its pile and turn up one that can be placed (KM-21, KM-47)."""
    top, *rest = pile(play, name)
    set_pile(play, name, (*rest, top))
    swapped = Swapped(seat, name, top)
    is_told_first = play.deal.version > RESULT_TOLD_FIRST
    if is_told_first:
        play.told.append(swapped)
    _tell_top(play, name)
    settle_pile(play, name)
    if not is_told_first:
        play.told.append(swapped)


def _tell_top(play: Play, name: str) -> None:
    if name != BASE:
        play.told.append(CardRevealed(name, pile(play, name)[0]))
