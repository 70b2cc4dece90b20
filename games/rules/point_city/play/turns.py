"""What each move does: the new position, and the events that tell of it (PC-19 to PC-58)."""

from games.rules.point_city.cards import CARDS
from games.rules.point_city.events import GameEnded, Passed
from games.rules.point_city.market.payments import Pay, spend
from games.rules.point_city.moves import TakeMarket
from games.rules.point_city.packed import BUILT, CARD, COIN, EMPTY, PERMANENT, SORT_COINS
from games.rules.point_city.play.reports import deck_taken, flipped, paid, refilled, taken, token_taken
from games.rules.point_city.scoring import points
from games.rules.point_city.state import City, State
from games.rules.protocol import Event, Step

Ints = tuple[int, ...]


def flip(state: State, seat: int, slot: int) -> Step[State]:
    """Turn a card to its building side; the turn goes on (PC-20, PC-23)."""
    card = state.market[slot]
    market = list(state.market)
    market[slot] = card + BUILT
    unchanged = (state.cities, state.line, state.discard, state.drawn, state.turn)
    return Step(State(state.deal, tuple(market), *unchanged, flipped=True), (flipped(seat, slot, card),))


def take_deck(state: State, seat: int) -> Step[State]:
    """Take the top two cards of the deck on their resource sides (PC-30, PC-54, PC-58)."""
    pair = state.deal.order[state.drawn : state.drawn + 2]
    cities = _with(state.cities, seat, gain(state.cities[seat], pair, (), ())[0])
    after = _next_turn(state, state.market, cities, state.line, state.discard)
    return Step(after, (deck_taken(seat, tuple([CARDS[card].sort for card in pair])),))


def take_market(state: State, seat: int, move: TakeMarket) -> Step[State]:
    """Take, pay, build, choose tokens and refill, all in one (PC-27 to PC-55)."""
    a, b, market = move.a, move.b, state.market
    city, spent = gain(state.cities[seat], (market[a], market[b]), move.pay, move.tokens)
    line = without(state.line, move.tokens)
    cities = _with(state.cities, seat, city)
    after = refill(state, (a, b), cities, line, state.discard + spent)
    events: tuple[Event, ...] = (taken(seat, a, market[a]), taken(seat, b, market[b]))
    if move.pay:
        events += (paid(seat, move.pay),)
    if move.tokens:
        events += tuple([token_taken(seat, token) for token in move.tokens])
    return Step(after, events + closing(after, a, b))


def give_up(state: State) -> Step[State]:
    """End the game with a forced pass (PC-32, PC-63)."""
    after = _ended(state, state.market, state.cities, state.line, state.discard)
    return Step(after, (Passed(state.holder), _game_ended(after)))


def gain(city: City, pair: Ints, pay: Pay, tokens: Ints) -> tuple[City, Ints]:
    """Return the city with the pair taken, built and paid for, and the cards spent (PC-29, PC-43, PC-44)."""
    cards, buildings, purse, permanents = city.cards, city.buildings, city.purse, city.permanents
    for value in pair:
        if value < BUILT:
            cards += (value,)
            purse += COIN[value]
        else:
            buildings += (value & CARD,)
            permanents += PERMANENT[value & CARD]
    for sort in pay:
        purse -= SORT_COINS[sort]
    kept, spent = spend(cards, pay)
    return City(kept, buildings, city.tokens + tokens, purse, permanents), spent


def without(line: Ints, tokens: Ints) -> Ints:
    """Return the tokens that stay face up, in their order (PC-50, PC-66)."""
    return tuple([token for token in line if token not in tokens]) if tokens else line


def refill(state: State, slots: Ints, cities: tuple[City, ...], line: Ints, discard: Ints) -> State:
    """Fill the lower slot first, each on the side opposite to the one taken, or end (PC-52 to PC-55)."""
    low, high = slots
    market, order, drawn = list(state.market), state.deal.order, state.drawn
    if drawn >= len(order):
        market[low] = market[high] = EMPTY
        return _ended(state, tuple(market), cities, line, discard)
    market[low] = order[drawn] + BUILT if market[low] < BUILT else order[drawn]
    market[high] = order[drawn + 1] + BUILT if market[high] < BUILT else order[drawn + 1]
    return _next_turn(state, tuple(market), cities, line, discard)


def closing(after: State, low: int, high: int) -> tuple[Event, ...]:
    """Return the events of the refill, or of the end."""
    if after.over:
        return (_game_ended(after),)
    return refilled(low, after.market[low]), refilled(high, after.market[high])


def _next_turn(state: State, market: Ints, cities: tuple[City, ...], line: Ints, discard: Ints) -> State:
    return State(state.deal, market, cities, line, discard, state.drawn + 2, state.turn + 1)


def _ended(state: State, market: Ints, cities: tuple[City, ...], line: Ints, discard: Ints) -> State:
    counts = (state.drawn, state.turn, state.flipped)
    return State(state.deal, market, cities, line, discard, *counts, over=True)


def _with(cities: tuple[City, ...], seat: int, city: City) -> tuple[City, ...]:
    changed = list(cities)
    changed[seat] = city
    return tuple(changed)


def _game_ended(after: State) -> GameEnded:
    scored, seats = points(after), after.deal.seats
    return GameEnded(scored[:seats], scored[seats] if len(scored) > seats else None)
