"""Checks a stored game: its proof, its log played again, what is stored beside the log, and its ending."""

from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.views.decorators.debug import sensitive_variables

from games import fair
from games.models import Game
from games.rules.protocol import RulesError
from games.selectors.stored.position import digest
from games.services.storage import recomputing, seeds
from games.services.upkeep.endings import end_check

UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, ObjectDoesNotExist)
"""What damaged or missing rows raise."""
REPLAY = "the log replays to the stored position and scores"
STORED = "what is stored beside the moves is what they lead to"


def verify_stored(game_id: UUID) -> list[fair.Check]:
    """Verify a game by its id; one that cannot even be read fails like any other."""
    try:
        return verify_game(Game.objects.get(pk=game_id))
    except UNREADABLE as error:
        return [_unread(error)]


def _unread(error: Exception) -> fair.Check:
    return fair.Check(0, "the stored game can be read", str(error) or "it cannot")


@sensitive_variables()
def verify_game(game: Game, kept: fair.Kept = fair.NOTHING) -> list[fair.Check]:
    """Return one check a line: those anybody can make, then all that only the database can tell."""
    if not game.start_digest:
        return []
    number = 6 if game.fair_version == 1 else 8
    try:
        checks = seeds.checks(game, kept)
        chance = seeds.source(game, 0)
    except UNREADABLE as error:
        return [_unread(error)]
    return [*checks, *_replayed(game, number, chance), end_check(game)]


@sensitive_variables()
def _replayed(game: Game, number: int, chance: fair.Source) -> list[fair.Check]:
    records = list(game.records.all())
    try:
        outcome = fair.replay(game.ruleset, game, records[1:], chance)
        problem = _position_problem(game, outcome, chance)
        beside = recomputing.problem(game, outcome, records)
    except (RulesError, *UNREADABLE) as error:
        problem, beside = str(error) or "it cannot be replayed", "the log cannot be replayed"
    return [fair.Check(number, REPLAY, problem), fair.Check(9, STORED, beside)]


def _position_problem(game: Game, replay: fair.Replay, chance: fair.Source) -> str:
    ruleset = game.ruleset
    if digest(ruleset.dump(replay.deal)) != digest(game.deal):
        return "the stored deal is not the one that was drawn"
    asked = [record.to_json() for record in chance.records]
    if asked != [draw.data for draw in game.draws.all()] or len(asked) != game.draw_no:
        return "the replay asks for other draws than the recorded ones"
    if digest(ruleset.dump(replay.state)) != digest(game.state):
        return "the replay ends in another position"
    return fair.end_problem(ruleset, replay.state, game.status, seeds.result_of(game))
