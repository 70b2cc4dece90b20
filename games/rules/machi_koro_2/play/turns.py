"""Who decides next: initial opportunities, gifts, extra turns (MK-9 to MK-14, MK-50 to MK-52)."""

from games.rules.machi_koro_2.events import Event, ExtraTurn, Given, Passed, named
from games.rules.machi_koro_2.play.prices import buildable
from games.rules.machi_koro_2.state import INITIAL_ROUNDS, City, State, Turn, owned, right_of
from games.rules.protocol import Step

Events = tuple[Event, ...]


def next_opportunity(state: State, events: Events, reveals: bool = False) -> Step[State]:
    """Let the next player build who can, the others pass; after three rounds begin (MK-9, MK-13, MK-14)."""
    seats, first = state.deal.seats, state.deal.first
    for number in range(state.turn.number + 1, INITIAL_ROUNDS * seats):
        seat = (first + number) % seats
        after = turned(state, Turn("initial", seat, number))
        if buildable(after, seat):
            return Step(after, events, reveals)
        events += (Passed(seat, True),)
    return Step(turned(state, Turn("roll", first, INITIAL_ROUNDS * seats)), events, reveals)


def end_turn(state: State, events: Events, reveals: bool = False) -> Step[State]:
    """Ask for the gift if one is due and there is a choice, else go on (MK-50)."""
    turn = state.turn
    if not turn.give:
        return _next_turn(state, events, reveals)
    kinds = owned(state.cities[turn.seat])
    if len(kinds) > 1:
        asked = Turn("give", turn.seat, turn.number, turn.dice, turn.extra, True)
        return Step(turned(state, asked), events, reveals)
    return give(state, kinds[0], events, reveals) if kinds else _next_turn(state, events, reveals)


def give(state: State, card: int, events: Events = (), reveals: bool = False) -> Step[State]:
    """Hand an establishment to the right neighbour; it is forced if the city has no other kind (MK-50)."""
    seat = state.turn.seat
    other, forced = right_of(seat, state.deal.seats), len(owned(state.cities[seat])) == 1
    cities = [*state.cities]
    cities[seat] = added(cities[seat], card, -1)
    cities[other] = added(cities[other], card, 1)
    after = State(state.deal, state.coins, tuple(cities), state.rows, state.built, state.turn)
    return _next_turn(after, (*events, Given(seat, other, *named(card), forced)), reveals)


def added(city: City, card: int, change: int) -> City:
    """Return a city with copies more, or fewer, of an establishment."""
    copies = [*city.copies]
    copies[card] += change
    return City(tuple(copies), city.landmarks)


def turned(state: State, turn: Turn) -> State:
    """Return the same table with another turn."""
    return State(state.deal, state.coins, state.cities, state.rows, state.built, turn)


def _next_turn(state: State, events: Events, reveals: bool) -> Step[State]:
    """Let the same player take an extra turn, else the next one (MK-51, MK-52)."""
    turn = state.turn
    seat = turn.seat if turn.extra else (turn.seat + 1) % state.deal.seats
    if turn.extra:
        events += (ExtraTurn(seat),)
    return Step(turned(state, Turn("roll", seat, turn.number + 1)), events, reveals)
