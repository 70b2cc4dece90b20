"""What a bot does that has no time to think: a move found at a glance, from what a thinker would be asked."""

from collections.abc import Mapping
from typing import Any

from games.bots.outlook import Outlook
from games.bots.playouts import LooseDraw
from games.rules import registry


def instinct(question: Mapping[str, Any]) -> str:
    """Return the notation of the title's good reply in a concealed position, or of its default move."""
    ruleset = registry.get(question["slug"], question["version"])
    outlook = Outlook(ruleset, question["seats"])
    state = ruleset.load(question["position"])
    return str(outlook.simple(state, question["seat"], LooseDraw(question["seed"])))
