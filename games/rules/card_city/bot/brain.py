"""The brain of Card City: every move is followed as everybody would go on at first sight."""

from games.rules.brains import Brain, SearchPlan
from games.rules.card_city.bot.assessing import PARTS, WEIGHTS, assess
from games.rules.card_city.bot.concealing import conceal, imagine
from games.rules.card_city.bot.instinct import pick, reply
from games.rules.card_city.bot.sensible import sensible
from games.rules.card_city.state import Phase, State

LEAD = 7.0
"""In the middle of a game; near its end fewer points would do."""


def is_quiet(state: State) -> bool:
    """Tell whether a round begins, or the game is over."""
    return state.phase == Phase.KEEP or (state.phase == Phase.DIVIDE and state.piles.division == 1)


BRAIN: Brain[State] = Brain(
    conceal=conceal,
    imagine=imagine,
    parts=PARTS,
    assess=assess,
    weights=WEIGHTS,
    is_quiet=is_quiet,
    pick=pick,
    reply=reply,
    sensible=sensible,
    lead=LEAD,
    plans=(
        SearchPlan(worlds=1, heat=0.06),
        SearchPlan(worlds=1),
        SearchPlan(worlds=1, width=6, rollouts=60, trust=16, plies=4, wild=True),
        SearchPlan(worlds=2, width=5, rollouts=90, trust=24, plies=26),
    ),
)
