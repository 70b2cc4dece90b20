"""Positions of Machi Koro 2 in a few words.

``table(city("cafe 2*bakery", "park"), city(), coins=(3, 5))`` is two cities and their coins; the first
seat is to roll. Rows and decks are filled with what is left of the cards.
"""

from collections import Counter

import pytest

from games.bots.playouts import deal, random_playout
from games.rules.machi_koro_2.cards import CARD_NUMBERS, COPIES, DECK_OF, IDS, KINDS
from games.rules.machi_koro_2.invariants import check_invariants
from games.rules.machi_koro_2.play.rows import filled
from games.rules.machi_koro_2.state import City, Deal, Options, State, Turn, built_by
from games.rules.protocol import CHANCE, IllegalMove
from games.rules.registry import get

RULESET = get("machi_koro_2")
LOW, HIGH, LANDMARKS = range(3)


def cards(text):
    """Return cards by their ids, ``2*cafe`` for two copies."""
    found = []
    for word in text.split():
        times, _, name = word.rpartition("*")
        found += [CARD_NUMBERS[name]] * int(times or 1)
    return tuple(found)


def city(establishments="", landmarks=""):
    """Return a city."""
    counts = Counter(cards(establishments))
    return City(tuple(counts[kind] for kind in range(KINDS)), cards(landmarks))


def table(*cities, coins=None, rows=("", "", ""), decks=("", "", ""), **turn):
    """Return a position before the first seat rolls; named cards lie in the rows and on top of the decks."""
    cities = cities or (city(), city())
    coins = coins or (5,) * len(cities)
    turn = {"phase": "roll", "seat": 0, "number": 3 * len(cities), **turn}
    used = Counter(card for each in cities for card in each.landmarks)
    for each in cities:
        used.update(dict(enumerate(each.copies)))
    made = [_row(number, used, cards(rows[number]), cards(decks[number])) for number in range(3)]
    dealt, orders = zip(*made, strict=True)
    deal = Deal(Options(), len(cities), 0, orders)
    state = State(deal, tuple(coins), cities, dealt, built_by(cities), Turn(**turn))
    check_invariants(state)
    return state


def _row(number, used, lying, top):
    """Return a row, and its deck in the order it was turned up."""
    own = Counter({card: COPIES[card] for card in range(len(COPIES)) if DECK_OF[card] == number})
    left = own - used - Counter(lying) - Counter(top)
    gone = sorted(((own & used) + Counter(lying)).elements())
    order = (*gone, *top, *_alternating(left))
    piles = Counter(lying)
    kinds = tuple(dict.fromkeys(lying))
    return filled(kinds, tuple(piles[kind] for kind in kinds), len(gone), order), order


def _alternating(left):
    """Return cards one of each kind at a time, so that rows are soon full."""
    most = max(left.values(), default=0)
    return [card for turn in range(most) for card in sorted(left) if left[card] > turn]


def new_game(seats=2, seed=1):
    """Return a freshly dealt game."""
    return deal(RULESET, seats, seed)


def to_move(state):
    """Return the only seat that may act."""
    (seat,) = RULESET.to_act(state)
    return seat


def moves(state):
    """Return the notation of every legal move."""
    return [str(move) for move in RULESET.legal_moves(state, to_move(state))]


def step(state, text):
    """Make one move for whoever is to move."""
    made = RULESET.apply(state, to_move(state), RULESET.parse_move(text))
    check_invariants(made.state)
    return made


def play(state, *texts):
    """Make moves one after the other and return the position."""
    for text in texts:
        state = step(state, text).state
    return state


def rolled(state, *dice):
    """Return the step of dice that fall so."""
    thrown = play(state, f"roll {len(dice)}")
    assert to_move(thrown) == CHANCE
    return step(thrown, " ".join(map(str, ("rolled", *dice))))


def roll(state, *dice):
    """Return the position after the active player rolls these dice."""
    return rolled(state, *dice).state


def refused(state, text, seat=None):
    """Return why a move is refused; it is an error if it is not."""
    seat = to_move(state) if seat is None else seat
    move = RULESET.parse_move(text)
    with pytest.raises(IllegalMove) as caught:
        RULESET.apply(state, seat, move)
    assert move not in RULESET.legal_moves(state, seat)
    return caught.value


def told(step):
    """Return the names of the events of a step."""
    return [type(event).__name__ for event in step.events]


def events(step, kind):
    """Return the events of one kind."""
    return [event for event in step.events if type(event).__name__ == kind]


def owns(state, seat):
    """Return the establishments of a city, by id."""
    return {IDS[kind]: n for kind, n in enumerate(state.cities[seat].copies) if n}


def landmarks(state, seat):
    """Return the landmarks of a city, by id."""
    return [IDS[card] for card in state.cities[seat].landmarks]


def row(state, number):
    """Return the piles of a row."""
    lying = state.rows[number]
    return {IDS[kind]: n for kind, n in zip(lying.kinds, lying.counts, strict=True)}


def playout(seats, seed):
    """Play a whole game at random."""
    return list(random_playout(RULESET, new_game(seats, seed), seed))
