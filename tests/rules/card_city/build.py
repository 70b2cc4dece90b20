"""Positions of Card City in a few words.

``city(". L R", "H R .")`` is a city as a picture; its City Hall lies at 0, 0. ``table(city(…), hands="RP")``
is a position of phase 2 in which the first seat holds two cards.
"""

from games.bots.playouts import LooseDraw, deal
from games.rules.card_city.cards import CODES, GROWING
from games.rules.card_city.cities.city import FOUNDED, buildable, with_card, with_coins
from games.rules.card_city.cities.grid import cell_at, cells_of, place_of
from games.rules.card_city.cities.growth import growable
from games.rules.card_city.moves import cards_of, letters
from games.rules.card_city.play.rounds import end_development
from games.rules.card_city.state import Deal, Options, Phase, Piles, State, supply_of
from games.rules.protocol import IllegalMove
from games.rules.registry import get

RULESET = get("card_city")


class ScriptedDraw(LooseDraw):
    """A draw whose shuffles begin with the cards that are written down, each a row of letters."""

    def __init__(self, *tops):
        super().__init__(1)
        self.tops = list(tops)
        self.labels = []

    def shuffle(self, label, items):
        self.labels.append((label, len(items)))
        left = list(super().shuffle(label, items))
        top = []
        for letter in self.tops.pop(0) if self.tops else "":
            name = next(name for name in left if name[0] == letter)
            left.remove(name)
            top.append(name)
        return (*top, *left)


def city(*rows, coins=3):
    """Return the city of a picture, a row of letters for each y."""
    drawn = [row.split() for row in rows]
    (home,) = [(x, y) for y, row in enumerate(drawn) for x, letter in enumerate(row) if letter == "H"]
    found = FOUNDED
    for y, row in enumerate(drawn):
        for x, letter in enumerate(row):
            if letter not in "H.":
                found = with_card(found, CODES.index(letter), cell_at(x - home[0], y - home[1]))
    return with_coins(found, coins)


def cards(text):
    """Return cards by their letters."""
    return cards_of(text)


def supply(seats=2, **changed):
    """Return the supply of the start, some types of it changed: ``supply(R=4)``."""
    counts = dict(zip(CODES, supply_of(seats), strict=False)) | changed
    return tuple(counts.values())


def table(*cities, hands="", deck="RPCLIRPC", phase=Phase.BUILD, **rest):
    """Return a position; the first seat is the start player, its hands are rows of letters."""
    cities = cities or (FOUNDED, FOUNDED)
    seats = len(cities)
    held = tuple(map(cards, hands.split(","))) if hands else ()
    held += ((),) * (seats - len(held))
    acts = rest.pop("acts", {seat for seat, hand in enumerate(held) if hand})
    piles = rest.pop("piles", Piles(0))
    given = rest.pop("supply", supply_of(seats))
    first = (1 - (number := rest.pop("round", 2))) % seats
    assert not rest
    return State(
        Deal(Options(), seats, first), phase, number, cities, held, given, cards(deck), piles, frozenset(acts)
    )


def developing(*cities, **rest):
    """Return phase 3 as it begins, or what comes after it if nobody develops."""
    return end_development(table(*cities, **rest), [])


def dividing(hand, seats=2, **rest):
    """Return the first division of a round."""
    return table(*(FOUNDED,) * seats, phase=Phase.DIVIDE, acts={0}, piles=Piles(0, hand=cards(hand)), **rest)


def legal(one, letter):
    """Return the cells where a card of the hand may be built."""
    return places(buildable(one, CODES.index(letter)))


def grows(one):
    """Return the cells of all legal developments by type, supply apart."""
    found = {CODES[card]: places(growable(one, card)) for card in GROWING}
    return {letter: cells for letter, cells in found.items() if cells}


def places(mask):
    """Return the cells of a mask as a set of x and y."""
    return set(map(place_of, cells_of(mask)))


def at(text):
    """Return cells as they are written down: ``at("-1,0 0,1")``."""
    return {tuple(map(int, cell.split(","))) for cell in text.split()}


def moves(state, seat=0):
    """Return the notation of every legal move of a seat."""
    return [str(move) for move in RULESET.legal_moves(state, seat)]


def targets(state, verb, seat=0):
    """Return the cells that moves of a kind go to: ``build R``, ``buy``."""
    found = [text.removeprefix(f"{verb} ").split() for text in moves(state, seat) if text.startswith(verb)]
    return {(int(x), int(y)) for x, y in found}


def step(state, seat, text):
    """Make one move."""
    return RULESET.apply(state, seat, RULESET.parse_move(text))


def play(state, *texts):
    """Make moves, each as a seat and a notation: ``play(state, "0 build R 1 0")``."""
    for text in texts:
        seat, _, notation = text.partition(" ")
        state = step(state, int(seat), notation).state
    return state


def refused(state, seat, text):
    """Return why a move is refused; it is an error if it is not."""
    try:
        RULESET.apply(state, seat, RULESET.parse_move(text))
    except IllegalMove as error:
        return error
    raise AssertionError(f"{text} was not refused")


def code(state, seat, text):
    """Return the code of a refusal."""
    return refused(state, seat, text).code


def hand_of(state, seat):
    """Return what a seat holds, as letters."""
    return letters(state.hands[seat])


def left(state):
    """Return the supply by letter."""
    return dict(zip(CODES, state.supply, strict=False))


def told(done, kind):
    """Return the events of a kind that a step tells of."""
    return [event for event in done.events if type(event).__name__ == kind]


def new_game(seats=2, seed=1):
    """Return a freshly dealt game."""
    return deal(RULESET, seats, seed)


def played(state, keep=lambda state: True):
    """Play default moves as long as the position is to be kept and the game goes on."""
    while RULESET.to_act(state) and keep(state):
        seat = min(RULESET.to_act(state))
        state = RULESET.apply(state, seat, RULESET.default_move(state, seat)).state
    return state
