"""Who won, and how near the others came (MK-53, MK-54)."""

from collections.abc import Mapping

from games.rules.machi_koro_2.state import State
from games.rules.phrases import Phrase, ngettext
from games.rules.protocol import ranked
from games.rules.units import Unit
from games.rules.words import gettext_noop


def winner(state: State) -> int | None:
    """Return who won, or None while the game is on (MK-53)."""
    return state.turn.seat if state.turn.phase == "over" else None


def scores(state: State) -> tuple[int, ...]:
    """Return the landmarks of each seat; with Launch Pad even one wins (MK-53)."""
    return tuple([len(city.landmarks) for city in state.cities])


def places(state: State) -> tuple[int, ...]:
    """Return the place of every seat: landmarks, then coins, then shared; the winner first (MK-54)."""
    won = winner(state)
    wins = [seat == won for seat in range(state.deal.seats)]
    return ranked(tuple(zip(wins, scores(state), state.coins, strict=True)))


def count_landmarks(n: int) -> Phrase:
    """Say how many landmarks."""
    return ngettext("%(n)s landmark", "%(n)s landmarks", n)


LANDMARKS = Unit(gettext_noop("Landmarks"), count_landmarks)


def tally(state: State) -> Mapping[str, tuple[int, ...]]:
    """Return the coins and the copies of establishments of each seat."""
    return {
        "coins": state.coins,
        "establishments": tuple([sum(city.copies) for city in state.cities]),
    }
