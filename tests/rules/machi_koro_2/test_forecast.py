"""What pays on which roll: the chart says what the dice then bring."""

import pytest

from games.rules.machi_koro_2.show.forecast import forecast
from tests.rules.machi_koro_2.build import RULESET, city, playout, roll, table


@pytest.mark.parametrize("result", range(1, 7))
def test_the_chart_foretells_a_die(result):
    state = table(city("bakery wheat_field forest cafe"), city("cafe sushi_bar"), coins=(9, 9))
    line = forecast(state, 0)[result - 1]
    assert roll(state, result).coins[0] == 9 + line.own - line.pays
    theirs = table(city("bakery wheat_field forest cafe"), city("cafe sushi_bar"), coins=(9, 9), seat=1)
    assert roll(theirs, result).coins[0] == 9 + line.others


def test_restaurants_are_counted_in_full():
    state = table(city(), city("2*sushi_bar"), coins=(1, 1))
    assert forecast(state, 0)[0].pays == 6
    assert forecast(state, 1)[0].others == 6


def test_the_mean_of_one_die_and_of_two():
    chart = RULESET.view_for(table(city("corn_field forest"), city()), 0).chart
    assert (chart.one, chart.two) == (0.3, 0.7)


def test_the_chart_of_whoever_looks():
    state = playout(3, 4)[50].before
    assert [RULESET.view_for(state, seat).chart.seat for seat in range(3)] == [0, 1, 2]
    assert RULESET.view_for(state, None).chart.seat == state.turn.seat
