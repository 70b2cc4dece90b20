"""An invented title: everybody picks 1 to 6 in secret, a die is thrown, hits score.

DM-1 Two to four seats. DM-2 In each of three rounds every seat picks a number
in secret, all at once. DM-3 When all have picked, a die is thrown; each pick
equal to the die scores 3, one off scores 1. DM-4 A seat may "boast" once a
round before its pick: nothing becomes known by it, so it may be taken back.
"""

from dataclasses import asdict, dataclass, replace
from typing import ClassVar

from games.rules.protocol import (
    CHANCE,
    IllegalMove,
    MalformedMove,
    Ruleset,
    Step,
    option,
    ranked,
)

ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Options:
    lucky: bool = option(False, "A hit scores double")


@dataclass(frozen=True, slots=True)
class State:
    lucky: bool
    scores: tuple[int, ...]
    picks: tuple[int, ...]
    boasts: tuple[bool, ...]
    round: int = 0


@dataclass(frozen=True, slots=True)
class Pick:
    number: int
    kind: ClassVar[str] = "pick"
    secret: ClassVar[bool] = True

    def __str__(self):
        return f"pick {self.number}"


@dataclass(frozen=True, slots=True)
class Boast:
    kind: ClassVar[str] = "boast"
    secret: ClassVar[bool] = False

    def __str__(self):
        return "boast"


@dataclass(frozen=True, slots=True)
class Rolled:
    pips: int
    kind: ClassVar[str] = "rolled"
    secret: ClassVar[bool] = False

    def __str__(self):
        return f"rolled {self.pips}"


@dataclass(frozen=True, slots=True)
class Picked:
    seat: int
    only_for: int | None = None


@dataclass(frozen=True, slots=True)
class PickedNumber:
    seat: int
    number: int
    only_for: int | None = None


@dataclass(frozen=True, slots=True)
class Boasted:
    seat: int
    only_for: int | None = None


@dataclass(frozen=True, slots=True)
class DieThrown:
    pips: int
    picks: tuple[int, ...]
    only_for: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    scores: tuple[int, ...]
    has_picked: tuple[bool, ...]
    boasts: tuple[bool, ...]
    own_pick: int
    round: int


@dataclass(frozen=True, slots=True)
class Draft:
    choices: tuple[str, ...]
    notation: str | None = None
    error: IllegalMove | None = None


def setup(seats, options, draw):
    order = draw.shuffle("shuffle:unused", [f"card#{n}" for n in range(6)])
    assert len(order) == 6
    return State(options.lucky, (0,) * seats, (0,) * seats, (False,) * seats)


def to_act(state):
    if state.round == ROUNDS:
        return frozenset()
    waiting = frozenset(seat for seat, pick in enumerate(state.picks) if not pick)
    return waiting or frozenset({CHANCE})


def legal_moves(state, seat):
    if seat not in to_act(state):
        return ()
    if seat == CHANCE:
        return tuple(map(Rolled, range(1, 7)))
    boast = () if state.boasts[seat] else (Boast(),)
    return (*boast, *map(Pick, range(1, 7)))


def apply(state, seat, move):
    if move not in legal_moves(state, seat):
        raise IllegalMove("DM-2", "You may not do that now.")
    match move:
        case Pick(number):
            after = replace(state, picks=put(state.picks, seat, number))
            return Step(after, (Picked(seat), PickedNumber(seat, number, only_for=seat)), reveals=False)
        case Boast():
            return Step(replace(state, boasts=put(state.boasts, seat, True)), (Boasted(seat),), reveals=False)
        case Rolled(pips):
            return Step(score(state, pips), (DieThrown(pips, state.picks),))


def put(values, index, value):
    return (*values[:index], value, *values[index + 1 :])


def score(state, pips):
    hit = 6 if state.lucky else 3
    gains = (hit if pick == pips else int(abs(pick - pips) == 1) for pick in state.picks)
    scores = tuple(map(sum, zip(state.scores, gains, strict=True)))
    nobody = (0,) * len(scores)
    return State(state.lucky, scores, nobody, (False,) * len(scores), state.round + 1)


def sample(state, draw):
    return Rolled(1 + draw.below("die", 6))


def default_move(state, seat):
    return Pick(1)


def view_for(state, seat):
    return View(
        state.scores,
        tuple(map(bool, state.picks)),
        state.boasts,
        0 if seat is None else state.picks[seat],
        state.round,
    )


def compose(state, seat, fields):
    chosen = fields.get("choice", ())
    return Draft(tuple(map(str, legal_moves(state, seat))), chosen[0] if chosen else None)


def parse_move(text):
    match text.split():
        case ["pick", number] if number in "123456" and len(number) == 1:
            return Pick(int(number))
        case ["rolled", pips] if pips in "123456" and len(pips) == 1:
            return Rolled(int(pips))
        case ["boast"]:
            return Boast()
    raise MalformedMove("That isn't a valid move.")


def load(data):
    return State(data["lucky"], *(tuple(data[name]) for name in ("scores", "picks", "boasts")), data["round"])


RULESET = Ruleset(
    slug="demo",
    name="Demo",
    tagline="Pick a number",
    version=1,
    seats=(2, 3, 4),
    options=Options,
    digest="d" * 64,
    setup=setup,
    to_act=to_act,
    legal_moves=legal_moves,
    apply=apply,
    sample=sample,
    default_move=default_move,
    view_for=view_for,
    compose=compose,
    scores=lambda state: state.scores,
    places=lambda state: ranked([(points,) for points in state.scores]),
    built=lambda state, seat: {"Hit": state.scores[seat]},
    parse_move=parse_move,
    dump=asdict,
    load=load,
)
