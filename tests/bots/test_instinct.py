"""What a bot does without time: a legal move, found from what its thinker would have been asked."""

import pytest

from games.bots.instinct import instinct
from games.bots.playouts import RandomPlayer, deal, playout
from games.rules import registry
from games.rules.protocol import CHANCE
from tests.thorough import of_the_day, seeds

SOME = 5
"""Each so many positions of a game one is looked at."""


@pytest.mark.parametrize("ruleset", registry.rulesets(), ids=lambda ruleset: ruleset.slug)
def test_it_is_a_legal_move_and_the_same_again(ruleset):
    for seats in of_the_day(ruleset.seats):
        for seed in seeds(1, 10):
            state = deal(ruleset, seats, seed)
            for number, ply in enumerate(playout(ruleset, state, RandomPlayer(ruleset, seed))):
                for seat in ruleset.to_act(state) - {CHANCE} if number % SOME == 0 else ():
                    asked = question(ruleset, state, seats, seat)
                    notation = instinct(asked)
                    assert notation == instinct(asked)
                    ruleset.apply(state, seat, ruleset.parse_move(notation))
                state = ply.step.state


def question(ruleset, state, seats, seat):
    return {
        "slug": ruleset.slug, "version": ruleset.version, "seat": seat, "seats": seats, "seed": 7,
        "position": ruleset.dump(ruleset.brain.conceal(state, seat)),
    }  # fmt: skip
