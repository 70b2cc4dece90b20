"""Thirty positions that any sensible player gets right, and so do the levels from the second on."""

from typing import NamedTuple

import pytest

from games.bots.levels import plan_of
from games.bots.search import Search
from tests.bots.luck import luck
from tests.rules.machi_koro_2.build import RULESET, city, moves, table, to_move

pytestmark = pytest.mark.in_turn(2)

GOOD_CITY = "2*bakery 2*flower_garden convenience_store forest"


class Case(NamedTuple):
    """A position, and what a sensible player does or, after ``not``, does not do there."""

    name: str
    state: object
    answer: str


def build(*cities, coins, landmarks="temple museum park forge airport", low="", high="", dice=(3,), **more):
    """Return a position in which the first seat may build."""
    return table(*cities, coins=coins, rows=(low, high, landmarks), phase="build", dice=dice, **more)


def swap(*cities, coins=(5, 5), swaps=1):
    """Return a position in which the first seat may trade."""
    return table(*cities, coins=coins, phase="swap", dice=(6,), swaps=swaps)


def give(*cities, coins=(5, 5)):
    """Return a position in which the first seat has to give."""
    return table(*cities, coins=coins, phase="give", dice=(2, 2), give=True)


TWO, TWO_MORE, ONE = "farmers_market forge", "shopping_mall temple", "tv_station"
LYING = "museum park airport radio_tower publisher"
PAD = "launch_pad museum park airport radio_tower"
USELESS = "5*sushi_bar 5*cafe 5*wheat_field 3*flower_shop 5*vineyard"

