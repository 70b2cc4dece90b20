"""What follows a move inside its transaction: chance plies, the clock, the end."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, DateTimeField, F, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.fair import Source
from games.models import Game, MoveRecord, Seat
from games.rules.protocol import CHANCE, Move, Ruleset, Step, event_data
from games.services.calls import call_players

IDLE_GAME_LIFE = timedelta(days=30)
LEFT_SEAT_DELAY = timedelta(seconds=1)


def record(game: Game, seat: int, move: Move, step: Step[Any], **who: Any) -> MoveRecord:
    """Write the next ply of the log."""
    game.ply += 1
    return MoveRecord.objects.create(
        game=game,
        ply=game.ply,
        seat=seat,
        notation=str(move),
        events=[event_data(event) for event in step.events],
        reveals=step.reveals,
        secret=move.secret,
        **who,
    )


def run_chance(game: Game, ruleset: Ruleset[Any], state: Any, chance: Source) -> Any:
    """Let chance act until a seat is to act or the game is over."""
    while CHANCE in ruleset.to_act(state):
        assert ruleset.sample is not None
        move = ruleset.sample(state, chance)
        step = ruleset.apply(state, CHANCE, move)
        record(game, CHANCE, move, step, actor="chance")
        state = step.state
    return state


def wake_after_move(game: Game, ruleset: Ruleset[Any], state: Any, mover: int) -> None:
    """Say when the referee should look again, or end the game if nobody is to act."""
    now = timezone.now()
    waiting = ruleset.to_act(state)
    mark_acting(game, waiting, mover, now)
    if not waiting:
        _finish(game, ruleset, state)
    elif game.seats.filter(index__in=waiting, left=True).exists():
        game.wake_at = now + LEFT_SEAT_DELAY
    else:
        game.wake_at = now + IDLE_GAME_LIFE
    game.moved_at = now
    call_players(game, waiting, now)


def mark_acting(game: Game, waiting: frozenset[int], mover: int, now: datetime) -> None:
    """Keep with each seat since when it is waited for; who moved and may move again, only from now on."""
    now_value = Value(now, DateTimeField())
    moved, others = waiting & {mover}, waiting - {mover}
    game.seats.update(
        acts_since=Case(
            When(index__in=others, then=Coalesce(F("acts_since"), now_value)),
            When(index__in=moved, then=now_value),
            default=None,
        )
    )


def _finish(game: Game, ruleset: Ruleset[Any], state: Any) -> None:
    game.status = Game.Status.FINISHED
    game.ended_at = timezone.now()
    game.wake_at = None
    seats: list[Seat] = list(game.seats.all())
    for seat, outcome in zip(seats, ruleset.outcomes(state), strict=True):
        seat.points, seat.place = outcome.points, outcome.place
    Seat.objects.bulk_update(seats, ["points", "place"])
