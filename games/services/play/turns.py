"""What follows a move inside its transaction: chance plies, the clocks, the end."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from games.fair import UNDO, Source
from games.models import Game, MoveRecord, Seat
from games.rules.protocol import CHANCE, Move, Outcome, RulesError, Step, event_data
from games.selectors.clocks.arithmetic import Turn
from games.selectors.clocks.measures import auto_pass_times, limits
from games.selectors.stored import logs
from games.selectors.stored.entries import CHANCE_ACTOR, DECK_KEY, seat_key, to_the_second
from games.selectors.stored.position import outcomes_of
from games.selectors.stored.statements import write_awaited
from games.selectors.viewers import holder_of
from games.services.clocks.bot_moments import draw_moments
from games.services.clocks.timekeeping import draw_waits, turn_clocks, wake_time
from games.services.company.arrivals import stop_waiting
from games.services.notices.calls import call_players
from games.services.play.ratings import rate
from games.services.play.solos import keep_if_best
from games.services.storage import chain

logger = logging.getLogger(__name__)


class Author(NamedTuple):
    """Who makes a ply for which seat, when, and the key that keeps it from being made twice."""

    seat: int
    actor: str
    at: datetime
    key: str | None = None
    alone: bool = False
    """No other seat was to act."""
    veiled: bool = False
    """Others must not learn who or what made it, as with every secret move."""


def record(game: Game, move: Move, step: Step[Any], author: Author) -> None:
    """Write the next ply of the log."""
    _insert(_ply_of(game, move, step, author))


def record_undo(game: Game, author: Author) -> None:
    """Write that a seat took its last move back."""
    _insert(_next_ply(game, author, notation=UNDO, reveals=False))


def _insert(record: MoveRecord) -> None:
    record.save(force_insert=True)
    logs.keep_on_commit(record)


def _ply_of(
    game: Game, move: Move, step: Step[Any], author: Author, chance: Source | None = None
) -> MoveRecord:
    what = {
        "notation": str(move),
        "events": [event_data(event) for event in step.events],
        "reveals": step.reveals,
        "secret": move.secret,
    }
    return _next_ply(game, author._replace(veiled=author.veiled or move.secret), chance, **what)


def _next_ply(game: Game, author: Author, chance: Source | None = None, **what: Any) -> MoveRecord:
    """Return the next ply, chained to those before it; a source of chance saves reading the game's key."""
    game.ply += 1
    # Not the game itself: whoever keeps the record would keep that position with it.
    ply = MoveRecord(game_id=game.pk, ply=game.ply, **author._asdict(), **what)
    chain.link(game, ply, chance)
    return ply


def run_chance(game: Game, state: Any, chance: Source, now: datetime) -> Any:
    """Let chance act until a seat is to act or the game is over."""
    author = Author(CHANCE, CHANCE_ACTOR, to_the_second(now), alone=True)
    ruleset, plies = game.ruleset, []
    while CHANCE in ruleset.to_act(state):
        assert ruleset.sample is not None
        move = ruleset.sample(state, chance)
        step = ruleset.apply(state, CHANCE, move)
        plies.append(_ply_of(game, move, step, author, chance))
        state = step.state
    for each in MoveRecord.objects.bulk_create(plies):
        logs.keep_on_commit(each)
    return state


def play_decks(game: Game, state: Any, now: datetime) -> Any:
    """Make the move of every seat that chose its deck while sitting down; who cannot is asked by the game."""
    for seat in game.seats.exclude(deck=""):
        try:
            move = game.ruleset.parse_move(seat.deck)
            step = game.ruleset.apply(state, seat.index, move)
        except RulesError:
            logger.warning("The deck of seat %s in game %s is no longer accepted", seat.index, game.pk)
            game.seats.filter(pk=seat.pk).update(deck="")
            continue
        author = Author(seat.index, holder_of(seat).actor, to_the_second(now), seat_key(seat.index, DECK_KEY))
        record(game, move, step, author)
        state = step.state
    return state


def wake_after_move(game: Game, state: Any, turn: Turn) -> None:
    """Turn the clocks and say when the referee should look again, or end the game if nobody is to act."""
    game.moved_at = turn.at
    draw_waits(game, turn)
    turn = replace(turn, limits=limits(game, state, turn.waiting))
    turn_clocks(game, turn)
    mark_acting(game, turn)
    if turn.waiting:
        seats = list(game.seats.all())
        if any(seat.index == turn.seat and seat.spared_until for seat in seats):
            stop_waiting(game, turn.seat)
        draw_moments(game, seats, turn)
        passing = auto_pass_times(game, state, turn.waiting)
        game.wake_at = wake_time(game, seats, turn.waiting, turn.at, passing.values())
        if sum(seat.is_person for seat in seats) > 1:
            # Somebody alone, with bots or with seats that were left, keeps nobody waiting.
            call_players(game, [seat for seat in seats if turn.begins_for(seat.index)], turn.at)
    else:
        seats = finish(game, state, outcomes_of(game, state), turn.at)
        keep_if_best(game, seats[0])


def mark_acting(game: Game, turn: Turn) -> None:
    """Record since when each seat has been awaited; restart it for the mover.

    Where there are no clocks a move also drops the votes to end the game; with clocks ``turn_clocks`` does.
    """
    moved = frozenset() if turn.aside else turn.waiting & {turn.seat}
    for seat in game.seats.all():
        before = (seat.acts_since, seat.wants_end)
        kept = None if seat.index in moved else seat.acts_since
        seat.acts_since = (kept or turn.at) if seat.index in turn.waiting else None
        if game.pace == Game.Pace.NONE:
            seat.wants_end = False
        if (seat.acts_since, seat.wants_end) != before:
            write_awaited(id=seat.pk, acts_since=seat.acts_since, wants_end=seat.wants_end)


def finish(game: Game, state: Any, outcomes: Sequence[Outcome], now: datetime) -> list[Seat]:
    """End a game with these outcomes in seat order; if it is rated it counts. The caller saves the row."""
    game.status = Game.Status.FINISHED
    game.ended_at = now
    game.wake_at = None
    seats: list[Seat] = list(game.seats.all())
    for seat, outcome in zip(seats, outcomes, strict=True):
        seat.points, seat.place = outcome.points, outcome.place
        seat.built = dict(game.ruleset.built(state, seat.index))
        seat.acts_since = seat.clock_from = seat.bot_at = None
    Seat.objects.bulk_update(seats, ["points", "place", "built", "acts_since", "clock_from", "bot_at"])
    rate(game)
    return seats
