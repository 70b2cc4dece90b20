"""Thirty positions that any sensible player gets right."""

from dataclasses import dataclass

import pytest

from games.bots.levels import plan_of
from games.bots.search import Search
from tests.bots.luck import luck
from tests.rules.karciane_miasto.build import RULESET, asked, kinds, play, position

pytestmark = pytest.mark.in_turn(2)

LEVELS = (2, 3, 4)
HOMES = {
    "residential": "D201 D202",
    "commercial": "D211 D212",
    "industrial": "D221 D222",
    "public": "D231 D235",
}
DRAWN = "S01 S03 S04 S05"


@dataclass(frozen=True)
class Case:
    """A position, by what it was made of and the moves since, and what a sensible player does in it."""

    name: str
    of: dict
    good: tuple[str, ...]
    since: tuple[str, ...] = ()


def case(name, good, *since, **of):
    return Case(name, of, (good,) if isinstance(good, str) else good, since)


def cell(*of):
    return dict(zip(((0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1)), of, strict=False))


RICH = cell("D101:4", "D111:4", "D121:4")
CASES = (
    case(
        "exchanges for the point that wins",
        "exchange merchants",
        map=cell("D101"),
        vp=[19],
        support=["0/5/0"],
    ),
    case("uses the action that wins", "use 0,0 0", map=cell("D302:3"), vp=[19], hands=["L01 S01"]),
    case("plays the event that wins", "play S12", vp=[18], support=["0/4/0"], hands=["L01 S12"]),
    case("occupies the official that wins", "use #1 0", zones=["O11"], vp=[19], support=["3/0/0"]),
    case(
        "fast-tracks the Plan that wins",
        "play S15",
        zones=["L01:2"],
        vp=[17],
        support=["3/0/0"],
        hands=["S15 L02"],
    ),
    case(
        "puts the counter on the Plan that it fulfils",
        "target #2",
        "play S15",
        zones=["L19:1 L01:2"],
        support=["3/0/0"],
        hands=["S15"],
    ),
    case("builds in the first turn", "build", piles={"base": "D101 D111 D121"}),
    case("takes a card rather than none", "take base", "build", piles={"base": "D101 D111 D121"}),
    case(
        "places the card rather than give it up",
        "place create 0,0",
        "build",
        "take base",
        piles={"base": "D101 D111"},
    ),
    case(
        "plays a Plan before the build that serves it",
        "play L04",
        map=cell("D101:1", "D111:1"),
        piles={"public": "D235 D231"},
        hands=["L04"],
    ),
    case(
        "makes a build cheaper before it",
        "use #5 0",
        map=cell("D101:1", "D111:1", "D121:1"),
        piles={"public": "D231 D235"},
        zones=["L04 O09"],
    ),
    case("builds what fulfils a Plan", "build", map=RICH, piles=HOMES, zones=["L02:2"]),
    case(
        "takes the card that fulfils a Plan",
        "take commercial",
        "build",
        map=RICH,
        piles=HOMES,
        zones=["L02:2"],
    ),
    case(
        "takes the other card for another Plan",
        "take residential",
        "build",
        map=RICH,
        piles=HOMES,
        zones=["L01:2"],
    ),
    case(
        "takes no card that nobody can pay",
        "take base",
        "build",
        map=cell("D101", "D111"),
        piles={**HOMES, "base": "D121 D101 D111"},
    ),
    case(
        "expands for the Plan that waits for it",
        "place expand 0,0",
        "build",
        "take residential",
        map=RICH,
        piles={"residential": "D201 D202", "base": "D102 D112"},
        zones=["L05:2"],
    ),
    case(
        "creates for the Plan that waits for it",
        ("place create 0,-1", "place create"),
        "build",
        "take residential",
        map=RICH,
        piles={"residential": "D201 D202", "base": "D102 D112"},
        zones=["L19:5"],
    ),
    case(
        "thanks no group that is full",
        ("group merchants", "group industrialists"),
        "build",
        "take public",
        "place create 0,-1",
        "pay",
        map=RICH,
        piles={"public": "D235 D231"},
        support=["5/1/1"],
    ),
    case("exchanges five points", "exchange citizens", map=cell("D101"), support=["5/0/0"], hands=[""]),
    case(
        "exchanges before its rival does", "exchange citizens", map=cell("D101"), support=["5/0/0", "5/0/0"]
    ),
    case("turns three goods into a point", "use 0,0 0", map=cell("D312:3"), built=True),
    case("gets on with a Plan for two goods", "use #2 0", map=cell("D101:2"), zones=["L15:3"], built=True),
    case("plays a Plan rather than end its turn", "play L17", hands=["L17"], built=True),
    case("plays an Official rather than end its turn", "play O03", hands=["O03"], built=True),
    case(
        "spends no support on a swap for nothing", "end", map=RICH, piles=HOMES, support=["2/0/0"], built=True
    ),
    case("plays no second copy of its Official", "end", zones=["O08"], hands=["O08"], built=True),
    case(
        "vetoes the event that wins",
        "respond K04",
        "play S12",
        vp=[18],
        support=["0/4/0", "1/0/0"],
        hands=["S12", "K04"],
    ),
    case(
        "stops the build that wins",
        "respond K06",
        "build",
        "take base",
        "place create 0,-1",
        map={(0, 0): "D101", (1, -1): "T101"},
        piles={"base": "D121 D111"},
        known=True,
        zones=["L03:2"],
        vp=[17],
        support=["0/0/0", "0/2/0"],
        hands=["", "K06"],
    ),
    case(
        "votes for what it proposed",
        "vote for",
        "build",
        "take commercial",
        "place rebuild 0,0",
        "vote",
        map=RICH,
        piles=HOMES,
        zones=["L06"],
        support=["2/2/2"],
    ),
    case(
        "votes against what fulfils a rival's Plan",
        "vote against",
        "build",
        "take commercial",
        "place rebuild 0,0",
        map=RICH,
        piles=HOMES,
        zones=["L06"],
        support=["1/1/1", "2/2/2"],
    ),
    case(
        "breaks the vote that loses the game",
        "respond V02",
        "build",
        "take commercial",
        "place rebuild 0,0",
        "vote against",
        "vote for",
        map=RICH,
        piles=HOMES,
        zones=["L06"],
        vp=[17],
        support=["2/2/2"],
        hands=["", "V02"],
    ),
    case(
        "pays for a Rebuild with goods that it would remove",
        "pay 0,0*",
        "build",
        "take industrial",
        "place rebuild 0,0",
        "vote",
        "vote for",
        map=cell("D101:2", "D102:4", "D111:4"),
        piles={"industrial": "D223 D222"},
        zones=["L06"],
        support=["2/2/2"],
    ),
)


def reached(case):
    """Return the position after the moves since; one that names only a kind stands for the first of that kind."""
    given = dict(case.of)
    given.setdefault("decks", [DRAWN, DRAWN])
    state = position(**given)
    for text in case.since:
        state = play(state, text if " " in text else f"{text} {kinds(state, text)[0]}".strip())
    return state


def is_good(case, move):
    return any(str(move).startswith(good) for good in case.good)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_sensible_player(case, level):
    state = reached(case)
    seat = asked(state)
    concealed = RULESET.brain.conceal(state, seat)
    for seed in luck(level):
        search = Search(RULESET, len(state.players), plan_of(RULESET, level), seed)
        assert is_good(case, chosen := search.choose(concealed, seat)), (seed, str(chosen))


def test_there_are_thirty_positions_and_in_each_one_can_err():
    assert len(CASES) >= 30
    for case in CASES:
        state = reached(case)
        legal = RULESET.legal_moves(state, asked(state))
        assert {is_good(case, move) for move in legal} == {True, False}, case.name
