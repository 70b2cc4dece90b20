"""Version 1: who left built the cheapest card, and could win (MK-67); every winner counted 3 landmarks."""

from games.rules.machi_koro_2 import engine, scoring
from games.rules.machi_koro_2.moves import BUILDS, PASS, Move
from games.rules.machi_koro_2.play.prices import buildable, prices_for
from games.rules.machi_koro_2.state import LANDMARKS_TO_WIN, State, is_landmark


def default_move(state: State, seat: int) -> Move:
    """Return what is played for a seat that left or is out of time."""
    if state.turn.phase in ("initial", "build"):
        return _cheapest(state, seat)
    return engine.default_move(state, seat)


def _cheapest(state: State, seat: int) -> Move:
    """Return building the cheapest landmark, else the cheapest establishment, else passing."""
    prices, cards = prices_for(state, seat), buildable(state, seat)
    chosen = [card for card in cards if is_landmark(card)] or cards
    return BUILDS[min(chosen, key=lambda card: prices[card])] if chosen else PASS


def scores(state: State) -> tuple[int, ...]:
    """Return the landmarks of each seat; whoever has won counts as having all it takes (MK-53)."""
    won = scoring.winner(state)
    return tuple([LANDMARKS_TO_WIN if seat == won else n for seat, n in enumerate(scoring.scores(state))])
