"""What any sensible player does, levels 2 to 4 do; they play with what their seats know."""

import pytest

from games.bots.levels import plan_of
from games.bots.search import Search
from games.rules.card_city.bot.brain import BRAIN
from tests.bots.luck import luck
from tests.rules.card_city.build import RULESET
from tests.rules.card_city.sensible import ALL

pytestmark = pytest.mark.in_turn(2)

LEVELS = (2, 3, 4)
each = pytest.mark.parametrize("one", ALL, ids=[one.name for one in ALL])


def test_there_are_thirty_positions_with_a_silly_move():
    assert len(ALL) == 30
    for one in ALL:
        (seat,) = one.state.acts
        fitting = [fits(one, str(move)) for move in RULESET.legal_moves(one.state, seat)]
        assert any(fitting) and not all(fitting), one.name


def test_parking_is_not_thought_of_where_a_home_would_grow():
    spoiling = next(one for one in ALL if one.name == "no parking on the best site of a home")
    (seat,) = spoiling.state.acts
    legal = RULESET.legal_moves(spoiling.state, seat)
    (left_out,) = {*legal} - {*BRAIN.sensible(spoiling.state, seat)}
    assert str(left_out) == "build P 1 0"


def test_parking_is_built_where_a_home_would_grow_if_it_fits_nowhere_else(monkeypatch):
    one = next(one for one in ALL if one.name == "no parking on the best site of a home")
    (seat,) = one.state.acts
    only = tuple(move for move in RULESET.legal_moves(one.state, seat) if str(move) == "build P 1 0")
    monkeypatch.setattr("games.rules.card_city.bot.sensible.legal_moves", lambda *_: only)
    assert BRAIN.sensible(one.state, seat) == only


@each
@pytest.mark.parametrize("level", LEVELS)
def test_a_sensible_move_is_made(one, level):
    (seat,) = one.state.acts
    concealed = BRAIN.conceal(one.state, seat)
    for seed in luck(level):
        search = Search(RULESET, len(one.state.cities), plan_of(RULESET, level), seed)
        assert fits(one, str(search.choose(concealed, seat))), seed


def fits(one, text):
    """Tell whether a move is one that the position wants, or none that it shuns."""
    if one.wants:
        return text.startswith(one.wants)
    return not any(text == shunned for shunned in one.shuns)
