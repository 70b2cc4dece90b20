"""The one door: every move of every game is committed here or not at all."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from games.models import Game, MoveRecord, Seat
from games.rules import registry
from games.rules.protocol import CHANCE, MalformedMove, Move, NotSeated, Ruleset, StaleMove
from games.rules.words import gettext_noop
from games.services import seeds
from games.services.clocks import Due, Turn, due
from games.services.measures import is_veiled, moments
from games.services.news import announce_on_commit
from games.services.people import Viewer, seat_of
from games.services.position import UNDO, keep_state, load_state, positions
from games.services.sanctions import Kind, require_allowed
from games.services.tables import TableError, locked_game
from games.services.timekeeping import make_up
from games.services.turns import record, run_chance, wake_after_move

MAX_NOTATION = 400
CLOCK = "clock"
"""Who acts in the log when a seat's time has run out."""
VEILED = "veiled clock"
"""The same where others must not read it, because they would know that the seat had nothing to choose."""
REFEREE = "referee"
"""Who acts in the log for a seat that left."""


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
        make_up(game, now)
        seat = seat_of(game, viewer)
        if seat is None:
            raise NotSeated(gettext_noop("You do not sit at this table."))
        if (first := _first_answer(game, seat, order)) is not None:
            return first
        require_allowed(viewer, Kind.SITE)
        _require_running(game)
        _require_time(game, seat, now)
        _require_fresh(game, seat, order.seen_ply)
        return _commit(game, seat.index, order, viewer.actor, now)


def _first_answer(game: Game, seat: Seat, order: Order) -> int | None:
    found = MoveRecord.objects.filter(game=game, key=_seat_key(seat.index, order)).first()
    if found is None:
        return None
    if found.notation != order.notation:
        raise StaleMove(gettext_noop("You have already moved on this page."))
    return found.ply


def _seat_key(seat: int, order: Order) -> str:
    if not 0 < len(order.key) <= 64 or not (order.key.isascii() and order.key.isprintable()):
        raise MalformedMove(gettext_noop("The form is incomplete."))
    return f"{seat}:{order.key}"


def _require_running(game: Game) -> None:
    if not game.is_running:
        raise TableError(gettext_noop("This game is not being played."))


def _require_time(game: Game, seat: Seat, now: datetime) -> None:
    """Refuse what comes in a pause, or when only the default move is left to be played."""
    if game.paused_at:
        raise TableError(gettext_noop("The game is paused. Go on with it before you move."))
    if due(game, seat, now) is Due.DEFAULT:
        raise TableError(gettext_noop("Your time has run out: the simplest legal move is made for you."))


def _require_fresh(game: Game, seat: Seat, seen_ply: int) -> None:
    if seen_ply > game.ply or basis_ply(game.records.filter(ply__gt=seen_ply), seat.index):
        raise StaleMove(gettext_noop("The table has moved on. This is how it is now."))


def basis_ply(log: Iterable[MoveRecord], seat: int) -> int:
    """Return the last ply that makes older pages of the seat stale: its own, or a lone one."""
    return max((made.ply for made in log if made.alone or made.seat == seat), default=0)


def _commit(game: Game, seat: int, order: Order, actor: str, now: datetime) -> int:
    ruleset = registry.get(game.ruleset_slug)
    seen, before = game.ply, load_state(game)
    who = {"actor": actor, "key": _seat_key(seat, order)}
    after = _undo(game, seat, who) if order.notation == UNDO else _apply(game, before, seat, order, who)
    state = _with_chance(game, ruleset, after)
    keep_state(game, ruleset, state)
    turn = Turn(
        now,
        seat,
        *map(ruleset.to_act, (before, after, state)),
        undone=order.notation == UNDO,
        by_clock=actor in {CLOCK, VEILED},
        aside=_is_aside(ruleset, before, seat, order.notation),
    )
    wake_after_move(game, ruleset, state, turn)
    _compare_and_set(game, seen)
    announce_on_commit(game.pk, game.ply)
    return seen + 1


def _with_chance(game: Game, ruleset: Ruleset[Any], state: Any) -> Any:
    if CHANCE not in ruleset.to_act(state):
        return state
    chance = seeds.source(game)
    state = run_chance(game, ruleset, state, chance)
    seeds.keep_draws(game, chance)
    return state


