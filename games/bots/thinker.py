"""``python -m games.bots.thinker``: finds moves, and knows nothing but what it is asked about.

It reads questions from its standard input and writes answers to its standard output, a line of JSON
each. The first line names the titles it is to know. Once it has read their rules it gives up every
right it can do without: from then on it can open no file, no connection and no other process, also when
it closes one of its pipes for the number. What needs no file to be open stays possible to a program of the
same user: to remove or rename files, and to end processes. It is the rules alone that run here.
"""

import json
import os
import resource
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from time import monotonic
from typing import Any, TextIO

from games.bots.levels import DEFAULT_LEVEL, plan_of
from games.bots.search import Search
from games.rules import registry
from games.rules.brains import SearchPlan
from games.rules.protocol import Ruleset

MEMORY = 1 << 30
LAZIEST = 19
"""The lowest priority that every system has."""
SCARCE = 0.1
"""With a smaller share of its trials than this a level looks at each move in one world, and no further."""


def give_up_rights() -> None:
    """Let this process compute and talk to who asks it, and do nothing else."""
    for kind, most in (
        (resource.RLIMIT_NOFILE, 0),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_AS, MEMORY),
    ):
        resource.setrlimit(kind, (most, most))


def be_lazy() -> None:
    """Leave the processor to whoever else wants it, but for a hundredth.

    An idle policy would leave so little on a busy machine that nothing is found in seconds.
    """
    os.nice(LAZIEST)


def shared_out(ruleset: Ruleset[Any], level: int, share: float) -> SearchPlan:
    """Return the plan of a level with a part of its trials; with hardly any left, one look at every move.

    What looks turns ahead instead of trying does so for a part of the moves, and for one move not at all.
    The look itself compares fewer further choices of its own.
    """
    plan = plan_of(ruleset, level)
    if share >= 1:
        return plan
    if share < SCARCE:
        return replace(plan, rollouts=0, turns=0, worlds=1, breadth=())
    worlds = min(plan.worlds, plan_of(ruleset, DEFAULT_LEVEL).worlds)
    breadth = tuple(max(1, int(each * share)) for each in plan.breadth)
    plan = replace(plan, worlds=worlds, breadth=breadth)
    rollouts, width = int(plan.rollouts * share), int(plan.width * share)
    if rollouts:
        return replace(plan, rollouts=rollouts)
    turns = 0 if plan.rollouts or width < 2 else plan.turns
    return replace(plan, rollouts=0, width=width, turns=turns)


def answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the move a bot makes in a position that was concealed from it, or what is wrong."""
    try:
        ruleset = registry.get(question["slug"], question["version"])
        if ruleset.brain is None:
            raise LookupError("the title has no brain")
        state = ruleset.load(question["position"])
        plan = shared_out(ruleset, question["level"], question["share"])
        search = Search(ruleset, question["seats"], plan, question["seed"])
        move = search.choose(state, question["seat"], _clock(question["seconds"]))
    except Exception as error:
        # Whatever it is, a simple move is made for the bot, and the log of the site says why.
        return {"error": repr(error)}
    return {"notation": str(move)}


def _clock(seconds: float) -> Callable[[], bool]:
    end = monotonic() + seconds
    return lambda: monotonic() > end


def run(questions: TextIO, answers: TextIO) -> None:
    """Learn the titles of the first line, then answer line by line until nobody asks any more."""
    registry.SLUGS.update(json.loads(questions.readline()))
    versions = [each.ruleset_id for title in registry.rulesets() for each in (title, *title.former)]
    be_lazy()
    give_up_rights()
    _say(answers, {"knows": versions})
    for line in questions:
        question = json.loads(line)
        _say(answers, answer(question) | {"number": question.get("number")})


def _say(answers: TextIO, what: Mapping[str, Any]) -> None:
    answers.write(json.dumps(what) + "\n")
    answers.flush()


if __name__ == "__main__":
    out, sys.stdout = sys.stdout, sys.stderr
    run(sys.stdin, out)
