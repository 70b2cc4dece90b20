"""The table offers exactly the legal moves, part by part, to the seat that may make them."""

import re
from random import Random

import pytest

from games.selectors.stored.position import load_state
from games.selectors.tables.pages import table_part
from tests.rules.machi_koro_2.build import RULESET
from tests.tables import play, running
from tests.thorough import of_the_day

pytestmark = pytest.mark.django_db
AT_ONCE = {
    "roll": {"roll 1", "roll 2"},
    "initial": {"pass"},
    "build": {"pass"},
    "swap": {"decline"},
    "give": set(),
}


def offered(game, seat, **fields):
    """Return the moves that the page's buttons make."""
    html = table_part(game, seat, {name: (value,) for name, value in fields.items()}).html()
    return set(re.findall('name="move" value="([^"]*)"', html)) - {"undo"}


def asked(move, seat):
    """Return the fields that a page sends while this move is composed."""
    words = str(move).split()
    match words[0]:
        case "build":
            return {"card": words[1]}
        case "give":
            return {"own": f"{seat}-{words[1]}"}
        case "swap":
            return {"own": f"{seat}-{words[1]}", "theirs": f"{words[2]}-{words[3]}"}
    return {}


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("seed", of_the_day(range(3)))
def test_the_legal_moves_are_the_only_ones_offered(seed):
    game, viewers = running("machi_koro_2", 3)
    random, phases = Random(seed), set()
    while game.is_running and len(phases) < 4:
        state = load_state(game)
        (seat,) = RULESET.to_act(state)
        phases.add(state.turn.phase)
        for other in {None, 0, 1, 2} - {seat}:
            assert offered(game, other) == set()
        move = random.choice(RULESET.legal_moves(state, seat))
        assert offered(game, seat) == AT_ONCE[state.turn.phase]
        # Nobody passes by mistake who is about to build.
        meanwhile = AT_ONCE[state.turn.phase] - ({"pass"} if move.kind == "build" else set())
        assert offered(game, seat, **asked(move, seat)) == meanwhile | {str(move)}
        play(game, viewers[seat], str(move), key=f"k{game.ply}")
    assert phases >= {"initial", "roll", "build"}


def test_what_cannot_be_built_is_explained_with_its_rule():
    game, _ = running("machi_koro_2", 2)
    seat = load_state(game).turn.seat
    landmark = RULESET.view_for(load_state(game), seat).rows[2].piles[0].face.card
    html = table_part(game, seat, {"card": (landmark,)}).html()
    assert 'href="/rules/machi-koro-2/#MK-10"' in html
    assert f'value="build {landmark}"' not in html


def test_an_observer_sees_the_table_and_nothing_to_press():
    game, _ = running("machi_koro_2", 2)
    html = table_part(game, None).html()
    assert html.count('class="pile"') == 15
    assert html.count("<fieldset") == html.count(" disabled>") == 2
