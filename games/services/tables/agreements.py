"""What players agree on about time: what becomes of a seat that keeps them waiting, and pauses."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.models import Game, Seat
from games.rules.words import gettext_noop
from games.selectors.clocks.arithmetic import (
    SPARED,
    ZERO,
    Clock,
    clock_of,
    in_question,
    time_control_of,
)
from games.selectors.clocks.measures import is_late, limits
from games.selectors.players.sanctions import Kind, require_allowed
from games.selectors.stored.position import load_state
from games.selectors.stored.statements import locked_game
from games.selectors.viewers import Viewer, holder_of, seat_of
from games.services.clocks.bot_moments import stand_in_level
from games.services.clocks.own_turns import begin_decision
from games.services.clocks.timekeeping import (
    give_back_absence,
    pause_if_all_agree,
    restart_clock,
    resume,
    set_clock,
    set_wake,
    vacation_ends,
)
from games.services.notices.inbox import tell
from games.services.play.manners import stand_in
from games.services.play.refusals import TableError, incomplete_form, not_at_table, require_running
from games.services.storage.news import announce_on_commit
from games.services.tables.leaving import end_if_all_agree, give_up_seat, require_not_gone


@transaction.atomic(durable=True)
def decide(game_id: UUID, viewer: Viewer, index: int, choice: str) -> None:
    """Let a player choose what becomes of another's seat whose time ran out or who is gone."""
    if choice not in CHOICES:
        raise incomplete_form()
    now = timezone.now()
    game, me = _at_table(game_id, viewer, now)
    seat = game.seats.filter(index=index).exclude(pk=me.pk).first()
    if seat is None or not (seat.left or in_question(game, seat, now)):
        raise TableError(gettext_noop("There's nothing left to decide – the game continues."))
    CHOICES[choice](game, me, seat, now)
    announce_on_commit(game.pk, game.ply)


def _at_table(game_id: UUID, viewer: Viewer, now: datetime) -> tuple[Game, Seat]:
    """Return the running game, locked, and the seat the viewer still plays."""
    game = locked_game(game_id)
    give_back_absence(game, now)
    me = seat_of(game, viewer)
    if me is None or me.left:
        raise not_at_table()
    require_allowed(viewer, Kind.SITE)
    require_running(game)
    return game, me


def _wait(game: Game, me: Seat, seat: Seat, now: datetime) -> None:
    """Give the seat more time, and ask about its absence again only after a while."""
    if seat.left:
        raise TableError(gettext_noop("There's nothing left to decide – the game continues."))
    game.seats.update(wants_end=False)
    seat.spared_until = now + SPARED.get(Game.Pace(game.pace), ZERO)
    if game.pace == Game.Pace.NONE:
        seat.save(update_fields=["spared_until"])
        me.wants_news = True
        me.save(update_fields=["wants_news"])
        return
    left, extra = max(clock_of(seat).left_at(now), ZERO), time_control_of(game).extra
    restart_clock(seat, left + extra, vacation_ends(game, [seat], now).get(seat.user_id, now), now)
    if seat.turn_left is not None:
        seat.turn_left += extra
    seat.expired_at = None
    seat.save(update_fields=["time_left", "turn_left", "clock_from", "expired_at", "spared_until"])
    set_wake(game, now)


def _let_bot_play(game: Game, me: Seat, seat: Seat, now: datetime) -> None:
    _give_away(game, seat, stand_in_level(game), now)


def _let_nobody_play(game: Game, me: Seat, seat: Seat, now: datetime) -> None:
    """Let the rules' simplest moves play on for the seat, also for a bot that does not come."""
    _give_away(game, seat, 0, now)


def _give_away(game: Game, seat: Seat, level: int, now: datetime) -> None:
    game.seats.update(wants_end=False)
    if seat.left:
        require_not_gone(game, seat)
        stand_in(game, seat, level, now)
    else:
        give_up_seat(game, seat, level)
        tell(holder_of(seat), "seat_lost", game)


def _agree_to_end(game: Game, me: Seat, seat: Seat, now: datetime) -> None:
    """End the game without a result as soon as all who are still there want it."""
    me.wants_end = True
    me.save(update_fields=["wants_end"])
    end_if_all_agree(game, now)


CHOICES: dict[str, Callable[[Game, Seat, Seat, datetime], None]] = {
    "wait": _wait,
    "bot": _let_bot_play,
    "default": _let_nobody_play,
    "end": _agree_to_end,
}


@transaction.atomic(durable=True)
def ask_for_pause(game_id: UUID, viewer: Viewer) -> None:
    """Vote to pause a live game; once all people at the table have, its clocks are stopped."""
    now = timezone.now()
    game, me = _at_table(game_id, viewer, now)
    if game.pace != Game.Pace.LIVE or game.paused_at:
        raise TableError(gettext_noop("This game can't be paused, or it's already paused."))
    me.wants_pause = True
    me.save(update_fields=["wants_pause"])
    pause_if_all_agree(game, now)
    announce_on_commit(game.pk, game.ply)


@transaction.atomic(durable=True)
def go_on(game_id: UUID, viewer: Viewer) -> None:
    """End the pause, or no longer want one that has not begun."""
    now = timezone.now()
    game, me = _at_table(game_id, viewer, now)
    if game.paused_at:
        waiting = game.ruleset.to_act(load_state(game))
        resume(game, waiting, now)
        set_wake(game, now)
    else:
        me.wants_pause = False
        me.save(update_fields=["wants_pause"])
    announce_on_commit(game.pk, game.ply)


@transaction.atomic(durable=True)
def be_awaited_again(game_id: UUID, viewer: Viewer) -> None:
    """Let a seat be waited for again after its turns ran out (KM-84)."""
    now = timezone.now()
    game, me = _at_table(game_id, viewer, now)
    if not is_late(me):
        raise TableError(gettext_noop("You weren't marked as away."))
    me.late_turns, me.turn_left = 0, None
    if me.clock_from and (limit := limits(game, load_state(game), [me.index]).get(me.index)):
        set_clock(me, Clock(begin_decision(me, limit), vacation_ends(game, [me], now).get(me.user_id, now)))
    me.save(update_fields=["late_turns", "turn_left", "time_left", "clock_from"])
    set_wake(game, now)
    announce_on_commit(game.pk, game.ply)
