"""Events ready to hand out: games make the same few thousand over and over, so each is built once."""

from functools import cache, lru_cache

from games.rules.point_city.cards import BUILDINGS, CARDS, RESOURCES, SORTS, TOKENS
from games.rules.point_city.events import (
    AutomaTook,
    Built,
    CardTaken,
    DeckTaken,
    Flipped,
    Paid,
    Refilled,
    TokenTaken,
)
from games.rules.point_city.packed import BUILT, CARD

_MANY = 1 << 14


@cache
def flipped(seat: int, slot: int, card: int) -> Flipped:
    """Report a flip."""
    return Flipped(seat, slot, CARDS[card].id, BUILDINGS[card].name)


@cache
def taken(seat: int, slot: int, value: int) -> CardTaken | Built:
    """Report what a seat did with the card of a slot; a resource side hides the rest (PC-17)."""
    row = CARDS[value & CARD]
    if value >= BUILT:
        return Built(seat, slot, row.id, BUILDINGS[value & CARD].name)
    return CardTaken(seat, slot, RESOURCES[row.resource], row.count)


@lru_cache(maxsize=_MANY)
def paid(seat: int, pay: tuple[int, ...]) -> Paid:
    """Report a payment."""
    return Paid(seat, _names(pay))


@cache
def token_taken(seat: int, token: int) -> TokenTaken:
    """Report a civic token taken."""
    return TokenTaken(seat, TOKENS[token].id, TOKENS[token].label)


@cache
def deck_taken(seat: int, sorts: tuple[int, ...]) -> DeckTaken:
    """Report a deck pair by its resource sides (PC-30)."""
    return DeckTaken(seat, _names(sorts))


@cache
def refilled(slot: int, value: int) -> Refilled:
    """Report the side a new market card shows (PC-53)."""
    return Refilled(slot, *_shown(value))


def automa_took(slot: int, value: int, token: int | None) -> AutomaTook:
    """Report one card of the automa's turn (PC-69, PC-70)."""
    return AutomaTook(slot, *_shown(value), None if token is None else TOKENS[token].id)


def _shown(value: int) -> tuple[str | None, str | None, str | None, int]:
    row = CARDS[value & CARD]
    if value >= BUILT:
        return row.id, BUILDINGS[value & CARD].name, None, 0
    return None, None, RESOURCES[row.resource], row.count


def _names(sorts: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(SORTS[sort] for sort in sorts)
