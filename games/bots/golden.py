"""Golden games: recorded once, replayed by every test run, so that no rule changes unnoticed.

A file names the ruleset and version, the seats, options and seed, then the deal as the codec
dumps it, one ``ply seat notation`` line per move, and the scores.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from games.bots.playouts import deal, random_playout
from games.rules.protocol import Ruleset, load_options


def record(ruleset: Ruleset[Any], seats: int, seed: int, options: Any = None) -> str:
    """Play a game at random and return its file."""
    options = options or ruleset.options()
    start = deal(ruleset, seats, seed, options)
    plies = list(random_playout(ruleset, start, seed))
    lines = [
        f"ruleset {ruleset.ruleset_id}",
        f"seats {seats}",
        f"options {json.dumps(asdict(options))}",
        f"seed {seed}",
        f"deal {json.dumps(ruleset.dump(start), separators=(',', ':'))}",
        *(f"{number} {ply.seat} {ply.move}" for number, ply in enumerate(plies, 1)),
        " ".join(["scores", *map(str, ruleset.scores(plies[-1].step.state))]),
    ]
    return "\n".join(lines) + "\n"


def record_again(ruleset: Ruleset[Any], text: str) -> str:
    """Play the game of a file anew, from its seats, options and seed."""
    head = _head(text)
    options = load_options(ruleset.options, json.loads(head["options"]))
    return record(ruleset, int(head["seats"]), int(head["seed"]), options)


def replay(ruleset: Ruleset[Any], text: str) -> Iterator[Any]:
    """Yield every position of a file's game from its deal on; a refused move raises."""
    state = ruleset.load(json.loads(_head(text)["deal"]))
    yield state
    for seat, notation in moves(text):
        state = ruleset.apply(state, seat, ruleset.parse_move(notation)).state
        yield state


def moves(text: str) -> Iterator[tuple[int, str]]:
    """Yield the seat and the notation of every move of a file."""
    for line in text.splitlines():
        number, _, rest = line.partition(" ")
        if number.isdigit():
            seat, _, notation = rest.partition(" ")
            yield int(seat), notation


def final_scores(text: str) -> tuple[int, ...]:
    """Return the scores a file ends with."""
    return tuple(map(int, _head(text)["scores"].split()))


def ruleset_id(text: str) -> str:
    """Return the ruleset and version a file was recorded under."""
    return _head(text)["ruleset"]


def _head(text: str) -> dict[str, str]:
    named = (line.partition(" ") for line in text.splitlines() if not line[0].isdigit())
    return {name: rest for name, _, rest in named}
