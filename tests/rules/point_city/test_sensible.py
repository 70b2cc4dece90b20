"""Thirty positions that any sensible player gets right: levels 2 to 4 do, each in a few seeds.

On turn 34 the second seat of two makes the last move of the game; nothing is left to flip in any of them.
"""

from typing import NamedTuple

import pytest

from games.bots.levels import plan_of
from games.bots.search import Search
from games.rules.point_city.state import State
from tests.bots.luck import luck
from tests.rules.point_city.build import RULESET, city, table

pytestmark = pytest.mark.in_turn(2)

LEVELS = (2, 3, 4)
LAST, MIDDLE = 34, 9
COMMUNITY = "pc-020 pc-024 pc-027 pc-040 pc-041"
ECONOMY = "pc-003 pc-018 pc-019 pc-022 pc-023"
ENERGY = "pc-001 pc-002 pc-005 pc-006 pc-007"
ECOLOGY = "pc-010 pc-013 pc-014 pc-021 pc-029"
INDUSTRY = "pc-004 pc-012 pc-017 pc-031 pc-032"
RICH = " ".join([COMMUNITY, ECONOMY, ENERGY, ECOLOGY, INDUSTRY])
"""Five permanents of each type: every building alone is free."""


def few(buildings, count):
    """Return the first of some buildings."""
    return " ".join(buildings.split()[:count])


class Position(NamedTuple):
    """A position, and the words its move must have, or must not have."""

    name: str
    state: State
    wanted: str
    never: str = "deck"


def last(name, market, own, wanted, never="deck", line="", other=None):
    """Return a position on the last turn."""
    state = table(market, other or city(), own, line=line, turn=LAST, flipped=True)
    return Position(name, state, wanted, never)


def middle(name, market, own, wanted, never="deck", line=""):
    """Return a position in which both have many turns left."""
    return Position(
        name,
        table(market, own, city(cards="pc-start-2"), line=line, turn=MIDDLE, flipped=True),
        wanted,
        never,
    )


def alone(name, market, own, wanted):
    """Return a position on the last turn of a player against the automa, which strikes at 4 and 8 then."""
    state = table(market, own, city(), seats=1, turn=33, level="hard", flipped=True)
    return Position(name, state, wanted)