CASES = [
    Case(
        "takes the winning landmark",
        build(city(GOOD_CITY, TWO), city(GOOD_CITY), coins=(22, 5), landmarks=LYING),
        "build museum|park|airport|radio_tower|publisher",
    ),
    Case(
        "takes it though an Airport pays for waiting",
        build(city("mine", TWO), city("mine", "airport"), coins=(23, 5), landmarks="museum park temple"),
        "build museum|park|temple|french_restaurant|loan_office|moving_company",
    ),
    Case(
        "takes it at a table of five",
        build(city("", TWO), *[city("2*mine")] * 2, city(), city(), coins=(22, 9, 9, 9, 9), landmarks=LYING),
        "build museum|park|airport|radio_tower|publisher",
    ),
    Case(
        "takes it with the Loan Office's discount",
        build(city("", "loan_office forge"), city("", "temple"), coins=(20, 30), landmarks=LYING),
        "build museum|park|airport|radio_tower|publisher",
    ),
    Case(
        "launches with nothing else in the city",
        build(city(GOOD_CITY), city("mine", TWO), coins=(45, 5), landmarks=PAD),
        "build launch_pad",
    ),
    Case(
        "launches as the second landmark",
        build(city(GOOD_CITY, ONE), city("mine", TWO), coins=(38, 5), landmarks=PAD),
        "build launch_pad",
    ),
    Case(
        "launches for what an Observatory leaves of the price",
        build(city("", TWO), city("", "observatory"), coins=(20, 5), landmarks=PAD),
        "build launch_pad",
    ),
    Case(
        "builds a second landmark that it can pay",
        build(city(GOOD_CITY, "forge"), city(GOOD_CITY, "temple"), coins=(17, 3), landmarks=LYING),
        "build museum|park|airport|radio_tower|publisher",
    ),
    Case(
        "builds a first landmark with a city that earns",
        build(city(GOOD_CITY), city(GOOD_CITY), coins=(30, 3), landmarks=LYING),
        "build museum|park|airport|radio_tower|publisher",
    ),
    Case(
        "halves the coins of a rival about to win",
        build(city(GOOD_CITY, "forge"), city("2*mine", TWO_MORE), coins=(16, 40), landmarks="exhibit_hall"),
        "build exhibit_hall",
    ),
    Case(
        "shares out the coins of a rival about to win",
        build(city(GOOD_CITY, "forge"), city("2*mine", TWO_MORE), coins=(16, 32), landmarks="park"),
        "build park",
    ),
    Case(
        "does not spend the coins that the win needs",
        build(city("2*bakery 2*forest flower_garden", TWO), city("bakery"), coins=(19, 3), landmarks=LYING),
        "not build stadium|furniture_factory|shopping_district",
    ),
    Case(
        "waits where an Airport makes up what it lacks",
        build(city("mine", TWO), city("bakery", "airport"), coins=(18, 2), landmarks="museum"),
        "pass",
    ),
    Case(
        "builds something with its first coins",
        table(city(), city(), phase="initial", number=0),
        "not pass",
    ),
    Case(
        "builds something with a city that earns nothing",
        build(city(), city("bakery"), coins=(5, 3), low="2*bakery 2*forest"),
        "not pass",
    ),
    Case(
        "builds no Flower Shop without a flower",
        build(
            city("3*forest mine"),
            city("bakery"),
            coins=(4, 3),
            low="flower_shop bakery forest",
            high="furniture_factory",
        ),
        "not build flower_shop",
    ),
    Case(
        "builds a Flower Shop with five Flower Gardens",
        build(city("5*flower_garden"), city("bakery"), coins=(1, 3), low=USELESS, high="hamburger_stand"),
        "build flower_shop",
    ),
    Case(
        "builds no Winery without fruit",
        build(city("2*corn_field"), city("bakery"), coins=(3, 3), high="winery corn_field"),
        "not build winery",
    ),
    Case(
        "builds no Furniture Factory without a gear",
        build(city("2*corn_field"), city("bakery"), coins=(4, 3), high="furniture_factory corn_field mine"),
        "not build furniture_factory",
    ),
    Case(
        "builds no Food Warehouse without a cup",
        build(city("2*corn_field"), city("bakery"), coins=(2, 3), high="food_warehouse corn_field"),
        "not build food_warehouse",
    ),
    Case(
        "rolls one die for a city of low numbers",
        table(city("2*bakery flower_garden 2*forest"), city("2*family_restaurant"), coins=(6, 3)),
        "roll 1",
    ),
    Case(
        "rolls two dice for a city of high numbers",
        table(city("3*corn_field 2*mine apple_orchard"), city("bakery"), coins=(6, 3)),
        "roll 2",
    ),
    Case(
        "rolls two dice where they alone can win",
        table(city("3*corn_field wheat_field", TWO), city("bakery"), coins=(16, 3), rows=("", "", LYING)),
        "roll 2",
    ),
    Case(
        "rolls one die where that wins most likely",
        table(
            city("bakery flower_garden forest mine", TWO), city("bakery"), coins=(20, 3), rows=("", "", LYING)
        ),
        "roll 1",
    ),
    Case(
        "keeps away from the Sushi Bars with an empty city",
        table(city(), city("3*sushi_bar 2*cafe"), coins=(5, 3)),
        "roll 2",
    ),
    Case(
        "trades what is useless for a Mine",
        swap(city("business_center flower_shop corn_field"), city("2*mine wheat_field")),
        "swap flower_shop 1 mine|swap business_center 1 mine",
    ),
    Case(
        "does not trade its Mines for a Flower Shop",
        swap(city("business_center 2*mine corn_field"), city("flower_shop")),
        "not swap mine 1 flower_shop",
    ),
    Case(
        "trades a wheat field for a Mine among three",
        swap(city("business_center wheat_field corn_field"), city("bakery"), city("2*mine"), coins=(5, 5, 5)),
        "not decline",
    ),
    Case(
        "gives away what is useless",
        give(city("flower_shop 2*corn_field mine"), city("mine", "moving_company")),
        "give flower_shop",
    ),
    Case(
        "keeps its only good card",
        give(city("furniture_factory 3*forest winery"), city("bakery", "moving_company")),
        "give winery",
    ),
]


def suits(move, answer):
    """Return whether a move is what the answer says; ``build a|b`` names two."""
    if answer.startswith("not "):
        return not suits(move, answer[4:])
    first, *rest = answer.split("|")
    word = first.partition(" ")[0]
    return move in {first, *(each if " " in each else f"{word} {each}" for each in rest)}


def test_there_are_thirty():
    assert len({case.name for case in CASES}) == len(CASES) == 30


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
@pytest.mark.parametrize("level", [2, 3, 4])
def test_sensible(level, case):
    seat = to_move(case.state)
    assert any(suits(move, case.answer) for move in moves(case.state)), moves(case.state)
    assert not all(suits(move, case.answer) for move in moves(case.state))
    concealed = RULESET.brain.conceal(case.state, seat)
    for seed in luck(level):
        search = Search(RULESET, len(case.state.cities), plan_of(RULESET, level), seed)
        move = search.choose(concealed, seat)
        assert suits(str(move), case.answer), (seed, str(move), moves(case.state))
