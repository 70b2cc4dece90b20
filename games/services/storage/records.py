"""A game's record as JSON, out and in again."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db import DataError, IntegrityError, transaction
from django.utils import timezone

from games.fair import UNDO
from games.models import Game, MoveRecord, Seat
from games.rules import registry
from games.rules.protocol import (
    CHANCE,
    MalformedMove,
    Outcome,
    RulesError,
    Ruleset,
    event_data,
    load_options,
    placed,
)
from games.rules.words import gettext_noop
from games.selectors.stored.entries import HIDDEN
from games.selectors.stored.position import keep_state
from games.services.storage.seeds import fair_export

FORMAT = "card-city-record/1"
MAX_MOVES = 2000
NO_RECORD = (
    LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError, RulesError,
    DataError, IntegrityError,
)  # fmt: skip
"""What strange data end in, down to numbers and texts that a database cannot hold."""
NOT_A_RECORD = gettext_noop("This file isn't the record of a finished game.")


def export_record(game: Game, me: int | None) -> dict[str, Any]:
    """Return the game's record; while it runs without the deal and without others' secret moves."""
    return {
        "format": FORMAT,
        "game_id": str(game.imported_id or game.pk),
        "ruleset": game.ruleset_slug,
        "version": game.ruleset_version,
        "options": game.options,
        "status": game.status,
        "ending": game.ending or None if game.is_over else None,
        "seats": [_seat_data(seat) for seat in game.seats.all()],
        "deal": game.deal if game.is_revealed else None,
        "moves": [_move_data(game, record, me) for record in game.records.filter(ply__gt=0)],
        "fair": fair_export(game) if game.start_digest and not game.imported_id else None,
    }


def _seat_data(seat: Seat) -> dict[str, Any]:
    return {
        "name": seat.name,
        "kind": seat.kind,
        "points": seat.points,
        "place": seat.place,
        "left": seat.left,
    }


def _move_data(game: Game, record: MoveRecord, me: int | None) -> dict[str, Any]:
    # Behind a veil even who passed, and for how long, tells what the seat could not do (KM-83).
    is_hidden = record.secret or record.veiled
    known = game.is_revealed or not is_hidden or record.seat == me
    notation = record.notation if known else HIDDEN
    return {
        "ply": record.ply,
        "seat": record.seat,
        "move": notation,
        "at": record.at.isoformat(timespec="seconds"),
    }


def _malformed() -> MalformedMove:
    return MalformedMove(NOT_A_RECORD)


def import_record(data: object) -> Game:
    """Replay a record move by move and keep it for looking at; ``MalformedMove`` if it does not hold.

    Nothing is written before all of it has been replayed: the database waits for no stranger's file.
    """
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise _malformed()
    try:
        return _import(data)
    except NO_RECORD as error:
        raise _malformed() from error


def _import(data: Mapping[str, Any]) -> Game:
    ruleset = registry.get(data["ruleset"], data["version"])
    names = [_plain(seat["name"]) for seat in data["seats"]]
    if len(names) not in ruleset.seats or len(data["moves"]) > MAX_MOVES:
        raise _malformed()
    game = _empty_copy(ruleset, data, len(names))
    records, state = _replay(game, ruleset, data["moves"])
    left = frozenset(index for index, seat in enumerate(data["seats"]) if seat.get("left") is True)
    seats = _seats(game, placed(ruleset, state, left), names, left)
    if not ruleset.to_act(state):
        game.status = Game.Status.FINISHED
    keep_state(game, state)
    with transaction.atomic():
        game.save(force_insert=True)
        MoveRecord.objects.bulk_create(records)
        Seat.objects.bulk_create(seats)
    return game


def _plain(name: str) -> str:
    return "".join(filter(str.isprintable, name))[:40]


def _empty_copy(ruleset: Ruleset[Any], data: Mapping[str, Any], seat_count: int) -> Game:
    now = timezone.now()
    return Game(
        ruleset_slug=ruleset.slug,
        ruleset_version=ruleset.version,
        options=asdict(load_options(ruleset.options, data["options"])),
        status=Game.Status.ABORTED,
        seat_count=seat_count,
        deal=ruleset.dump(_sound(ruleset, ruleset.load(data["deal"]))),
        imported_id=UUID(data["game_id"]),
        started_at=now,
        ended_at=now,
    )


def _sound(ruleset: Ruleset[Any], state: Any) -> Any:
    """Return a position that play can reach: one with a million copies of a card takes hours."""
    if ruleset.invariants:
        ruleset.invariants(state)
    return state


def _replay(
    game: Game, ruleset: Ruleset[Any], moves: list[Mapping[str, Any]]
) -> tuple[list[MoveRecord], Any]:
    """Return the moves as they are stored, and the position that they lead to."""
    line = [ruleset.load(game.deal)]
    standing: list[MoveRecord] = []
    records = [MoveRecord(game=game, ply=0, seat=CHANCE, notation="start", actor="import")]
    for ply, move in enumerate(moves, 1):
        record = MoveRecord(game=game, ply=ply, seat=move["seat"], notation=move["move"], actor="import")
        if record.notation == UNDO:
            _require_own(standing.pop(), record)
            line.pop()
        else:
            parsed = ruleset.parse_move(record.notation)
            step = ruleset.apply(line[-1], record.seat, parsed)
            record.events = [event_data(event) for event in step.events]
            record.reveals, record.secret = step.reveals, parsed.secret
            line.append(step.state)
            standing.append(record)
        records.append(record)
    for state in line:
        ruleset.view_for(state, None)
    game.ply = len(moves)
    return records, ruleset.load(ruleset.dump(line[-1]))


def _require_own(last: MoveRecord, undo: MoveRecord) -> None:
    """Refuse what no table lets anybody take back: another seat's ply, or one that revealed something."""
    if last.seat != undo.seat or last.reveals:
        raise _malformed()


def _seats(game: Game, outcomes: Sequence[Outcome], names: list[str], left: frozenset[int]) -> list[Seat]:
    return [
        Seat(
            game=game, index=index, name=name, left=index in left, points=outcome.points, place=outcome.place
        )
        for index, (name, outcome) in enumerate(zip(names, outcomes, strict=True))
    ]