THREE_COMMUNITY = "pc-008 pc-009 pc-033"
CIVIC = {5: "pc-055/B"}
"""It costs three community."""
RICH_CITY = city(RICH)
POSITIONS = (
    last("takes seven points", {0: "pc-130/B"}, RICH_CITY, "take 0"),
    last("takes two buildings rather than one", {0: "pc-130/B", 1: "pc-131/B"}, RICH_CITY, "take 0 1"),
    last(
        "takes the better of two neighbours",
        {0: "pc-130/B", 1: "pc-131/B", 4: "pc-033/B"},
        RICH_CITY,
        "take 0 1",
    ),
    last("takes seven points rather than four", {5: "pc-033/B", 15: "pc-130/B"}, RICH_CITY, "15"),
    last(
        "takes the winning building",
        {5: "pc-033/B", 15: "pc-130/B"},
        RICH_CITY,
        "15",
        other=city(RICH + " pc-056"),
    ),
    last("takes the larger flat token", CIVIC, RICH_CITY, "get ct-flat-7", line="ct-flat-5 ct-flat-7"),
    last("takes the token its city suits", CIVIC, RICH_CITY, "get ct-energy", line="ct-energy ct-flat-7"),
    last(
        "takes the token of full sets",
        CIVIC,
        RICH_CITY,
        "get ct-full-set",
        line="ct-energy ct-full-set ct-type-3",
    ),
    last(
        "takes the token of rich types",
        CIVIC,
        RICH_CITY,
        "get ct-type-3",
        line="ct-energy ct-flat-7 ct-type-3",
    ),
    last(
        "takes the token of missing types without any",
        CIVIC,
        city(cards=THREE_COMMUNITY),
        "get ct-missing-type",
        line="ct-flat-7 ct-missing-type ct-full-set",
    ),
    last(
        "takes the two best tokens for two civic buildings",
        {5: "pc-055/B", 6: "pc-008/B"},
        RICH_CITY,
        "take 5 6 get ct-full-set ct-energy",
        line="ct-flat-5 ct-energy ct-full-set ct-flat-7",
    ),
    last(
        "takes a token rather than four points",
        {5: "pc-055/B", 15: "pc-033/B"},
        RICH_CITY,
        "ct-flat-7",
        line="ct-flat-7",
    ),
    last(
        "takes seven points rather than a token of five",
        {5: "pc-055/B", 15: "pc-130/B"},
        RICH_CITY,
        "15",
        line="ct-flat-5",
    ),
    last("builds no civic building for nothing", {5: "pc-055/B", 15: "pc-033/B"}, RICH_CITY, "15"),
    last(
        "keeps cards that a token counts",
        {0: "pc-001/B", 5: "pc-055/B"},
        city(cards=THREE_COMMUNITY, tokens="ct-promo-unspent-cards"),
        "take",
        never="pay",
    ),
    last(
        "pays with one card where each unspent one counts",
        {15: "pc-002/B"},
        city(cards="pc-008 pc-009 pc-073", tokens="ct-promo-unspent-cards ct-energy"),
        "pay community2",
    ),
    last(
        "keeps ingenuity that a token counts",
        {15: "pc-033/B"},
        city(few(ECONOMY, 1), cards="pc-001 pc-start-2", tokens="ct-ingenuity"),
        "pay energy1",
    ),
    last(
        "takes ingenuity that a token counts",
        {0: "pc-130", 1: "pc-131"},
        city(cards="pc-start-2", tokens="ct-ingenuity"),
        "take 0 1",
    ),
    last(
        "completes a pair that a token counts",
        {0: "pc-003/B", 15: "pc-005/B"},
        city(
            " ".join([few(COMMUNITY, 2), "pc-018", few(ECOLOGY, 2)]),
            cards="pc-001",
            tokens="ct-pair-community-economy",
        ),
        "take 0",
    ),
    last(
        "completes a full set",
        {0: "pc-001/B", 15: "pc-033/B"},
        city(
            " ".join([few(COMMUNITY, 1), few(ECONOMY, 2), few(ECOLOGY, 2), few(INDUSTRY, 2)]),
            cards="pc-002",
            tokens="ct-full-set",
        ),
        "take 0",
    ),
    last(
        "leaves a missing type missing",
        {0: "pc-005/B", 1: "pc-136", 4: "pc-137"},
        city(" ".join([COMMUNITY, ECONOMY, ECOLOGY, INDUSTRY]), tokens="ct-missing-type"),
        "take",
        never="take 0",
    ),
    last(
        "keeps more cards where points are equal",
        {0: "pc-033/B", 15: "pc-056/B"},
        city(" ".join([few(ECONOMY, 1), few(ENERGY, 1)]), cards="pc-021 pc-017"),
        "take 0",
        never="pay",
    ),
    middle(
        "pays one symbol with one symbol",
        {0: "pc-131/B"},
        city(" ".join([COMMUNITY, few(ENERGY, 3)]), cards="pc-026 pc-074 start"),
        "pay energy1",
    ),
    middle(
        "pays two symbols without ingenuity",
        {0: "pc-131/B"},
        city(" ".join([COMMUNITY, few(ENERGY, 2)]), cards="pc-074 start pc-066"),
        "pay energy2",
        never="ingenuity",
    ),
    middle(
        "pays ecology rather than ingenuity",
        {0: "pc-130/B"},
        city(" ".join([ECONOMY, few(ECOLOGY, 2)]), cards="pc-030 start"),
        "pay ecology1",
        never="ingenuity",
    ),
    middle(
        "wastes no symbol on a small need",
        {0: "pc-132/B"},
        city(" ".join([COMMUNITY, few(INDUSTRY, 2)]), cards="pc-034 pc-085 pc-090"),
        "pay industry1",
    ),
    middle("takes two free buildings of seven points", {0: "pc-130/B", 1: "pc-131/B"}, RICH_CITY, "take 0 1"),
    middle("takes a free building of seven points", {0: "pc-130/B"}, RICH_CITY, "take 0"),
    middle(
        "takes the best token on offer", CIVIC, RICH_CITY, "get ct-full-set", line="ct-flat-5 ct-full-set"
    ),
    alone("takes seven points from before the automa", {4: "pc-130/B", 7: "pc-131/B"}, RICH_CITY, "take"),
)


def _suits(position, move):
    return f"{position.wanted} " in f"{move} " and position.never not in f"{move} "


def test_there_are_thirty_positions_and_in_each_one_can_err():
    assert len({position.name for position in POSITIONS}) == len(POSITIONS) == 30
    for position in POSITIONS:
        legal = RULESET.legal_moves(position.state, min(RULESET.to_act(position.state)))
        assert {_suits(position, move) for move in legal} == {True, False}, position.name


def _plays(level, position, seed):
    seats = position.state.deal.seats
    seat = min(RULESET.to_act(position.state))
    search = Search(RULESET, seats, plan_of(RULESET, level), seed)
    return f"{search.choose(RULESET.brain.conceal(position.state, seat), seat)} "


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("position", POSITIONS, ids=[position.name for position in POSITIONS])
def test_a_sensible_player(position, level):
    for seed in luck(level):
        move = _plays(level, position, seed)
        assert f"{position.wanted} " in move, move
        assert position.never not in move, move
