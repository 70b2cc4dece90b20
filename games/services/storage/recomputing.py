"""Recomputes what a game's rows keep beside its moves, for the sake of people and of speed."""

from collections.abc import Iterator, Sequence
from typing import Any

from games import fair
from games.models import Game, Guest, MoveRecord, Seat
from games.rules.protocol import CHANCE, RulesError, event_data
from games.selectors.stored.entries import CHANCE_ACTOR, DECK_KEY, PERSONS, entry_of, seat_key, to_the_second
from games.selectors.stored.position import digest


def problem(game: Game, replay: fair.Replay, records: Sequence[MoveRecord]) -> str:
    """Return the first thing stored beside the moves that they do not lead to."""
    seats = list(game.seats.all())
    return next(_problems(game, replay, (records, seats)), "")


def _problems(
    game: Game,
    replay: fair.Replay,
    rows: tuple[Sequence[MoveRecord], Sequence[Seat]],
) -> Iterator[str]:
    (start, *records), seats = rows
    if not _is_start(game, start):
        yield "ply 0 is not the start"
    if game.ply != len(records):
        yield "the game counts other plies than its log"
    persons = {seat.index: _persons(seat) for seat in seats}
    for record, played in zip(records, replay.plies, strict=True):
        if trouble := _ply_problem(record, played):
            yield f"ply {record.ply}: {trouble}"
        if not _may_act(record, persons):
            yield f"ply {record.ply}: somebody else acted"
    for seat in seats:
        if trouble := _seat_problem(game, replay, records, seat):
            yield f"seat {seat.index}: {trouble}"


def _is_start(game: Game, start: MoveRecord) -> bool:
    row = (start.ply, start.seat, start.actor, start.events, start.reveals, start.secret, start.veiled)
    # The start of a game of version 1 has a time of its own.
    at = game.fair_version == 1 or (game.started_at and start.at == to_the_second(game.started_at))
    notation = f"start {game.start_digest}"
    return (
        row == (0, CHANCE, CHANCE_ACTOR, [], True, False, False) and start.notation == notation and bool(at)
    )


def _ply_problem(record: MoveRecord, played: fair.Played) -> str:
    step = played.step
    events = [event_data(event) for event in step.events] if step else []
    if digest([_told(event) for event in record.events]) != digest(events):
        return "the events are not those of the move"
    if record.reveals != (step.reveals if step else False):
        return "it says otherwise whether the move revealed something"
    if record.secret != played.secret:
        return "it says otherwise whether the move is secret"
    return ""


def _told(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event as it is stored now: at first, what is None was stored as well."""
    return {name: value for name, value in event.items() if value is not None}


def _persons(seat: Seat) -> frozenset[str] | None:
    """Return who may act for a seat: its holders, also as the guests they were; None if nobody knows."""
    if seat.user_id is not None:
        once = Guest.objects.filter(claimed_by=seat.user_id).values_list("pk", flat=True)
        return frozenset({f"user:{seat.user_id}", *(f"guest:{pk}" for pk in once), *seat.former})
    if seat.guest_id:
        return frozenset({f"guest:{seat.guest_id}", *seat.former})
    return frozenset() if seat.kind == Seat.Kind.BOT and not seat.former and seat.bot else None


def _may_act(record: MoveRecord, persons: dict[int, frozenset[str] | None]) -> bool:
    if (entry_of(record).actor == CHANCE_ACTOR) != (record.seat == CHANCE):
        return False
    if record.actor.partition(":")[0] not in PERSONS:
        return True
    holders = persons[record.seat]
    return holders is None or record.actor in holders


def _seat_problem(game: Game, replay: fair.Replay, records: Sequence[MoveRecord], seat: Seat) -> str:
    if _deck_differs(game, replay, records, seat):
        return "it sat down with another deck"
    is_finished = game.status == Game.Status.FINISHED
    built = dict(game.ruleset.built(replay.state, seat.index)) if is_finished else {}
    if digest(seat.built) != digest(built):
        return "something else stands in its city"
    return ""


def _deck_differs(game: Game, replay: fair.Replay, records: Sequence[MoveRecord], seat: Seat) -> bool:
    key = seat_key(seat.index, DECK_KEY)
    played = [record.notation for record in records if record.key == key]
    if played or not seat.deck or game.fair_version > 1:
        return played != ([seat.deck] if seat.deck else [])
    try:
        game.ruleset.apply(replay.deal, seat.index, game.ruleset.parse_move(seat.deck))
    except RulesError:
        # Games of version 1 kept a deck that the rules did not accept at the deal.
        return False
    return True
