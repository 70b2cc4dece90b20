"""The one door: every move of every game is committed here or not at all."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from games.digits import read_number
from games.fair import UNDO
from games.models import Game, MoveRecord, Seat
from games.rules.protocol import CHANCE, MalformedMove, Move, Ruleset, StaleMove
from games.rules.words import gettext_noop
from games.selectors.clocks.arithmetic import Due, Turn, due
from games.selectors.clocks.measures import auto_pass_times, hides_who, is_veiled
from games.selectors.clocks.missing import is_gone
from games.selectors.players.sanctions import Kind, require_allowed
from games.selectors.stored.entries import (
    BOT_KEY,
    CLOCK,
    DEFAULT_KEY,
    REFEREE,
    VEILED_CLOCK,
    bot_actor,
    is_by_bot,
    is_site_key,
    seat_key,
    to_the_second,
)
from games.selectors.stored.logs import log_of, records_since
from games.selectors.stored.position import keep_on_commit, keep_state, load_state, positions_at
from games.selectors.stored.statements import MOVED_FIELDS, locked_game, seats_of, write_moved
from games.selectors.stored.undo import LONG, basis_ply, since_reveal, undoable
from games.selectors.viewers import Viewer
from games.services.clocks.timekeeping import give_back_absence
from games.services.play.refusals import (
    TableError,
    incomplete_form,
    not_at_table,
    outdated_page,
    require_running,
)
from games.services.play.turns import Author, record, record_undo, run_chance, wake_after_move
from games.services.storage import seeds
from games.services.storage.news import announce_on_commit

MAX_NOTATION = 400


@dataclass(frozen=True, slots=True)
class Order:
    """What a page sends: the move, the ply it was drawn at, and its idempotency key."""

    notation: str
    seen_ply: int
    key: str


@sensitive_variables()
def play_move(game_id: UUID, viewer: Viewer, order: Order) -> int:
    """Commit one move and what chance adds to it; return the ply of the move.

    The same key from the same seat answers as the first time. Raises
    ``NotSeated``, ``Banned``, ``TableError``, ``StaleMove``, ``MalformedMove``
    or ``IllegalMove``; then nothing has changed.
    """
    with transaction.atomic(durable=True):
        game, now = locked_game(game_id), timezone.now()
        give_back_absence(game, now)
        seat = next((seat for seat in seats_of(game, viewer) if seat.is_mine), None)
        if seat is None:
            raise not_at_table()
        _require_key(order)
        key = seat_key(seat.index, order.key)
        # One look for both: what the page has not seen, and what it may have sent before.
        known = records_since(game, order.seen_ply, key)
        if (first := _first_answer(known, key, order)) is not None:
            return first
        _require_player(viewer, seat)
        require_running(game)
        _require_time(game, seat, now)
        _require_fresh(game, seat, order, known)
        return _commit(game, seat.index, order, viewer.actor, now)


def _require_player(viewer: Viewer, seat: Seat) -> None:
    """Refuse who is banned, and who left: they gave the seat up, to a bot or the rules' default moves."""
    require_allowed(viewer, Kind.SITE)
    if not seat.is_person:
        raise not_at_table()


@sensitive_variables()
def play_bot(game_id: UUID, index: int, notation: str, seen_ply: int) -> int:
    """Commit the move a bot found in the position of a ply, as ``play_move`` does a person's."""
    with transaction.atomic(durable=True):
        game, now = locked_game(game_id), timezone.now()
        give_back_absence(game, now)
        require_running(game)
        seat = seats_of(game)[index]
        order = Order(notation, seen_ply, f"{BOT_KEY}{seen_ply}")
        if not seat.bot or notation == UNDO:
            raise not_at_table()
        _require_time(game, seat, now)
        _require_fresh(game, seat, order, records_since(game, seen_ply))
        _note_missed(seat, missed=False)
        return _commit(game, index, order, bot_actor(seat.bot), now)


def _note_missed(seat: Seat, *, missed: bool) -> None:
    """Note whether the referee had to move for a bot the last time."""
    if seat.bot_missed != missed:
        seat.bot_missed = missed
        seat.save(update_fields=["bot_missed"])


def _first_answer(known: Iterable[MoveRecord], key: str, order: Order) -> int | None:
    earlier = next((each for each in known if each.key == key), None)
    if earlier is None:
        return None
    if earlier.notation != order.notation:
        raise StaleMove(gettext_noop("You've already made a move from this page."))
    return earlier.ply


def _require_key(order: Order) -> None:
    key = order.key
    if not 0 < len(key) <= 64 or not (key.isascii() and key.isprintable()) or is_site_key(key):
        raise incomplete_form()
    # The key of a page names a ply that it has seen (``selectors/tables/snapshots.py``). Who used that of a
    # later one and left the seat would keep whoever sits there next from moving then.
    if key[0] == "p" and (read_number(key[1:]) or 0) > order.seen_ply:
        raise incomplete_form()


def _require_time(game: Game, seat: Seat, now: datetime) -> None:
    """Refuse what comes in a pause, or when only the default move is left to be played."""
    if game.paused_at:
        raise TableError(gettext_noop("The game is paused. Resume it before you move."))
    if due(game, seat, now) is Due.DEFAULT:
        raise TableError(gettext_noop("Your time is up, so the simplest legal move is being made for you."))


def _require_fresh(game: Game, seat: Seat, order: Order, missed: Sequence[MoveRecord]) -> None:
    """Refuse what an old page asks for; to take back one's move one need not have seen bots answer it."""
    if order.notation == UNDO:
        missed = [each for each in missed if not is_by_bot(each)]
    if order.seen_ply > game.ply or basis_ply(missed, seat.index):
        raise outdated_page()


