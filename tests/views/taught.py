"""The invented title as bots know it, for tests of pages: nobody thinks here."""

from dataclasses import replace

from games.rules.brains import Brain, SearchPlan
from tests.demo.ruleset import RULESET as DEMO

RULESET = replace(
    DEMO,
    brain=Brain(
        conceal=lambda state, seat: state,
        imagine=lambda state, seat, draw: state,
        parts=("points",),
        assess=lambda state: tuple((float(points),) for points in state.scores),
        weights={2: (1.0,)},
        is_quiet=lambda state: True,
        plans=(SearchPlan(), SearchPlan(), SearchPlan(), SearchPlan()),
        lead=2.0,
    ),
)
