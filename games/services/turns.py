"""What follows a move inside its transaction: chance plies, the clocks, the end."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import Case, DateTimeField, F, Value, When
from django.db.models.functions import Coalesce

from games.fair import Source
from games.models import Game, MoveRecord, Seat
from games.rules.protocol import CHANCE, Move, Outcome, RulesError, Ruleset, Step, event_data
from games.services.calls import call_players
from games.services.clocks import Turn
from games.services.measures import limits, moments
from games.services.people import holder_of
from games.services.ratings import rate
from games.services.solos import keep_if_best
from games.services.timekeeping import turn_clocks, wake_time

logger = logging.getLogger(__name__)


def record(game: Game, seat: int, move: Move, step: Step[Any], **who: Any) -> None:
    """Write the next ply of the log."""
    _next_ply(game, seat, move, step, **who).save(force_insert=True)


def _next_ply(game: Game, seat: int, move: Move, step: Step[Any], **who: Any) -> MoveRecord:
    game.ply += 1
    return MoveRecord(
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
    plies = []
    while CHANCE in ruleset.to_act(state):
        assert ruleset.sample is not None
        move = ruleset.sample(state, chance)
        step = ruleset.apply(state, CHANCE, move)
        plies.append(_next_ply(game, CHANCE, move, step, actor="chance"))
        state = step.state
    MoveRecord.objects.bulk_create(plies)
    return state


def play_decks(game: Game, ruleset: Ruleset[Any], state: Any) -> Any:
    """Make the move of every seat that chose its deck while sitting down; who cannot is asked by the game."""
    for seat in game.seats.exclude(deck=""):
        try:
            move = ruleset.parse_move(seat.deck)
            step = ruleset.apply(state, seat.index, move)
        except RulesError:
            logger.warning("The deck of seat %s in game %s is no longer accepted", seat.index, game.pk)
            continue
        who = {"actor": holder_of(seat).actor, "key": f"{seat.index}:deck"}
        record(game, seat.index, move, step, alone=False, **who)
        state = step.state
    return state


def wake_after_move(game: Game, ruleset: Ruleset[Any], state: Any, turn: Turn) -> None:
    """Turn the clocks and say when the referee should look again, or end the game if nobody is to act."""
    game.moved_at = turn.at
    turn = replace(turn, limits=limits(game, ruleset, state, turn.waiting))
    turn_clocks(game, turn)
    mark_acting(game, turn)
    if turn.waiting:
        seats = list(game.seats.all())
        passing = moments(game, ruleset, state, turn.waiting)
        game.wake_at = wake_time(game, seats, turn.waiting, turn.at, passing.values())
        call_players(game, [seat for seat in seats if seat.index in turn.waiting], turn.at)
    else:
        seats = finish(game, ruleset, state, ruleset.outcomes(state), turn.at)
        keep_if_best(game, seats[0])


def mark_acting(game: Game, turn: Turn) -> None:
    """Keep with each seat since when it is waited for; who moved and may move again, only from now on."""
    now = Value(turn.at, DateTimeField())
    moved = frozenset() if turn.aside else turn.waiting & {turn.seat}
    game.seats.update(
        acts_since=Case(
            When(index__in=turn.waiting - moved, then=Coalesce(F("acts_since"), now)),
            When(index__in=moved, then=now),
            default=None,
        )
    )


def finish(
    game: Game, ruleset: Ruleset[Any], state: Any, outcomes: Sequence[Outcome], now: datetime
) -> list[Seat]:
    """End a game with these outcomes in seat order; if it is rated it counts. The caller saves the row."""
    game.status = Game.Status.FINISHED
    game.ended_at = now
    game.wake_at = None
    seats: list[Seat] = list(game.seats.all())
    for seat, outcome in zip(seats, outcomes, strict=True):
        seat.points, seat.place = outcome.points, outcome.place
        seat.built = dict(ruleset.built(state, seat.index))
        seat.acts_since = seat.clock_from = None
    Seat.objects.bulk_update(seats, ["points", "place", "built", "acts_since", "clock_from"])
    rate(game)
    return seats
