"""The log played again from the seed, by the rules and without a database."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from games.fair.draws import Source
from games.fair.keys import game_key
from games.fair.proof import Proof
from games.fair.results import PLAYED, Result, Score
from games.rules import registry
from games.rules.protocol import CHANCE, RulesError, Ruleset, Step, are_places, load_options, placed

UNDO = "undo"


class Logged(Protocol):
    """One ply as any log states it."""

    @property
    def ply(self) -> int:
        """Its number."""

    @property
    def seat(self) -> int:
        """Who moved, or chance."""

    @property
    def notation(self) -> str:
        """What was done."""


class Dealt(Protocol):
    """What a deal needs besides its rules."""

    @property
    def seat_count(self) -> int:
        """How many play."""

    @property
    def options(self) -> Mapping[str, Any]:
        """What was chosen when the table was opened."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """The same as plain values."""

    seat_count: int
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Played:
    """A ply played again: the position before it, and what it led to; no step if it took one back."""

    before: Any
    step: Step[Any] | None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Replay:
    """What a deal and a log lead to."""

    deal: Any
    state: Any
    plies: tuple[Played, ...]


def replay(ruleset: Ruleset[Any], game: Dealt, log: Iterable[Logged], chance: Source) -> Replay:
    """Deal and play a log again; ``ValueError`` or ``RulesError`` names the first ply that cannot be."""
    deal = ruleset.setup(game.seat_count, _options(ruleset, game), chance)
    line: list[tuple[Any, Logged | None, bool]] = [(deal, None, True)]
    plies = []
    for number, entry in enumerate(log, 1):
        if entry.ply != number:
            raise ValueError(f"ply {number} is missing")
        before = line[-1][0]
        if entry.notation == UNDO:
            _take_back(line, entry)
            plies.append(Played(before, None))
            continue
        played = _play(ruleset, before, entry, chance)
        plies.append(played)
        assert played.step is not None
        line.append((played.step.state, entry, played.step.reveals))
    return Replay(deal, line[-1][0], tuple(plies))


def _options(ruleset: Ruleset[Any], game: Dealt) -> Any:
    chosen = load_options(ruleset.options, game.options)
    if set(game.options) - set(asdict(chosen)):
        raise ValueError("there is an option that the title does not know")
    return chosen


def _take_back(line: list[tuple[Any, Logged | None, bool]], entry: Logged) -> None:
    _, last, reveals = line[-1]
    if last is None or last.seat != entry.seat or reveals:
        raise ValueError(f"ply {entry.ply} takes back what it may not")
    line.pop()


def _play(ruleset: Ruleset[Any], before: Any, entry: Logged, chance: Source) -> Played:
    if entry.seat == CHANCE and _chosen(ruleset, before, chance) != entry.notation:
        raise ValueError(f"ply {entry.ply} is not what chance decided")
    move = ruleset.parse_move(entry.notation)
    return Played(before, ruleset.apply(before, entry.seat, move), move.secret)


def _chosen(ruleset: Ruleset[Any], state: Any, chance: Source) -> str:
    if ruleset.sample is None or CHANCE not in ruleset.to_act(state):
        raise ValueError("chance acts where it is not asked")
    return str(ruleset.sample(state, chance))


def end_problem(ruleset: Ruleset[Any], state: Any, status: str, result: Result) -> str:
    """Return what is wrong with how a game is said to have ended, as far as its rules know."""
    is_over = not ruleset.to_act(state)
    if status != "finished":
        return f"the game was played to its end, yet it is {status}" if is_over else ""
    if is_over != (result.ending == PLAYED):
        return "the last position does not fit the ending"
    if is_over:
        return "" if result.scores in _scores(ruleset, state, result) else "the replay ends with other scores"
    return _staff_problem(ruleset.scores(state), result.scores)


def _scores(ruleset: Ruleset[Any], state: Any, result: Result) -> list[tuple[Score, ...]]:
    """Return what a game played to its end may show: long ago, who left kept their place."""
    orders = ruleset.outcomes(state), placed(ruleset, state, result.left)
    return [tuple((outcome.points, outcome.place) for outcome in order) for order in orders]


def _staff_problem(points: Sequence[int], scores: Sequence[Score]) -> str:
    """Return what is wrong with the scores of a game that the staff ended: the places are theirs to give."""
    if [score[0] for score in scores] != list(points):
        return "the points are not those of the last position"
    if not are_places([score[1] or 0 for score in scores]):
        return "the places do not count up from 1"
    return ""


def load_rules(ruleset_id: str, digest: str) -> Ruleset[Any]:
    """Return the rules an export names; ``ValueError`` if this site has others."""
    slug, _, version = ruleset_id.partition("/")
    try:
        ruleset = registry.get(slug, int(version))
    except (LookupError, ValueError):
        raise ValueError(f"this site has no rules {ruleset_id}") from None
    if ruleset.digest != digest:
        raise ValueError(f"this site has other rules {ruleset_id}")
    return ruleset


def replay_problem(proof: Proof) -> str:
    """Return what is wrong with an export of version 2 that is over, according to the rules."""
    if proof.server_seed is None or proof.result is None or proof.options is None:
        return "the game is not over, or the file lacks its options"
    start = proof.start
    try:
        ruleset = load_rules(start.ruleset_id, start.ruleset_digest)
        chance = Source(game_key(proof.server_seed, start), version=start.version)
        outcome = replay(ruleset, Dealing(len(start.seats), proof.options), proof.log, chance)
    except (RulesError, ValueError, LookupError) as error:
        return str(error)
    if any((entry.actor == "chance") != (entry.seat == CHANCE) for entry in proof.log):
        return "chance acts for a seat, or a seat for chance"
    if tuple(chance.records) != tuple(sorted(proof.draws, key=lambda draw: draw.draw_no)):
        return "the replay asks for other draws than the recorded ones"
    return end_problem(ruleset, outcome.state, proof.status, proof.result)
