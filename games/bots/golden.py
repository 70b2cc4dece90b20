"""Golden games: recorded once, replayed by every test run, so that no rule changes unnoticed.

A file names the ruleset and version, the seats, options, seed and player, then the deal as the codec
dumps it, one ``ply seat notation`` line per move, and how the game ended: scores, places, what the title
tallies, and a digest of the whole last position.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from games.bots.playouts import PointsPlayer, RandomPlayer, deal, playout
from games.rules import registry
from games.rules.protocol import Ruleset, load_options

PLAYERS = {"random": RandomPlayer, "points": PointsPlayer}


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a golden game is played anew from."""

    seats: int
    seed: int
    player: str = "random"
    options: Any = None


def record(ruleset: Ruleset[Any], recipe: Recipe) -> str:
    """Play a game and return its file."""
    options = recipe.options or ruleset.options()
    start = deal(ruleset, recipe.seats, recipe.seed, options)
    plies = list(playout(ruleset, start, PLAYERS[recipe.player](ruleset, recipe.seed)))
    lines = [
        f"ruleset {ruleset.ruleset_id}",
        f"seats {recipe.seats}",
        f"options {json.dumps(asdict(options))}",
        f"seed {recipe.seed}",
        f"player {recipe.player}",
        f"deal {json.dumps(ruleset.dump(start), separators=(',', ':'))}",
        *(f"{number} {ply.seat} {ply.move}" for number, ply in enumerate(plies, 1)),
        *ending(ruleset, plies[-1].step.state),
    ]
    return "\n".join(lines) + "\n"


def ending(ruleset: Ruleset[Any], state: Any) -> list[str]:
    """Return the lines that say how a game ended."""
    outcomes = ruleset.outcomes(state)
    counts = {
        "scores": [outcome.points for outcome in outcomes],
        "places": [outcome.place for outcome in outcomes],
        **(ruleset.tally(state) if ruleset.tally else {}),
    }
    text = json.dumps(ruleset.dump(state), sort_keys=True, separators=(",", ":"))
    words = [" ".join([name, *map(str, numbers)]) for name, numbers in counts.items() if numbers]
    return [*words, f"digest {hashlib.sha256(text.encode()).hexdigest()}"]


def record_again(text: str) -> str:
    """Play the game of a file anew, under the rules, with the seats, options, seed and player it names."""
    head, ruleset = _head(text), ruleset_of(text)
    options = load_options(ruleset.options, json.loads(head["options"]))
    recipe = Recipe(int(head["seats"]), int(head["seed"]), head.get("player", "random"), options)
    return record(ruleset, recipe)


def replay(text: str) -> Iterator[Any]:
    """Yield every position of a file's game from its deal on; a refused move raises."""
    ruleset = ruleset_of(text)
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


def ruleset_of(text: str) -> Ruleset[Any]:
    """Return the rules a file was recorded under."""
    slug, version = _head(text)["ruleset"].split("/")
    return registry.get(slug, int(version))


def _head(text: str) -> dict[str, str]:
    named = (line.partition(" ") for line in text.splitlines() if not line[0].isdigit())
    return {name: rest for name, _, rest in named}
