"""The cheapest way to win from here: which landmarks, at what price (MK-38 to MK-41, MK-53)."""

from dataclasses import dataclass
from functools import lru_cache
from statistics import median_high

from games.rules.machi_koro_2.cards import CARDS, EFFECTS, KINDS, LANDMARK_ROW, LANDMARKS
from games.rules.machi_koro_2.play.prices import NEVER, is_last_without_landmarks, lowering, prices_at
from games.rules.machi_koro_2.state import LANDMARKS_TO_WIN, State

WINNERS = tuple(card for card in range(KINDS, len(CARDS)) if EFFECTS[card].kind == "win_game")
"""The landmarks that win at once."""
USUAL = tuple(
    median_high(cost for landmark in LANDMARKS if (cost := landmark.costs[place]) is not None)
    for place in range(LANDMARKS_TO_WIN)
)
"""What a landmark that has not been turned up yet will likely cost as first, second and third."""


@dataclass(frozen=True, slots=True)
class Route:
    """What is to be paid in all, what for the next landmark, and what for winning with the next build."""

    cost: int
    next: int
    win: int
    is_last: bool
    """Whether the next landmark wins."""


def route(state: State, seat: int) -> Route:
    """Return the cheapest way for a seat to win with the landmarks that lie in the row."""
    own = state.cities[seat].landmarks
    last = not own and is_last_without_landmarks(state.cities, seat)
    place = min(len(own), LANDMARKS_TO_WIN - 1)
    return _route(state.rows[LANDMARK_ROW].kinds, place, lowering(state.built, own), last)


@lru_cache(maxsize=1 << 12)
def _route(lying: tuple[int, ...], built: int, lowered_by: tuple[int, ...], last: bool) -> Route:
    plain = tuple(card for card in lying if card not in WINNERS)
    paid, cost, winning = 0, NEVER, []
    for place in range(built, LANDMARKS_TO_WIN):
        prices = prices_at(place, lowered_by, last and place == built)
        winning.append(min([prices[card] for card in lying if card in WINNERS], default=NEVER))
        cost = min(cost, paid + winning[-1])
        offers = sorted([*[prices[card] for card in plain], *USUAL[place : place + 1] * LANDMARKS_TO_WIN])
        paid += offers[place - built]
    first = min([prices_at(built, lowered_by, last)[card] for card in plain], default=NEVER)
    is_last = built == LANDMARKS_TO_WIN - 1
    return Route(min(cost, paid), first, min(winning[0], first) if is_last else winning[0], is_last)
