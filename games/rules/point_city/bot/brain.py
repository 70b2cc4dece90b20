"""A player of Point City that knows no more than its seat: what it weighs, and how long its levels think."""

from functools import lru_cache
from pathlib import Path

from games.rules.brains import Brain, Parts, SearchPlan
from games.rules.point_city.bot.assessing import PARTS, assess
from games.rules.point_city.bot.concealing import conceal, imagine
from games.rules.point_city.bot.glance import Glance
from games.rules.point_city.moves import Move
from games.rules.point_city.play.checks import is_automa_turn
from games.rules.point_city.state import State
from games.rules.protocol import Draw
from games.rules.weights import read_weights


def is_quiet(state: State) -> bool:
    """Tell whether a turn begins that is a player's: the automa's only follows from what is there."""
    return not state.flipped and not is_automa_turn(state)


def reply(state: State, seat: int, draw: Draw, weights: Parts) -> Move:
    """Return the best pair to take at first sight."""
    return _glance(weights).move(state, seat)


@lru_cache(maxsize=16)
def _glance(weights: Parts) -> Glance:
    return Glance(weights)


BRAIN: Brain[State] = Brain(
    conceal=conceal,
    imagine=imagine,
    parts=PARTS,
    assess=assess,
    weights=read_weights(Path(__file__).parents[1], PARTS),
    is_quiet=is_quiet,
    reply=reply,
    lead=12.0,
    margin=0.8,
    plans=(
        SearchPlan(worlds=1, heat=0.03),
        SearchPlan(worlds=3),
        SearchPlan(worlds=2, width=6, rollouts=12, plies=5, trust=12),
        SearchPlan(worlds=4, width=10, rollouts=240, plies=5, trust=60),
    ),
)
