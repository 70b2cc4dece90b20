"""What a card costs a player now, and what they could build (MK-38 to MK-41)."""

from functools import cache

from games.rules.machi_koro_2.cards import CARDS, EFFECTS, ESTABLISHMENTS, KINDS, LANDMARKS
from games.rules.machi_koro_2.state import City, State

NEVER = 10**9
"""The price of what cannot be built, dearer than any purse."""
_DISCOUNTS = tuple(card for card, effect in enumerate(EFFECTS) if effect.kind == "landmark_discount")
_FOR_OWNERS = tuple(card for card in _DISCOUNTS if EFFECTS[card].applies_to == "all_landmarks")


def buildable(state: State, seat: int) -> list[int]:
    """Return the cards a player could build now, row by row; no landmark at first (MK-10, MK-41)."""
    purse, prices = state.coins[seat], prices_for(state, seat)
    rows = state.rows[:-1] if state.turn.phase == "initial" else state.rows
    return [card for row in rows for card in row.kinds if prices[card] <= purse]


def prices_for(state: State, seat: int) -> tuple[int, ...]:
    """Return what each card costs a player now, ``NEVER`` if they may not build it (MK-38 to MK-40)."""
    own = state.cities[seat].landmarks
    last = not own and is_last_without_landmarks(state.cities, seat)
    return prices_at(len(own), lowering(state.built, own), last)


def is_last_without_landmarks(cities: tuple[City, ...], seat: int) -> bool:
    """Whether a player has no landmark while every opponent has one (MK-40)."""
    return [bool(city.landmarks) for city in cities].count(False) == 1 and not cities[seat].landmarks


def lowering(built: int, own: tuple[int, ...]) -> tuple[int, ...]:
    """Return the landmarks that make others cheaper for a player with these (MK-39)."""
    return tuple(card for card in _DISCOUNTS if (card in own if card in _FOR_OWNERS else built >> card & 1))


def discounts(card: int, lowered_by: tuple[int, ...]) -> tuple[int, ...]:
    """Return those among these landmarks that make one of them cheaper (MK-39)."""
    targets = ("all_landmarks", CARDS[card].id)
    return tuple(other for other in lowered_by if EFFECTS[other].applies_to in targets)


@cache
def prices_at(built: int, lowered_by: tuple[int, ...], last_without: bool) -> tuple[int, ...]:
    """Return what each card costs a player with so many landmarks (MK-38 to MK-40)."""
    landmarks = (_price(card, built, lowered_by, last_without) for card in range(KINDS, len(CARDS)))
    return (*(card.cost for card in ESTABLISHMENTS), *landmarks)


def _price(card: int, built: int, lowered_by: tuple[int, ...], last_without: bool) -> int:
    landmark = LANDMARKS[card - KINDS]
    cost = landmark.costs[built] if built < len(landmark.costs) else None
    if cost is None or (landmark.effect.build_requirement and not last_without):
        return NEVER
    return max(0, cost - sum(EFFECTS[other].coins for other in discounts(card, lowered_by)))