def _apply(game: Game, state: Any, seat: int, order: Order, who: dict[str, str]) -> Any:
    if len(order.notation) > MAX_NOTATION:
        raise MalformedMove(gettext_noop("That is not a move."))
    ruleset = registry.get(game.ruleset_slug)
    move = ruleset.parse_move(order.notation)
    if who["actor"] != REFEREE and ruleset.leave and move == ruleset.leave(state, seat):
        # Who leaves says so by the table's own form, which tells more people than the rules.
        raise MalformedMove(gettext_noop("That is not a move."))
    alone = ruleset.to_act(state) == {seat}
    step = ruleset.apply(state, seat, move)
    record(game, seat, move, step, alone=alone, **who)
    return step.state


def _is_aside(ruleset: Ruleset[Any], state: Any, seat: int, notation: str) -> bool:
    """Tell whether a move is one that nobody waits for, so that it ends nothing for anybody."""
    return ruleset.aside is not None and notation in map(str, ruleset.aside(state, seat))


def _compare_and_set(game: Game, seen: int) -> None:
    """Write the row only if it is still at the ply that was read."""
    fields = ("ply", "draw_no", "state", "state_digest", "status", "ended_at", "moved_at", "wake_at")
    values = {name: getattr(game, name) for name in fields}
    if not Game.objects.filter(pk=game.pk, ply=seen).update(**values):
        raise StaleMove(gettext_noop("The table has moved on. This is how it is now."))


def undoable(log: Sequence[MoveRecord], seat: int) -> int | None:
    """Return the ply the seat may take back now: its own last one, if it revealed nothing."""
    skip = 0
    for made in reversed(log):
        if made.notation == UNDO:
            skip += 1
        elif skip:
            skip -= 1
        else:
            return made.ply if made.seat == seat and not made.reveals else None
    return None


def _undo(game: Game, seat: int, who: dict[str, str]) -> Any:
    if undoable(tuple(game.records.filter(ply__gt=0)), seat) is None:
        raise TableError(gettext_noop("There is nothing you may take back."))
    before = _line(game)[-2]
    alone = len(registry.get(game.ruleset_slug).to_act(before)) == 1
    game.ply += 1
    MoveRecord.objects.create(
        game=game, ply=game.ply, seat=seat, notation=UNDO, reveals=False, alone=alone, **who
    )
    return before


def _line(game: Game) -> list[Any]:
    """Return the positions that stand, without those taken back."""
    line: list[Any] = []
    records = game.records.order_by("ply").values_list("notation", flat=True)
    for notation, state in zip(records, positions(game), strict=True):
        if notation == UNDO:
            line.pop()
        else:
            line.append(state)
    return line


@sensitive_variables()
def play_default(game_id: UUID, seat: int, now: datetime) -> int:
    """Play the rules' default move for a seat that left or whose clock demands it at this moment.

    ``StaleMove`` if neither holds any more: a move that was committed in time goes first.
    """
    with transaction.atomic(durable=True):
        game = locked_game(game_id)
        _require_running(game)
        state = load_state(game)
        ruleset = registry.get(game.ruleset_slug)
        passing = moments(game, ruleset, state, [seat]).get(seat)
        actor = _stand_in(game, seat, now) or (VEILED if passing and passing <= now else None)
        move = _move_for(ruleset, state, seat, leaves=actor == REFEREE)
        if actor is None or move is None:
            raise StaleMove(gettext_noop("The table has moved on. This is how it is now."))
        if actor == CLOCK and is_veiled(game, ruleset, state, seat):
            actor = VEILED
        order = Order(str(move), game.ply, f"default-{game.ply}")
        return _commit(game, seat, order, actor, now)


def _move_for(ruleset: Ruleset[Any], state: Any, seat: int, leaves: bool) -> Move | None:
    """Return what is played for a seat: whoever left goes for good where the title knows that."""
    if leaves and ruleset.leave and (gone := ruleset.leave(state, seat)):
        return gone
    return ruleset.default_move(state, seat) if seat in ruleset.to_act(state) else None


def _stand_in(game: Game, index: int, now: datetime) -> str | None:
    """Return who moves in place of the seat's holder, if anybody may."""
    seat = game.seats.filter(index=index).first()
    if seat is None or game.paused_at:
        return None
    if seat.left:
        return REFEREE
    return CLOCK if due(game, seat, now) is Due.DEFAULT else None