def _commit(game: Game, seat: int, order: Order, actor: str, now: datetime) -> int:
    ruleset = game.ruleset
    seen, before = game.ply, load_state(game)
    aside = _is_aside(ruleset, before, seat, order.notation)
    if seen >= LONG and (aside or order.notation == UNDO):
        raise TableError(gettext_noop("This game already has too many moves for that."))
    author = Author(seat, actor, to_the_second(now), seat_key(seat, order.key))
    after = _undo(game, author) if order.notation == UNDO else _apply(game, before, order, author)
    ply = game.ply
    state = _with_chance(game, after, now)
    keep_state(game, state)
    turn = Turn(
        now,
        seat,
        *map(ruleset.to_act, (before, after, state)),
        undone=order.notation == UNDO,
        by_clock=actor in {CLOCK, VEILED_CLOCK},
        aside=aside,
    )
    wake_after_move(game, state, turn)
    _compare_and_set(game, seen)
    announce_on_commit(game.pk, game.ply)
    return ply


def _with_chance(game: Game, state: Any, now: datetime) -> Any:
    if CHANCE not in game.ruleset.to_act(state):
        return state
    chance = seeds.source(game)
    state = run_chance(game, state, chance, now)
    seeds.keep_draws(game, chance)
    return state


def _apply(game: Game, state: Any, order: Order, author: Author) -> Any:
    if len(order.notation) > MAX_NOTATION:
        raise MalformedMove(gettext_noop("That isn't a valid move."))
    ruleset, seat = game.ruleset, author.seat
    move = ruleset.parse_move(order.notation)
    if author.actor != REFEREE and ruleset.leave and move == ruleset.leave(state, seat):
        # Who leaves says so by the table's own form, which tells more people than the rules.
        raise MalformedMove(gettext_noop("That isn't a valid move."))
    step = ruleset.apply(state, seat, move)
    if not step.reveals:
        # It may be taken back, to here.
        keep_on_commit(game, state)
    alone, veiled = ruleset.to_act(state) == {seat}, hides_who(ruleset, state, seat)
    record(game, move, step, author._replace(alone=alone, veiled=veiled))
    return step.state


def _is_aside(ruleset: Ruleset[Any], state: Any, seat: int, notation: str) -> bool:
    """Tell whether nobody waits for a move, such as a setting: then it ends nobody's decision."""
    return ruleset.aside is not None and notation in map(str, ruleset.aside(state, seat))


def _compare_and_set(game: Game, seen: int) -> None:
    """Write the row only if it is still at the ply that was read."""
    values = {name: getattr(game, name) for name in MOVED_FIELDS}
    if not write_moved(id=game.pk, seen=seen, **values):
        raise outdated_page()


def _undo(game: Game, author: Author) -> Any:
    unveiled = since_reveal(log_of(game))
    first = undoable(unveiled, author.seat)
    if first is None:
        raise TableError(gettext_noop("You can't undo anything right now."))
    state = None
    back = [each for each in unveiled if each.ply >= first]
    before = positions_at(game, [each.ply - 1 for each in back])
    for each in back:
        # What stood before a ply is where taking it back leads.
        state = before[each.ply - 1]
        by = author if each.ply == first else Author(each.seat, each.actor, author.at)
        record_undo(game, by._replace(alone=len(game.ruleset.to_act(state)) == 1))
    return state


@sensitive_variables()
def play_default(game_id: UUID, seat: int, now: datetime) -> int:
    """Play the rules' default move for a seat that left or whose clock demands it at this moment.

    ``StaleMove`` if neither holds any more: a move that was committed in time goes first.
    """
    with transaction.atomic(durable=True):
        # Other games and the lock were waited for meanwhile, and the next seat's clock begins with this ply.
        game, now = locked_game(game_id), max(now, timezone.now())
        require_running(game)
        state = load_state(game)
        ruleset = game.ruleset
        holder = next((each for each in seats_of(game) if each.index == seat), None)
        passing = auto_pass_times(game, state, [seat]).get(seat)
        actor = _default_actor(game, holder, now) or (VEILED_CLOCK if passing and passing <= now else None)
        leaves = holder is not None and holder.left and not holder.bot
        move = _move_for(ruleset, state, seat, leaves=leaves)
        if actor is None or move is None:
            raise outdated_page()
        if actor == CLOCK and is_veiled(game, state, seat):
            actor = VEILED_CLOCK
        if holder and holder.bot:
            _note_missed(holder, missed=True)
        order = Order(str(move), game.ply, f"{DEFAULT_KEY}{game.ply}")
        return _commit(game, seat, order, actor, now)


def _move_for(ruleset: Ruleset[Any], state: Any, seat: int, leaves: bool) -> Move | None:
    """Return what is played for a seat: whoever left goes for good where the title knows that."""
    if leaves and ruleset.leave and (gone := ruleset.leave(state, seat)):
        return gone
    return ruleset.default_move(state, seat) if seat in ruleset.to_act(state) else None


def _default_actor(game: Game, seat: Seat | None, now: datetime) -> str | None:
    """Return who moves in place of the seat's holder, if anybody may."""
    if seat is None or game.paused_at:
        return None
    if seat.bot:
        return REFEREE if is_gone(seat, now) else None
    if seat.left:
        return REFEREE
    return CLOCK if due(game, seat, now) is Due.DEFAULT else None
