"""The four levels, the same scale in every title: their names are the site's, their plans the title's."""

from typing import Any

from games.rules.brains import SearchPlan
from games.rules.protocol import Ruleset
from games.rules.words import gettext_noop

NAMES = {
    1: gettext_noop("Apprentice"),
    2: gettext_noop("Neighbour"),
    3: gettext_noop("Planner"),
    4: gettext_noop("Mayor"),
}
LEVELS = tuple(NAMES)
DEFAULT_LEVEL = 2
"""Of a bot that takes over from somebody who left."""


def plan_of(ruleset: Ruleset[Any], level: int) -> SearchPlan:
    """Return how long a level thinks in a title."""
    assert ruleset.brain
    return ruleset.brain.plans[level - 1]
