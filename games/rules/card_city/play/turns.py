"""What each move does, but for what the end of a phase brings by itself (CC-20 to CC-65)."""

from games.rules.card_city.cards import SOLD, TYPES
from games.rules.card_city.cities.city import can_build, next_price, with_card
from games.rules.card_city.cities.grid import districts, place_of
from games.rules.card_city.events import (
    Bought,
    Built,
    CardsHidden,
    CardsSeen,
    Chosen,
    Developed,
    Divided,
    Passed,
    PutUnder,
)
from games.rules.card_city.moves import Build, Buy, Choose, Develop, Divide, Keep, Pass, letters
from games.rules.card_city.play.rounds import (
    Told,
    begin_build,
    end_development,
    next_buyer,
    return_cards,
    with_city,
)
from games.rules.card_city.state import Cards, Phase, Piles, State, without
from games.rules.protocol import Step
from games.rules.records import put


def divide(state: State, seat: int, move: Divide) -> Step[State]:
    """Lay out the piles; the next chooser is to choose (CC-22, CC-24)."""
    piles = state.piles
    up = without(without(piles.hand, move.pair), move.down)
    laid = Piles(piles.divider, piles.division, (), move.pair, up, move.down)
    told = Divided(seat, letters(move.pair), letters(up), len(move.down))
    hidden = CardsHidden(seat, letters(move.down), only_for=seat)
    after = _in_phase_1(state, Phase.CHOOSE, state.hands, laid)
    return Step(_acting(after, after.chooser), (told, hidden))


def choose(state: State, seat: int, move: Choose) -> Step[State]:
    """Give the Pair to whom it goes; the Rest is divided again, or kept at the end (CC-25, CC-26)."""
    piles = state.piles
    takes_pair = move.pile == "pair"
    divider = piles.divider if takes_pair else seat
    hands = put(state.hands, seat if takes_pair else piles.divider, piles.pair)
    rest = tuple(sorted(piles.up + piles.down))
    told: Told = [Chosen(seat, move.pile, piles.divider)]
    if piles.division == state.deal.seats - 1:
        return Step(begin_build(state, put(hands, divider, rest), told), tuple(told))
    if not takes_pair:
        told.append(CardsSeen(seat, letters(rest), only_for=seat))
    after = _in_phase_1(state, Phase.DIVIDE, hands, Piles(divider, piles.division + 1, rest))
    return Step(_acting(after, divider), tuple(told))


def keep(state: State, seat: int, move: Keep) -> Step[State]:
    """Keep two cards and put the third under the deck (CC-71)."""
    under = without(state.piles.hand, move.cards)
    told: Told = [PutUnder(seat, letters(under), only_for=seat)]
    after = _with_deck(state, state.deck + under)
    return Step(begin_build(after, (move.cards,), told), tuple(told))


def build(state: State, seat: int, move: Build) -> Step[State]:
    """Build a card and pay for it; what cannot be built any more goes to the supply (CC-32, CC-38, CC-39)."""
    card, row = move.card, TYPES[move.card]
    told: Told = [Built(seat, row.code, *place_of(move.cell), row.cost)]
    city = with_card(state.cities[seat], card, move.cell, row.cost)
    hand, supply, acts = without(state.hands[seat], (card,)), state.supply, state.acts
    if not hand or not can_build(city, hand):
        supply = return_cards(supply, seat, hand, told)
        hand, acts = (), acts - {seat}
    cities, hands = put(state.cities, seat, city), put(state.hands, seat, hand)
    rest = (state.deck, state.piles, acts)
    after = State(state.deal, state.phase, state.round, cities, hands, supply, *rest)
    return Step(after if acts else end_development(after, told), tuple(told))


def develop(state: State, seat: int, move: Develop) -> Step[State]:
    """Add a card of the supply to a district; all districts are looked at anew (CC-43, CC-50)."""
    card = move.card
    city = with_card(state.cities[seat], card, move.cell)
    grown = next(group for group in districts(city.cells[card]) if group >> move.cell & 1)
    told: Told = [Developed(seat, TYPES[card].code, *place_of(move.cell), grown.bit_count())]
    after = with_city(state, seat, city, put(state.supply, card, state.supply[card] - 1))
    return Step(end_development(after, told), tuple(told))


def buy(state: State, seat: int, move: Buy | Pass) -> Step[State]:
    """Pay the price of the card for sale and place it, or buy nothing (CC-59 to CC-62)."""
    told: Told = []
    after = _bought(state, seat, move.cell, told) if isinstance(move, Buy) else state
    if after is state:
        told.append(Passed(seat))
    return Step(next_buyer(after, seat, told), tuple(told))


def _bought(state: State, seat: int, cell: int, told: Told) -> State:
    city = state.cities[seat]
    cost = next_price(city)
    told.append(Bought(seat, TYPES[SOLD].code, *place_of(cell), cost))
    supply = put(state.supply, SOLD, state.supply[SOLD] - 1)
    return with_city(state, seat, with_card(city, SOLD, cell, cost), supply)


def _in_phase_1(state: State, phase: Phase, hands: tuple[Cards, ...], piles: Piles) -> State:
    rest = (state.supply, state.deck, piles, state.acts)
    return State(state.deal, phase, state.round, state.cities, hands, *rest)


def _acting(state: State, seat: int) -> State:
    counts = (state.deal, state.phase, state.round, state.cities, state.hands, state.supply)
    return State(*counts, state.deck, state.piles, frozenset((seat,)))


def _with_deck(state: State, deck: Cards) -> State:
    counts = (state.deal, state.phase, state.round, state.cities, state.hands, state.supply)
    return State(*counts, deck, state.piles, state.acts)
