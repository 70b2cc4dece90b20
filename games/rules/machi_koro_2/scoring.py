"""Who won, and how near the others came (MK-53, MK-54)."""

from games.rules.machi_koro_2.state import LANDMARKS_TO_WIN, State
from games.rules.protocol import Outcome, ranked


def winner(state: State) -> int | None:
    """Return who won, or None while the game is on (MK-53)."""
    return state.turn.seat if state.turn.phase == "over" else None


def scores(state: State) -> tuple[int, ...]:
    """Return the landmarks of each seat; whoever has won has all it takes (MK-53)."""
    won = winner(state)
    return tuple(
        LANDMARKS_TO_WIN if seat == won else len(city.landmarks) for seat, city in enumerate(state.cities)
    )


def places(state: State) -> tuple[int, ...]:
    """Return the place of every seat: landmarks, then coins, then shared; the winner first (MK-54)."""
    return ranked(tuple(zip(scores(state), state.coins, strict=True)))


def outcomes(state: State) -> tuple[Outcome, ...]:
    """Return the seats' landmarks and places (MK-54)."""
    return tuple(map(Outcome, scores(state), places(state)))
