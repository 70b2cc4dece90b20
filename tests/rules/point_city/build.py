"""Positions of Point City in a few words, and games played at random from a fixed seed.

``table({2: "pc-030/B", 6: "pc-026"}, city("pc-029", cards="start"), deck="pc-018")`` is a market
whose slot 2 lies building side up, one city with a building and a starting card, and a deck's top.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

import pytest

from games.rules.point_city.cards import CARDS, SETUPS, TOKEN_NUMBERS
from games.rules.point_city.moves import Move
from games.rules.point_city.packed import BUILT, CARD, EMPTY
from games.rules.point_city.state import City, Deal, Options, State, city_of
from games.rules.protocol import IllegalMove, Step
from games.rules.registry import get

RULESET = get("point_city")
CARD_NUMBERS = {card.id: number for number, card in enumerate(CARDS)}


class SeededDraw:
    """A draw for tests: repeatable, and it remembers what it was asked."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self.labels: list[str] = []

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        """Return the items in a random order."""
        self.labels.append(label)
        shuffled = sorted(items)
        self._random.shuffle(shuffled)
        return tuple(shuffled)

    def below(self, label: str, n: int) -> int:
        """Return a number from 0 to n - 1."""
        self.labels.append(label)
        return self._random.randrange(n)


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a playout, with the positions before and after it."""

    before: State
    seat: int
    move: Move
    step: Step[State]

    @property
    def after(self) -> State:
        """The position after the move."""
        return self.step.state


def number(name: str) -> int:
    """Return a card's number by its id; ``start`` is the first starting card."""
    return CARD_NUMBERS["pc-start-1" if name == "start" else name]


def value(name: str) -> int:
    """Return a market value: ``pc-001`` or ``pc-001/R``, ``pc-001/B``, ``-`` for an empty slot."""
    if name == "-":
        return EMPTY
    card, _, side = name.partition("/")
    return number(card) + (BUILT if side == "B" else 0)


def cards(text: str) -> tuple[int, ...]:
    """Return cards by their ids, separated by spaces."""
    return tuple(map(number, text.split()))


def tokens(text: str) -> tuple[int, ...]:
    """Return civic tokens by their ids, separated by spaces."""
    return tuple(TOKEN_NUMBERS[name] for name in text.split())


def city(buildings: str = "", cards: str = "", tokens: str = "") -> City:
    """Return what lies before a player, by ids."""
    return city_of(
        tuple(map(number, cards.split())),
        tuple(map(number, buildings.split())),
        tuple(TOKEN_NUMBERS[name] for name in tokens.split()),
    )


def table(
    market: Mapping[int, str], *cities: City, deck: str = "", line: str = "", turn: int = 1, **rest: object
) -> State:
    """Return a position; other slots and the rest of the deck are filled with unused cards.

    The first city is to move on turn 1. ``seats`` is the number of cities unless it is given, and
    the deck has as many cards as the turn implies.
    """
    cities = cities or (city(cards="start"), city(cards="pc-start-2"))
    seats = rest.pop("seats", len(cities))
    named = {slot: value(name) for slot, name in market.items()}
    top = cards(deck)
    used = {v & CARD for v in named.values() if v != EMPTY} | {*top}
    used |= {card for each in cities for card in (*each.cards, *each.buildings)}
    spare = iter(n for n, card in enumerate(CARDS) if card.building and n not in used)
    slots = tuple(named[slot] if slot in named else next(spare) for slot in range(16))
    left = sum(SETUPS[seats].tier_cards) - 16 - 2 * (turn - 1)
    stack = (*top, *(next(spare) for _ in range(left - len(top))))
    seen = tuple(dict.fromkeys([*(v & CARD for v in slots if v != EMPTY), *(used - {*top})]))
    seen = tuple(card for card in seen if CARDS[card].building)
    options = Options(level=rest.pop("level", "normal"))
    deal = Deal(options, seats, 0, seen + stack, rest.pop("salt", "5a17"))
    return State(deal, slots, cities, tokens(line), drawn=len(seen), turn=turn, **rest)


def chessboard(turn: int = 34) -> State:
    """Return a market of diagonal resources and buildings nobody can afford (PC-32)."""
    light = [slot for slot in range(16) if (slot // 4 + slot) % 2]
    dear = {slot: f"pc-{151 + n}/B" for n, slot in enumerate(light)}
    return table(dear, city(), city(cards="pc-start-2"), turn=turn)


def to_move(state: State) -> int:
    """Return the only seat that may act."""
    (seat,) = RULESET.to_act(state)
    return seat


def moves(state: State) -> list[str]:
    """Return the notation of every legal move."""
    return [str(move) for move in RULESET.legal_moves(state, to_move(state))]


def ways(state: State, a: int, b: int) -> set[str]:
    """Return how a pair may be taken: what follows the slots in the notation."""
    start = f"take {a} {b}"
    return {text.removeprefix(start).strip() for text in moves(state) if f"{text} ".startswith(f"{start} ")}


def pairs(state: State) -> set[tuple[int, int]]:
    """Return the market pairs that may be taken."""
    found = RULESET.legal_moves(state, to_move(state))
    return {(move.a, move.b) for move in found if move.kind == "take"}


def flips(state: State) -> set[int]:
    """Return the slots that may be flipped."""
    return {move.slot for move in RULESET.legal_moves(state, to_move(state)) if move.kind == "flip"}


def step(state: State, text: str) -> Step[State]:
    """Make one move for whoever is to move."""
    return RULESET.apply(state, to_move(state), RULESET.parse_move(text))


def play(state: State, *texts: str) -> State:
    """Make moves one after the other and return the position."""
    for text in texts:
        state = step(state, text).state
    return state


def refused(state: State, text: str, seat: int | None = None) -> IllegalMove:
    """Return why a move is refused; it is an error if it is not."""
    seat = to_move(state) if seat is None else seat
    with pytest.raises(IllegalMove) as caught:
        RULESET.apply(state, seat, RULESET.parse_move(text))
    assert RULESET.parse_move(text) not in RULESET.legal_moves(state, seat)
    return caught.value


def names(numbers: Sequence[int]) -> list[str]:
    """Return the ids of cards."""
    return [CARDS[n].id for n in numbers]


def shown(state: State, slot: int) -> str:
    """Return a slot as ``pc-001/R`` or ``pc-001/B``."""
    lying = state.market[slot]
    return f"{CARDS[lying & CARD].id}/{'B' if lying >= BUILT else 'R'}"


def new_game(seats: int = 2, seed: int = 1, **options: object) -> State:
    """Return a freshly dealt game."""
    return RULESET.setup(seats, Options(**options), SeededDraw(seed))


@cache
def playout(seats: int, seed: int) -> tuple[Ply, ...]:
    """Play a whole game at random; every kind of move is as likely as any other."""
    state, chooser, plies = new_game(seats, seed), Random(seed), []
    while not state.over:
        seat = to_move(state)
        move = _choice(state, seat, chooser)
        made = RULESET.apply(state, seat, move)
        plies.append(Ply(state, seat, move, made))
        state = made.state
    return tuple(plies)


def _choice(state: State, seat: int, chooser: Random) -> Move:
    if seat < 0:
        return RULESET.sample(state, SeededDraw(0))
    legal = RULESET.legal_moves(state, seat)
    kinds = sorted({(move.kind, bool(getattr(move, "pay", ()))) for move in legal})
    kind = chooser.choice(kinds)
    return chooser.choice([move for move in legal if (move.kind, bool(getattr(move, "pay", ()))) == kind])
