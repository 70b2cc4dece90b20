"""What is true of every state that play can reach; for tests and the playout command."""

from collections import Counter

from games.rules.machi_koro_2.cards import COPIES, DECK_OF, DECKS
from games.rules.machi_koro_2.play.rows import WIDTH
from games.rules.machi_koro_2.state import INITIAL_ROUNDS, LANDMARKS_TO_WIN, State, built_by


def check_invariants(state: State) -> None:
    """Raise ``AssertionError`` unless every card is in one place and the counts agree."""
    _check_cards(state)
    _check_rows(state)
    _check_turn(state)
    assert min(state.coins) >= 0, "somebody owes coins"
    assert state.built == built_by(state.cities), "the landmarks' bits are not the cities'"
    most = LANDMARKS_TO_WIN if state.turn.phase == "over" else LANDMARKS_TO_WIN - 1
    assert all(len(city.landmarks) <= most for city in state.cities), "the game should be over"


def _check_cards(state: State) -> None:
    """Every card lies in a deck, a row or a city (MK-1)."""
    places: Counter[int] = Counter()
    for number, row in enumerate(state.rows):
        places.update(state.deck(number))
        places.update(dict(zip(row.kinds, row.counts, strict=True)))
    for city in state.cities:
        places.update(dict(enumerate(city.copies)))
        places.update(city.landmarks)
    assert places == Counter(dict(enumerate(COPIES))), "a card is lost or in two places"


def _check_rows(state: State) -> None:
    """Rows hold five piles while their decks last, of cards of their own deck (MK-6, MK-46)."""
    for number, row in enumerate(state.rows):
        full = state.deck(number) and state.turn.phase != "over"
        assert len(row.kinds) == WIDTH if full else len(row.kinds) <= WIDTH, "a row is not filled"
        assert all(row.counts), "an empty pile lies in a row"
        assert {DECK_OF[kind] for kind in row.kinds} <= {number}, f"a wrong card in {DECKS[number]}"


def _check_turn(state: State) -> None:
    turn, opening = state.turn, INITIAL_ROUNDS * state.deal.seats
    assert (turn.number < opening) == (turn.phase == "initial"), "the rounds are miscounted"
    assert bool(turn.swaps) == (turn.phase == "swap"), "swaps are asked at the wrong time"
    assert bool(turn.dice) == (turn.phase in ("dice", "swap", "build", "give", "over")), (
        "dice at the wrong time"
    )
    assert (0 in turn.dice) == (turn.phase == "dice"), "dice have not fallen"
    assert all(0 <= pips <= 6 for pips in turn.dice), "no such die"
