"""How Machi Koro 2 is played by a computer that knows what its seat knows."""

from collections.abc import Sequence
from pathlib import Path

from games.rules.brains import Brain, SearchPlan
from games.rules.machi_koro_2.bot.assessing import PARTS, assess
from games.rules.machi_koro_2.bot.bargains import sensible
from games.rules.machi_koro_2.bot.concealing import conceal, imagine
from games.rules.machi_koro_2.laws import law
from games.rules.machi_koro_2.moves import FALLS, Rolled
from games.rules.machi_koro_2.state import State
from games.rules.weights import read_weights

Chances = tuple[tuple[Rolled, float], ...]


def is_quiet(state: State) -> bool:
    """Whether a turn or an opportunity of the first rounds begins (MK-9, MK-15)."""
    return state.turn.phase in ("roll", "initial")


def chances(state: State) -> Chances:
    """Return one fall of the dice for each total, doubles apart where a landmark looks at them (MK-18)."""
    if len(state.turn.dice) == 1:
        return _ONE
    return _TWO_AND_DOUBLES if law(state.built).after_roll else _TWO


def _falls(falls: Sequence[Rolled], doubles_apart: bool) -> Chances:
    """Return the first of all falls that come to the same, with how likely one of them is."""
    sorts: dict[tuple[int, bool], list[Rolled]] = {}
    for fall in falls:
        is_double = doubles_apart and fall.dice[0] == fall.dice[-1]
        sorts.setdefault((sum(fall.dice), is_double), []).append(fall)
    return tuple((same[0], len(same) / len(falls)) for same in sorts.values())


_ONE, _TWO, _TWO_AND_DOUBLES = _falls(FALLS[1], False), _falls(FALLS[2], False), _falls(FALLS[2], True)

APPRENTICE = SearchPlan(worlds=1, heat=0.07)
NEIGHBOUR = SearchPlan(worlds=1, grain=0.045)
PLANNER = SearchPlan(worlds=1, breadth=(12, 12), grain=0.02)
MAYOR = SearchPlan(worlds=1, breadth=(12, 12), width=3, turns=2)

BRAIN: Brain[State] = Brain(
    conceal=conceal,
    imagine=imagine,
    parts=PARTS,
    assess=assess,
    weights=read_weights(Path(__file__).parents[1], PARTS),
    is_quiet=is_quiet,
    chances=chances,
    sensible=sensible,
    lead=1.0,
    margin=0.0,
    plans=(APPRENTICE, NEIGHBOUR, PLANNER, MAYOR),
)
