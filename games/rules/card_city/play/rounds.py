"""What happens by itself between the moves: phases end, income is paid, rounds begin (CC-18, CC-83)."""

from games.rules.card_city.cards import CARDS_EACH, ROUNDS, SUBSIDY, triangular
from games.rules.card_city.cities.city import City, can_build, purchasable, room, with_coins
from games.rules.card_city.cities.growth import growths
from games.rules.card_city.events import CardsSeen, GameEnded, IncomePaid, Received, Returned, RoundBegan
from games.rules.card_city.moves import letters
from games.rules.card_city.scoring import city_points, earning_sizes
from games.rules.card_city.setup import draw_size
from games.rules.card_city.state import Cards, Phase, Piles, State
from games.rules.protocol import Event
from games.rules.records import put

Told = list[Event]
"""The events of a move so far, in order."""
NOBODY: frozenset[int] = frozenset()


def with_city(state: State, seat: int, city: City, supply: tuple[int, ...]) -> State:
    """Return the position with another city of a seat and another supply."""
    rest = (supply, state.deck, state.piles, state.acts)
    return State(state.deal, state.phase, state.round, put(state.cities, seat, city), state.hands, *rest)


def return_cards(supply: tuple[int, ...], seat: int, cards: Cards, told: Told) -> tuple[int, ...]:
    """Put what cannot be built into the supply (CC-39)."""
    if cards:
        told.append(Returned(seat, letters(cards)))
    for card in cards:
        supply = put(supply, card, supply[card] + 1)
    return supply


def begin_build(state: State, hands: tuple[Cards, ...], told: Told) -> State:
    """Show all cards received; who can build none of them has built (CC-29, CC-39)."""
    supply, acts = state.supply, set()
    told += [Received(seat, letters(hand)) for seat, hand in enumerate(hands)]
    for seat, hand in enumerate(hands):
        if can_build(state.cities[seat], hand):
            acts.add(seat)
        else:
            supply, hands = return_cards(supply, seat, hand, told), put(hands, seat, ())
    rest = (supply, state.deck, Piles(state.start_player), frozenset(acts))
    after = State(state.deal, Phase.BUILD, state.round, state.cities, hands, *rest)
    return after if acts else end_development(after, told)


def rooms_ahead(state: State, seat: int) -> int:
    """Return how many cards the unfinished players before this one could still take (CC-54)."""
    ahead = state.turn_order[: (seat - state.start_player) % state.deal.seats]
    cities = [state.cities[other] for other in ahead]
    return sum([room(city) for city in cities if growths(city, state.supply)])


def open_growths(state: State, seat: int) -> dict[int, int]:
    """Return the seat's legal cells by type for which it need not wait (CC-49, CC-54)."""
    growing = growths(state.cities[seat], state.supply)
    if not growing:
        return growing
    taken = rooms_ahead(state, seat)
    return {card: mask for card, mask in growing.items() if state.supply[card] > taken}


def end_development(state: State, told: Told) -> State:
    """Say who develops now; when nobody is left, income is paid and the market opens (CC-54 to CC-56)."""
    acts = frozenset([seat for seat in range(state.deal.seats) if open_growths(state, seat)])
    if acts:
        return _now(state, Phase.DEVELOP, acts, state.cities)
    paid = [_income(seat, city) for seat, city in enumerate(state.cities)]
    told += paid
    cities = tuple(
        [with_coins(city, city.coins + one.coins) for city, one in zip(state.cities, paid, strict=True)]
    )
    return next_buyer(_now(state, Phase.BUY, NOBODY, cities), None, told)


def _income(seat: int, city: City) -> IncomePaid:
    sizes = earning_sizes(city)
    return IncomePaid(seat, SUBSIDY, sizes, SUBSIDY + sum(map(triangular, sizes)))


def next_buyer(state: State, last: int | None, told: Told) -> State:
    """Ask the next player in turn order who can buy; after the last the round ends (CC-59, CC-62)."""
    order = state.turn_order
    left = order if last is None else order[order.index(last) + 1 :]
    for seat in left:
        if purchasable(state.cities[seat], state.supply):
            return _now(state, Phase.BUY, frozenset((seat,)), state.cities)
    if state.round == ROUNDS:
        told.append(GameEnded(tuple(map(city_points, state.cities))))
        return _now(state, Phase.OVER, NOBODY, state.cities)
    return begin_round(state, told)


def begin_round(state: State, told: Told) -> State:
    """Pass the marker and let the start player draw; alone, the last two cards are kept (CC-64, CC-72)."""
    seats, count = state.deal.seats, draw_size(state.deal.seats)
    start = (state.start_player + 1) % seats
    hand, deck = tuple(sorted(state.deck[:count])), state.deck[count:]
    told.append(RoundBegan(state.round + 1, start, len(hand)))
    phase = Phase.KEEP if seats == 1 else Phase.DIVIDE
    rest = (state.supply, deck, Piles(start, hand=hand), frozenset((start,)))
    after = State(state.deal, phase, state.round + 1, state.cities, state.hands, *rest)
    if len(hand) == CARDS_EACH:
        return begin_build(after, (hand,), told)
    told.append(CardsSeen(start, letters(hand), only_for=start))
    return after


def _now(state: State, phase: Phase, acts: frozenset[int], cities: tuple[City, ...]) -> State:
    rest = (state.supply, state.deck, state.piles, acts)
    return State(state.deal, phase, state.round, cities, state.hands, *rest)
