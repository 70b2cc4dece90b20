"""What players that think ahead are told of Karciane Miasto."""

from pathlib import Path

from games.rules.brains import Brain, SearchPlan
from games.rules.karciane_miasto.bot.assessing import PARTS, assess
from games.rules.karciane_miasto.bot.concealing import conceal
from games.rules.karciane_miasto.bot.habits import reply
from games.rules.karciane_miasto.bot.imagining import imagine
from games.rules.karciane_miasto.bot.sensible import sensible
from games.rules.karciane_miasto.flow.wishing import aside
from games.rules.karciane_miasto.moves import AnyMove
from games.rules.karciane_miasto.state import State
from games.rules.weights import read_weights


def is_quiet(state: State) -> bool:
    """Tell whether a turn goes on as its player likes (KM-32)."""
    return state.question is not None and state.question.kind == "main"


def turn(state: State) -> int:
    """Return how many turns have begun (KM-27)."""
    return state.turn.number


def manners(state: State, seat: int) -> tuple[AnyMove, ...]:
    """Return how a seat asks to be asked in all windows, whatever it could respond with (KM-83)."""
    return tuple(
        move for move in aside(state, seat) if move.kind == "ask" and move.words[-1] in ("always", "again")
    )


BRAIN: Brain[State] = Brain(
    conceal=conceal,
    imagine=imagine,
    parts=PARTS,
    assess=assess,
    weights=read_weights(Path(__file__).parents[1], PARTS),
    is_quiet=is_quiet,
    lead=4.0,
    plans=(
        SearchPlan(worlds=1, heat=0.1, breadth=(3, 1)),
        SearchPlan(worlds=2, breadth=(6, 2, 1)),
        SearchPlan(worlds=2, breadth=(6, 2, 1), width=4, rollouts=24, plies=0, turns=2, trust=8),
        SearchPlan(worlds=2, breadth=(6, 2, 1), width=6, rollouts=288, plies=0, turns=2, trust=12),
    ),
    reply=reply,
    sensible=sensible,
    turn=turn,
    manners=manners,
)
