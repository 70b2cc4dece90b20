"""Bots at a table: who may seat them before a game, and what plays on for somebody who left."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.bots.levels import LEVELS
from games.models import Game, Seat
from games.rules.protocol import MalformedMove
from games.rules.words import gettext_noop
from games.selectors.players.sanctions import Kind, require_allowed
from games.selectors.stored.statements import locked_game
from games.selectors.viewers import Viewer
from games.services.clocks.bot_moments import redraw_moments
from games.services.clocks.timekeeping import give_back_absence
from games.services.people.limits import count_use
from games.services.play.manners import stand_in
from games.services.play.refusals import (
    TableError,
    incomplete_form,
    not_at_table,
    outdated_page,
    require_running,
)
from games.services.storage.news import announce_on_commit
from games.services.tables.bot_names import bot_name
from games.services.tables.leaving import require_not_gone
from games.services.tables.seating import (
    Plan,
    close_ranks,
    deal_out,
    new_table,
    require_host,
    require_open,
    require_seat,
)
from games.services.tables.substitutes import NEWCOMERS

MEANWHILE_AN_HOUR = 20
HOUR = 3600


def require_bots(game: Game, *levels: int) -> None:
    """Refuse bots where nobody taught them the title, at rated tables, and of levels that do not exist."""
    if not {*levels} <= {*LEVELS}:
        raise incomplete_form()
    _require_brain(game)
    if game.rated:
        raise TableError(gettext_noop("This is a rated table, so bots can't join."))


def _require_brain(game: Game) -> None:
    if game.ruleset.brain is None:
        raise TableError(gettext_noop("There's no bot for this game yet."))


def _require_host(game: Game, viewer: Viewer) -> None:
    require_host(game, viewer, gettext_noop("Only the host can add bots."))


def seat_bots(game: Game, levels: Sequence[int], names: Sequence[str] = (), at: int | None = None) -> None:
    """Give free seats of a locked, open table to bots of these levels, under these names if any are given.

    They are the first that are free, or the one of this number.
    """
    seats = list(game.seats.all())
    free = sorted({*range(game.seat_count)} - {seat.index for seat in seats})
    if at is not None:
        free = [index for index in free if index == at]
    if len(levels) > len(free):
        raise TableError(gettext_noop("This table is full."))
    borne = [seat.name for seat in seats]
    for index, level in zip(free, levels, strict=False):
        borne.append(names[len(borne) - len(seats)] if names else bot_name(level, borne))
        Seat.objects.create(game=game, index=index, kind=Seat.Kind.BOT, bot=level, name=borne[-1])


@transaction.atomic(durable=True)
def add_bot(game_id: UUID, viewer: Viewer, level: int, index: int | None = None) -> None:
    """Let the host give the free seat of that number, or any, to a bot; a full table starts.

    Where a bot sits in that seat the form has been sent before, and nothing more happens.
    """
    game = locked_game(game_id)
    _require_host(game, viewer)
    require_bots(game, level)
    if index is not None and (seat := game.seats.filter(index=index).first()):
        if seat.bot:
            return
        raise outdated_page()
    seat_bots(game, [level], at=index)
    if game.seats.count() == game.seat_count:
        deal_out(game)
    announce_on_commit(game.pk, game.ply)


@transaction.atomic(durable=True)
def remove_bot(game_id: UUID, viewer: Viewer, index: int) -> None:
    """Let the host free the seat of a bot before the start."""
    game = locked_game(game_id)
    _require_host(game, viewer)
    if not game.seats.filter(index=index, bot__gt=0).delete()[0]:
        raise TableError(gettext_noop("There's no bot in that seat."))
    announce_on_commit(game.pk, game.ply)


@transaction.atomic(durable=True)
def start_with_bots(game_id: UUID, viewer: Viewer, level: int) -> None:
    """Let the host fill the free seats with bots and start; who finds the table may take an unmoved bot's."""
    game = locked_game(game_id)
    _require_host(game, viewer)
    require_bots(game, level)
    seat_bots(game, [level] * (game.seat_count - game.seats.count()))
    if game.listed:
        game.newcomers_until = timezone.now() + NEWCOMERS
    close_ranks(game, game.seat_count)
    deal_out(game)
    announce_on_commit(game.pk, game.ply)


@transaction.atomic
def open_against_bots(viewer: Viewer, plan: Plan, levels: Sequence[int], newcomers: bool = False) -> Game:
    """Open a table for one person and bots of these levels, and start.

    With ``newcomers`` people may take the seats of bots that have not moved, for a minute.
    """
    require_allowed(viewer, Kind.SITE, Kind.HOSTING)
    game = new_table(viewer, plan)
    require_bots(game, *levels)
    if 1 + len(levels) != game.seat_count:
        raise MalformedMove(gettext_noop("This game can't be played with that many players."))
    seat_bots(game, levels)
    if newcomers:
        game.newcomers_until = timezone.now() + NEWCOMERS
    deal_out(game)
    return game


@transaction.atomic(durable=True)
def play_meanwhile(game_id: UUID, viewer: Viewer, level: int) -> Game:
    """Deal a game against bots to somebody who waits at an open table and keeps the seat there.

    Whoever plays one already is led to it.
    """
    table = locked_game(game_id)
    require_open(table)
    require_seat(table, viewer)
    require_bots(table, level)
    mine = Seat.objects.filter(viewer.owns(), left=False).values("game")
    if running := table.meanwhile.filter(status=Game.Status.RUNNING, pk__in=mine).first():
        return running
    count_use(viewer.actor, "meanwhile", MEANWHILE_AN_HOUR, HOUR)
    plan = Plan(table.ruleset_slug, table.seat_count, table.options, bot_pace=table.bot_pace)
    game = open_against_bots(viewer, plan, [level] * (table.seat_count - 1))
    game.waits_at = table
    game.save(update_fields=["waits_at"])
    return game


@transaction.atomic(durable=True)
def let_bot_play(game_id: UUID, viewer: Viewer, index: int, level: int) -> None:
    """Let those who remain choose what plays on for a seat that was left: a bot, or with 0 default moves."""
    game, now = locked_game(game_id), timezone.now()
    give_back_absence(game, now)
    _require_player(game, viewer)
    seat = game.seats.filter(index=index, left=True).first()
    if seat is None or level not in (0, *LEVELS):
        raise incomplete_form()
    if level:
        _require_brain(game)
    require_not_gone(game, seat)
    stand_in(game, seat, level, now)
    announce_on_commit(game.pk, game.ply)


@transaction.atomic(durable=True)
def set_bot_pace(game_id: UUID, viewer: Viewer, pace: str) -> None:
    """Let anybody who sits at a table choose how fast its bots answer."""
    require_allowed(viewer, Kind.SITE)
    game = locked_game(game_id)
    if require_seat(game, viewer).left:
        raise not_at_table()
    if pace not in Game.BotPace.values:
        raise incomplete_form()
    game.bot_pace = pace
    game.save(update_fields=["bot_pace"])
    redraw_moments(game, timezone.now())
    announce_on_commit(game.pk, game.ply)


def _require_player(game: Game, viewer: Viewer) -> None:
    require_allowed(viewer, Kind.SITE)
    if not require_seat(game, viewer).is_person:
        raise not_at_table()
    require_running(game)
