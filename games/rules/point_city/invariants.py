"""What is true of every state that play can reach; for tests and the playout command."""

from collections import Counter
from collections.abc import Iterator

from games.rules.point_city.cards import BUILDINGS, FIRST_STARTER, SETUPS
from games.rules.point_city.packed import CARD, EMPTY, permanents_of, purse_of
from games.rules.point_city.state import State


def check_invariants(state: State) -> None:
    """Raise ``AssertionError`` unless everything is in exactly one place and the counts agree."""
    _check_cards(state)
    _check_tokens(state)
    _check_clock(state)
    for city in state.cities:
        assert city.purse == purse_of(city.cards), "the purse is not what the cards can pay"
        assert city.permanents == permanents_of(city.buildings), "the permanents are not the buildings'"


def removed(state: State) -> frozenset[int]:
    """Return the cards that setup put aside (PC-9)."""
    return frozenset(range(len(BUILDINGS))) - frozenset(state.deal.order)


def _check_cards(state: State) -> None:
    """Every card in play lies in one place; cards drawn are exactly those on the table (PC-1)."""
    places = Counter(_on_table(state))
    places.update(state.deck)
    places.update(removed(state))
    starters = range(FIRST_STARTER, FIRST_STARTER + state.deal.seats)
    assert places == Counter((*range(len(BUILDINGS)), *starters)), "a card is lost or in two places"
    assert len(state.deal.order) == sum(SETUPS[state.deal.seats].tier_cards), "the wrong number in play"


def _on_table(state: State) -> Iterator[int]:
    yield from (value & CARD for value in state.market if value != EMPTY)
    yield from state.discard
    for city in state.cities:
        yield from city.cards
        yield from city.buildings


def _check_tokens(state: State) -> None:
    tokens = [*state.line, *(token for city in state.cities for token in city.tokens)]
    assert len(tokens) == len(set(tokens)), "a civic token is in two places"
    assert len(tokens) == SETUPS[state.deal.seats].civic_tokens, "a civic token is lost"


def _check_clock(state: State) -> None:
    """Each turn uses up two deck cards (PC-56), and only the end leaves empty slots (PC-59)."""
    assert state.drawn == min(16 + 2 * (state.turn - 1), len(state.deal.order)), "the deck is off"
    empty = state.market.count(EMPTY)
    assert empty in ((0, 2) if state.over else (0,)), "the market has holes"
