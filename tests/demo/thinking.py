"""The invented title with a brain: it picks what it takes for the likeliest number."""

from dataclasses import replace

from games.rules.brains import Brain, SearchPlan
from games.rules.protocol import CHANCE
from tests.demo.ruleset import RULESET as DEMO
from tests.demo.ruleset import Pick, to_act


def conceal(state, seat):
    """Let every number that others have picked be 1."""
    picks = tuple(own if at == seat else min(own, 1) for at, own in enumerate(state.picks))
    return replace(state, picks=picks)


def imagine(concealed, seat, draw):
    """Let every number that others have picked be any."""
    picks = tuple(
        own if at == seat or not own else 1 + draw.below("pick", 6) for at, own in enumerate(concealed.picks)
    )
    return replace(concealed, picks=picks)


def pick(state, seat, draw, weights):
    """Any number."""
    return Pick(1 + draw.below("pick", 6))


RULESET = replace(
    DEMO,
    brain=Brain(
        conceal=conceal,
        imagine=imagine,
        parts=("points",),
        assess=lambda state: tuple((float(points),) for points in state.scores),
        weights={2: (1.0,)},
        is_quiet=lambda state: CHANCE not in to_act(state),
        plans=(
            SearchPlan(heat=1.0),
            SearchPlan(),
            SearchPlan(rollouts=20),
            SearchPlan(rollouts=60, wild=True),
        ),
        lead=2.0,
        pick=pick,
    ),
)
