"""Leaving a table, and ending one that nobody keeps."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.models import PLAYED_BY_PEOPLE, Game, Seat
from games.rules.words import gettext_noop
from games.selectors.clocks.arithmetic import in_question, voters
from games.selectors.stored.position import load_state
from games.selectors.stored.statements import locked_game
from games.selectors.viewers import Viewer, holder_of
from games.services.clocks.bot_moments import stand_in_level
from games.services.clocks.timekeeping import give_back_absence, pause_if_all_agree
from games.services.company.arrivals import stop_waiting
from games.services.notices.inbox import tell, tell_table
from games.services.play.manners import stand_in
from games.services.play.refusals import TableError
from games.services.storage.news import announce_on_commit
from games.services.tables.seating import require_seat
from games.services.tables.substitutes import forget_agreement, seat_if_all_agree


@transaction.atomic(durable=True)
def leave(game_id: UUID, viewer: Viewer) -> bool:
    """Free the seat before the start; in a running game a bot or the rules' default moves play on for it.

    Whoever has left already changes nothing: the others may have chosen since what plays on. Returns whether
    they have left, which nobody does once the game is over.
    """
    game = locked_game(game_id)
    seat = require_seat(game, viewer)
    if seat.left or game.is_over:
        return seat.left
    vacate(game, seat)
    return True


def vacate(game: Game, seat: Seat) -> None:
    """Let nobody hold the seat of a locked game any more."""
    if game.is_open:
        _leave_open(game, seat)
    elif game.is_running:
        give_up_seat(game, seat, stand_in_level(game))
    announce_on_commit(game.pk, game.ply)


def _leave_open(game: Game, seat: Seat) -> None:
    seat.delete()
    heir = game.seats.filter(PLAYED_BY_PEOPLE).first()
    if heir is None:
        abort(game)
    elif game.host_index == seat.index:
        game.host_index = heir.index
        game.save(update_fields=["host_index"])


def give_up_seat(game: Game, seat: Seat, level: int) -> None:
    """Let a bot of a level play on for a seat, or with level 0 the rules' default moves.

    A game with nobody left in it ends.
    """
    now = timezone.now()
    give_back_absence(game, now)
    seat.left = True
    seat.clock_from = seat.expired_at = None
    # What somebody wanted must not count for whoever sits there after them.
    seat.wants_pause = seat.wants_end = seat.wants_news = False
    holder = holder_of(seat)
    if seat.kind == Seat.Kind.BOT and holder.is_known and holder.actor not in seat.former:
        # Once the account is deleted, only this tells that a person played the seat of a bot.
        seat.former.append(holder.actor)
    seat.save(
        update_fields=["left", "clock_from", "expired_at", "wants_pause", "wants_end", "wants_news", "former"]
    )
    stop_waiting(game, seat.index)
    forget_agreement(game, seat.index)
    if game.seats.filter(PLAYED_BY_PEOPLE).exists():
        stand_in(game, seat, level, now)
        _count_votes_again(game, now)
    else:
        abort(game, Game.Ending.LEFT)


def _count_votes_again(game: Game, now: datetime) -> None:
    """Let happen what everybody who is left has agreed to, now that nobody else is asked."""
    if not end_if_all_agree(game, now):
        pause_if_all_agree(game, now)
        seat_if_all_agree(game, now)


def end_if_all_agree(game: Game, now: datetime) -> bool:
    """End a game without a result if all want it who keep nobody waiting; say whether they do."""
    seats = list(game.seats.all())
    asked = voters(seats, game, now)
    if not asked or not all(seat.wants_end for seat in asked):
        return False
    abort(game, Game.Ending.AGREED)
    for seat in seats:
        if seat not in asked and in_question(game, seat, now):
            tell(holder_of(seat), "ended_by_others", game)
    return True


def require_not_gone(game: Game, seat: Seat) -> None:
    """Refuse to play for a seat that has left for good, in titles that know that."""
    leave = game.ruleset.leave
    if leave and leave(load_state(game), seat.index) is None:
        raise TableError(gettext_noop("That player has left the game for good."))


def abort(game: Game, ending: Game.Ending = Game.Ending.PLAYED) -> None:
    """End a game without a result; its seed is revealed like any other's."""
    game.status = Game.Status.ABORTED
    game.ending = ending
    game.ended_at = timezone.now()
    game.wake_at = None
    game.save()
    game.seats.update(acts_since=None, bot_at=None)


def expire(game: Game) -> None:
    """Give up a table that nobody started or a game that nobody plays, and tell who sits there."""
    abort(game, Game.Ending.EXPIRED)
    tell_table(game, "table_expired")
    announce_on_commit(game.pk, game.ply)
