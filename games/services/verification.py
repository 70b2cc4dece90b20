"""Replays a game from its seed: the sixth check of the fair shuffle, and of the stored position."""

from typing import Any

from django.views.decorators.debug import sensitive_variables

from games.fair import Check, Source
from games.models import Game, MoveRecord
from games.rules import registry
from games.rules.protocol import CHANCE, RulesError, Ruleset, load_options
from games.services import seeds
from games.services.position import UNDO, digest


@sensitive_variables()
def verify_game(game: Game) -> list[Check]:
    """Return one check a line: the draws as anybody can check them, then the full replay."""
    if not game.start_digest:
        return []
    problem = _replay_problem(game, seeds.source(game, 0))
    return [*seeds.checks(game), Check(6, "the log replays to the stored position and scores", problem)]


def _replay_problem(game: Game, chance: Source) -> str:
    ruleset = registry.get(game.ruleset_slug)
    try:
        state = ruleset.setup(game.seat_count, load_options(ruleset.options, game.options), chance)
        if digest(ruleset.dump(state)) != digest(game.deal):
            return "the stored deal is not the one that was drawn"
        state = _replayed(ruleset, state, list(game.records.filter(ply__gt=0)), chance)
    except (RulesError, ValueError, IndexError) as error:
        return str(error)
    return _end_problem(game, ruleset, state, chance)


def _replayed(ruleset: Ruleset[Any], deal: Any, records: list[MoveRecord], chance: Source) -> Any:
    line = [deal]
    for number, record in enumerate(records, 1):
        if record.ply != number:
            raise ValueError(f"ply {number} is missing")
        if record.notation == UNDO:
            line.pop()
            continue
        _check_chance(ruleset, line[-1], record, chance)
        line.append(ruleset.apply(line[-1], record.seat, ruleset.parse_move(record.notation)).state)
    return line[-1]


def _check_chance(ruleset: Ruleset[Any], state: Any, record: MoveRecord, chance: Source) -> None:
    if record.seat != CHANCE:
        return
    assert ruleset.sample is not None
    if str(ruleset.sample(state, chance)) != record.notation:
        raise ValueError(f"ply {record.ply} is not what chance decided")


def _end_problem(game: Game, ruleset: Ruleset[Any], state: Any, chance: Source) -> str:
    asked = [record.to_json() for record in chance.records]
    if asked != [draw.data for draw in game.draws.all()]:
        return "the replay asks for other draws than the recorded ones"
    if digest(ruleset.dump(state)) != digest(game.state):
        return "the replay ends in another position"
    if game.status == Game.Status.FINISHED and game.ending != Game.Ending.STAFF:
        ended = [(seat.points, seat.place) for seat in game.seats.all()]
        if ended != [(outcome.points, outcome.place) for outcome in ruleset.outcomes(state)]:
            return "the replay ends with other scores"
    return ""
