"""Games that only bots play: they end, nothing is lost or made up on the way, and somebody has won."""

import pytest

from games.bots.players import LevelPlayer
from games.bots.playouts import deal, playout
from games.rules import registry
from tests.thorough import of_the_day, seeds_of_the_night

GAMES, DEARER = 1000, {"karciane_miasto": 300}
"""Of each title with each number of seats, in a week of nights: in one they took longer than all other tests."""
LONGEST = 2000
TABLES = [
    pytest.param(ruleset, seats, id=f"{ruleset.slug}-{seats}")
    for ruleset in registry.rulesets()
    for seats in of_the_day(ruleset.seats)
]


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_games_of_bots_alone_end_and_every_position_is_sound(ruleset, seats):
    for seed in seeds_of_the_night(1, DEARER.get(ruleset.slug, GAMES)):
        print(f"{ruleset.slug} with {seats} seats, seed {seed}")
        levels = [1 + (seat + seed) % 2 for seat in range(seats)]
        state = deal(ruleset, seats, seed)
        for number, ply in enumerate(playout(ruleset, state, LevelPlayer(ruleset, levels, seed))):
            assert number < LONGEST
            state = ply.step.state
            ruleset.invariants(state)
        assert not ruleset.to_act(state)
        outcomes = ruleset.outcomes(state)
        assert len(outcomes) == seats
        assert seats == 1 or min(each.place for each in outcomes) == 1
        assert [each.points for each in outcomes] == [*ruleset.scores(state)]
        assert ruleset.load(ruleset.dump(state)) == state
