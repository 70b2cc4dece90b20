"""KM-93: triggers inside each other."""

from dataclasses import replace

import pytest

from games.rules.karciane_miasto.tasks import Fired, React
from tests.rules.karciane_miasto.build import play, position, zone


@pytest.mark.parametrize(("inside", "happens"), [(0, True), (19, True), (20, False), (25, False)])
def test_km_93_more_than_twenty_triggers_inside_each_other_are_dropped(inside, happens):
    state = position(zones=["L11"], support=["5/0/0"])
    waiting = React(Fired("turn_end", 0), ((state.players[0].zone[0].serial, 0),))
    nested = replace(state, agenda=(*[waiting] * inside, *state.agenda))
    assert zone(play(nested, "exchange citizens"), 0) == (["L11:1"] if happens else ["L11"])


def test_km_93_a_trigger_lasts_until_its_last_reaction_is_done():
    state = play(position(map={(0, 0): "D135"}, hands=["S01"], zones=["", "G09"]), "use 0,0 0")
    assert depth(state) == 1
    assert depth(play(state, "1: group citizens")) == 0


def depth(state):
    return sum(isinstance(task, React) for task in state.agenda)
