"""What is true of every state that play can reach; for tests, stored states and the playout command."""

from games.rules.card_city.cards import AREA, CARDS_EACH, DECK_TYPES, LIMIT, PLAYERS, ROUNDS, START, TYPES
from games.rules.card_city.cities.city import (
    FOUNDED,
    City,
    beside,
    counted,
    limit,
    purchasable,
    with_card,
    with_coins,
)
from games.rules.card_city.cities.grid import ORIGIN, cells_of, districts
from games.rules.card_city.play.divisions import hidden_count
from games.rules.card_city.play.rounds import open_growths
from games.rules.card_city.setup import draw_size
from games.rules.card_city.state import Phase, State


def check_invariants(state: State) -> None:
    """Raise ``AssertionError`` unless every card is in one place and every city obeys the rules."""
    _check_cards(state)
    _check_phase(state)
    for city in state.cities:
        check_city(city)


def check_city(city: City) -> None:
    """Raise ``AssertionError`` unless a city is one that can be built (CC-3 to CC-10, CC-33, CC-36)."""
    assert city.cells[START] == 1 << ORIGIN, "the start card is not where it belongs"
    assert city.coins >= 0, "a debt"
    assert counted(city) <= limit(city), "more cards than the limit allows"
    assert city.taken.bit_count() <= AREA, "more cards than the square holds"
    assert len(districts(city.taken)) == 1, "a city in pieces"
    assert not city.taken & ~city.square, "a city that does not fit into the square"
    assert limit(city) == LIMIT + sum(
        row.raises_limit * city.cells[card].bit_count() for card, row in enumerate(TYPES)
    )
    rebuilt = FOUNDED
    for card in DECK_TYPES:
        for cell in cells_of(city.cells[card]):
            assert not rebuilt.taken >> cell & 1, "two cards on one cell"
            rebuilt = with_card(rebuilt, card, cell)
        assert not city.cells[card] & beside(city, TYPES[card].never_beside), "cards that may never touch"
    assert rebuilt == with_coins(city, rebuilt.coins), "figures that do not follow from the cells"


def _check_cards(state: State) -> None:
    """Each type has as many cards as the box (CC-16), and the deck is as long as the round says (CC-30)."""
    piles = state.piles
    loose = [*state.deck, *piles.hand, *piles.pair, *piles.up, *piles.down]
    loose += [card for hand in state.hands for card in hand]
    assert len(state.supply) == len(DECK_TYPES), "a supply of other types"
    for card in DECK_TYPES:
        lying = sum(city.cells[card].bit_count() for city in state.cities)
        assert min(state.supply) >= 0, "a debt of cards"
        assert loose.count(card) + lying + state.supply[card] == TYPES[card].box, "a card is lost or doubled"
    seats, drawn = state.deal.seats, state.round
    deck = seats * CARDS_EACH * (ROUNDS - drawn)
    under = state.phase == Phase.KEEP and len(piles.hand) > CARDS_EACH
    assert len(state.deck) == deck - under, "the deck is off"


def _check_phase(state: State) -> None:
    """Who acts follows from the phase and the cards (CC-77)."""
    seats, piles = state.deal.seats, state.piles
    assert 1 <= state.round <= ROUNDS, "no such round"
    assert len(state.cities) == len(state.hands) == seats, "a city or a hand is missing"
    assert seats in PLAYERS and state.deal.first < seats, "no such seats"
    assert piles.divider < seats and piles.division <= max(seats - 1, 1), "no such division"
    match state.phase:
        case Phase.DIVIDE:
            assert len(piles.hand) == draw_size(seats) - CARDS_EACH * (piles.division - 1)
            assert state.acts == {piles.divider}
        case Phase.CHOOSE:
            held = len(piles.pair + piles.up + piles.down)
            assert len(piles.up) == len(piles.down) == hidden_count(held)
            assert state.acts == {state.chooser}
        case Phase.KEEP:
            assert (len(piles.hand), seats, [*state.acts]) == (draw_size(1), 1, [0])
        case Phase.BUILD:
            assert state.acts == {seat for seat, hand in enumerate(state.hands) if hand}
        case _:
            _check_late_phase(state)
    in_hand = state.phase in (Phase.DIVIDE, Phase.CHOOSE, Phase.BUILD)
    assert in_hand or not any(state.hands), "cards left over"


def _check_late_phase(state: State) -> None:
    match state.phase:
        case Phase.DEVELOP:
            ready = {seat for seat in range(state.deal.seats) if open_growths(state, seat)}
            assert state.acts == ready != set(), "who may develop is to act"
        case Phase.BUY:
            (buyer,) = state.acts
            assert purchasable(state.cities[buyer], state.supply), "a buyer who cannot buy"
        case _:
            assert not state.acts and state.round == ROUNDS, "the game is over too soon"
