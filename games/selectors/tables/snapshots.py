"""A game at one moment: read once, and shown to each audience as far as it may see."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone

from games.models import Game, MoveRecord, Seat
from games.rules.protocol import Fields
from games.selectors.clocks.arithmetic import Clock, time_control_of
from games.selectors.clocks.measures import clocks_seen
from games.selectors.clocks.signs import minutes_open, signs_of
from games.selectors.decks import DeckChoice, legal_decks
from games.selectors.frozen import FrozenDict
from games.selectors.stored.logs import Log, log_of
from games.selectors.stored.position import load_state, positions
from games.selectors.stored.undo import LONG, basis_ply, since_reveal, undoable
from games.selectors.tables.bots import bots_of
from games.selectors.tables.clocks import company_of, strip_of
from games.selectors.tables.log_lines import Lines, first_shown, last_ply_of_a_seat, log_lines, readable
from games.selectors.tables.rematches import rematch_shown
from games.selectors.tables.results import with_places
from games.selectors.tables.table import SeatRow, Table


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game as it is at one moment, with what its table shows to everybody: made once for all who look."""

    game: Game
    state: Any
    waiting: frozenset[int]
    log: Log
    unveiled: tuple[MoveRecord, ...]
    """The plies that stand since something was revealed, the last first."""
    lines: Lines
    clocks: Mapping[int, Clock]
    table: Table
    """The table as nobody in particular sees it."""


def snapshot_of(game: Game) -> Snapshot:
    """Return the game as it is now."""
    state = load_state(game) if game.state is not None else None
    waiting = game.ruleset.to_act(state) if game.is_running else frozenset()
    log = log_of(game)
    log_from = first_shown(len(log))
    return Snapshot(
        game=game,
        state=state,
        waiting=waiting,
        log=log,
        unveiled=since_reveal(log),
        lines=log_lines(log[log_from - 1 :], game),
        clocks=clocks_seen(game, state) if game.is_running else {},
        table=replace(_bare_table(game, waiting), log_from=log_from, news_from=last_ply_of_a_seat(log)),
    )


def table_for(game: Game, me: int | None, fields: Fields | None = None) -> Table:
    """Return the table as seat ``me`` or, with None, an observer may see it now."""
    return seen_by(snapshot_of(game), me, fields)


def seen_by(snapshot: Snapshot, me: int | None, fields: Fields | None = None) -> Table:
    """Return the table as seat ``me`` or, with None, an observer sees it then; whoever left only looks on."""
    game, state, log, now = snapshot.game, snapshot.state, snapshot.log, snapshot.table.now
    holder, me = me, None if _has_left(snapshot.table, me) else me
    acts = me is not None and me in snapshot.waiting
    basis = basis_ply(log, me) if acts and me is not None else game.ply
    return replace(
        snapshot.table,
        me=me,
        seats=_with_me(snapshot.table.seats, me),
        company=company_of(game, me, now),
        clocks=strip_of(game, me, now, snapshot.clocks),
        bots=bots_of(game, holder, now),
        basis=basis,
        key=f"p{basis}",
        log=readable(snapshot.lines, me),
        can_undo=me is not None and game.is_running and _can_undo(snapshot, me),
        view=with_places(game.ruleset.view_for(state, me), game) if state is not None else None,
        draft=game.ruleset.compose(state, me, fields or {}) if game.is_running and me is not None else None,
        decks=_decks_asked_for(game, state, me) if acts and me is not None else (),
        since_ply=log.last_of(me) if me is not None and game.is_running else 0,
        rematch=rematch_shown(game, me) if game.is_over else None,
    )


def _can_undo(snapshot: Snapshot, me: int) -> bool:
    return snapshot.game.ply < LONG and undoable(snapshot.unveiled, me) is not None


def _has_left(table: Table, me: int | None) -> bool:
    return me is not None and table.status == Game.Status.RUNNING and table.seats[me].left


def _decks_asked_for(game: Game, state: Any, me: int) -> tuple[DeckChoice, ...]:
    """Return the seat's holder's own decks while the game asks the seat for one."""
    asks = game.ruleset.asks_for_deck
    if asks is None or not asks(state, me):
        return ()
    seat = next(seat for seat in game.seats.all() if seat.index == me)
    return legal_decks(seat, game.ruleset_slug)


def replay_table(game: Game, seat: int | None, ply: int) -> Table:
    """Return the table as it was after a ply, at which nobody can move."""
    ruleset = game.ruleset
    state = positions(game, ply)[-1]
    log = log_of(game)
    ends = game.is_over and ply == game.ply
    table = _bare_table(game, frozenset() if ends else ruleset.to_act(state))
    return replace(
        table,
        me=seat,
        seats=_with_me(table.seats, seat),
        ply=ply,
        status=game.status if ends else Game.Status.RUNNING,
        log=readable(log_lines(log, game), seat),
        view=with_places(ruleset.view_for(state, seat), game) if ends else ruleset.view_for(state, seat),
        news_from=last_ply_of_a_seat(log[:ply]),
    )


def _bare_table(game: Game, waiting: frozenset[int]) -> Table:
    """Return what of a table is the same for all who look at it."""
    seats, now = tuple(game.seats.all()), timezone.now()
    return Table(
        game_id=game.pk,
        slug=game.ruleset_slug,
        name=game.title,
        status=game.status,
        ply=game.ply,
        me=None,
        host=game.host_index,
        seat_count=game.seat_count,
        seats=tuple(_row(game, seat, waiting) for seat in seats),
        names=_names(game, seats),
        urls=_urls(game.pk),
        commitment=game.commitment,
        has_log=bool(game.head),
        is_import=game.imported_id is not None,
        invite_no=game.invite_no,
        ending=game.ending,
        now=now,
        signs=signs_of(game, seats, now),
        minutes_open=minutes_open(game.status, game.created_at, now),
        **_terms(game),
    )


def _terms(game: Game) -> dict[str, Any]:
    """Return what its host chose."""
    return {
        "options": FrozenDict(game.options),
        "listed": game.listed,
        "rated": game.rated,
        "pace": time_control_of(game),
    }


def _names(game: Game, seats: tuple[Seat, ...]) -> tuple[str, ...]:
    named = {seat.index: seat.name for seat in seats}
    return tuple(named.get(index, "") for index in range(game.seat_count))


def _with_me(seats: tuple[SeatRow, ...], me: int | None) -> tuple[SeatRow, ...]:
    return tuple(replace(seat, is_me=True) if seat.index == me else seat for seat in seats)


def _row(game: Game, seat: Seat, waiting: frozenset[int]) -> SeatRow:
    return SeatRow(
        index=seat.index,
        name=seat.name,
        kind=seat.kind,
        is_me=False,
        is_host=seat.index == game.host_index,
        acts=seat.index in waiting,
        left=seat.left,
        bot=seat.bot,
        points=seat.points,
        place=seat.place,
        gave_seed=bool(seat.client_seed),
        user_id=seat.user_id,
        is_guest=seat.guest_id is not None,
    )


@lru_cache(maxsize=1024)
def _urls(game_id: UUID) -> FrozenDict:
    names = (
        "table",
        "move",
        "leave",
        "start",
        "seed",
        "rematch",
        "fair",
        "replay",
        "record",
        "invite",
        "tell",
        "choose_deck",
    )
    return FrozenDict({name: reverse(f"games:{name}", args=[game_id]) for name in names})
