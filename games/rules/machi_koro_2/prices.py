"""What a card costs a player now, and what they could build (MK-38 to MK-41)."""

from functools import lru_cache

from games.rules.machi_koro_2.cards import CARDS, EFFECTS, ESTABLISHMENTS, KINDS, LANDMARKS
from games.rules.machi_koro_2.state import City, State

NEVER = 10**9
"""The price of what cannot be built, dearer than any purse."""


def buildable(state: State, seat: int) -> list[int]:
    """Return the cards a player could build now, row by row; no landmark at first (MK-10, MK-41)."""
    purse, prices = state.coins[seat], prices_for(state, seat)
    rows = state.rows[:-1] if state.turn.phase == "initial" else state.rows
    return [card for row in rows for card in row.kinds if prices[card] <= purse]


def prices_for(state: State, seat: int) -> tuple[int, ...]:
    """Return what each card costs a player now, ``NEVER`` if they may not build it (MK-38 to MK-40)."""
    own = state.cities[seat].landmarks
    return _prices(state.built, own, not own and is_last_without_landmarks(state.cities, seat))


def is_last_without_landmarks(cities: tuple[City, ...], seat: int) -> bool:
    """Whether a player has no landmark while every opponent has one (MK-40)."""
    return [bool(city.landmarks) for city in cities].count(False) == 1 and not cities[seat].landmarks


@lru_cache(maxsize=8192)
def _prices(built: int, own: tuple[int, ...], last_without: bool) -> tuple[int, ...]:
    landmarks = (_price(card, built, own, last_without) for card in range(KINDS, len(CARDS)))
    return (*(card.cost for card in ESTABLISHMENTS), *landmarks)


def _price(card: int, built: int, own: tuple[int, ...], last_without: bool) -> int:
    landmark = LANDMARKS[card - KINDS]
    cost = landmark.costs[len(own)] if len(own) < len(landmark.costs) else None
    if cost is None or (landmark.effect.build_requirement and not last_without):
        return NEVER
    return max(0, cost - sum(discount for _, discount in discounts(card, built, own)))


def discounts(card: int, built: int, own: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return the landmarks that make one cheaper for a player, each with its coins (MK-39)."""
    standing = (other for other in range(KINDS, len(CARDS)) if built >> other & 1)
    return tuple((other, EFFECTS[other].coins) for other in standing if _lowers(other, card, own))


def _lowers(other: int, card: int, own: tuple[int, ...]) -> bool:
    effect = EFFECTS[other]
    if effect.kind != "landmark_discount":
        return False
    return other in own if effect.applies_to == "all_landmarks" else effect.applies_to == CARDS[card].id
