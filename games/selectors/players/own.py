"""One's own games: the unfinished ones, which of them wait and for whom, and the last that ended."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F, QuerySet, prefetch_related_objects

from games.models import Game, Seat
from games.selectors.clocks.arithmetic import TimeControl, time_control_of
from games.selectors.players.people import Named, named
from games.selectors.players.profiles import HistoryRow, history_row
from games.selectors.viewers import Viewer

UNFINISHED = (Game.Status.OPEN, Game.Status.RUNNING)
MOST_WAITING = 200
MOST_ENDED = 10
_SHOWN = tuple(
    f"game__{name}"
    for name in (
        "ruleset_slug", "status", "ply", "seat_count", "moved_at", "created_at",
        "pace", "base_seconds", "increment_seconds", "measure", "on_expiry",
    )
)  # fmt: skip
"""What a list shows of one's own game."""


@dataclass(frozen=True, slots=True)
class OwnRow:
    """One's own game as a list shows it."""

    game_id: UUID
    slug: str
    title: str
    people: tuple[Named, ...]
    acting: tuple[str, ...]
    free: int
    ply: int
    is_open: bool
    my_turn: bool
    since: datetime
    pace: TimeControl


def own_seats(viewer: Viewer) -> QuerySet[Seat]:
    """Return the viewer's seats in unfinished games, what has waited longest for the viewer first."""
    mine = Seat.objects.filter(viewer.owns(), left=False, game__status__in=UNFINISHED)
    return (
        mine.select_related("game")
        .only("acts_since", "game", *_SHOWN)
        .order_by(
            F("acts_since").asc(nulls_last=True), F("game__moved_at").asc(nulls_last=True), "game__created_at"
        )
    )


def own_rows(seats: Iterable[Seat]) -> tuple[OwnRow, ...]:
    """Return the rows of these seats."""
    held = list(seats)
    prefetch_related_objects([seat.game for seat in held], "seats")
    return tuple(_row(seat, seat.game, tuple(seat.game.seats.all())) for seat in held)


def _row(mine: Seat, game: Game, seats: tuple[Seat, ...]) -> OwnRow:
    others = tuple(seat for seat in seats if seat.pk != mine.pk)
    return OwnRow(
        game_id=game.pk,
        slug=game.ruleset_slug,
        title=game.title,
        people=named(others),
        acting=tuple(seat.name for seat in others if seat.acts_since),
        free=game.seat_count - len(seats),
        ply=game.ply,
        is_open=game.is_open,
        my_turn=mine.acts_since is not None,
        since=mine.acts_since or game.moved_at or game.created_at,
        pace=time_control_of(game),
    )


def ended_rows(viewer: Viewer) -> tuple[HistoryRow, ...]:
    """Return how the games that ended last ended for the viewer: a guest has no profile that would say so."""
    mine = Seat.objects.filter(viewer.owns(), points__isnull=False, game__status=Game.Status.FINISHED)
    shown = ("index", "points", "place", "left", "game__ruleset_slug", "game__seat_count", "game__ended_at")
    held = list(mine.select_related("game").only(*shown).order_by("-game__ended_at", "pk")[:MOST_ENDED])
    prefetch_related_objects([seat.game for seat in held], "seats")
    return tuple(history_row(seat.game, seat, _others(seat)) for seat in held)


def _others(mine: Seat) -> tuple[Named, ...]:
    return named(seat for seat in mine.game.seats.all() if seat.pk != mine.pk)


def _waiting(viewer: Viewer) -> QuerySet[Seat]:
    return Seat.objects.filter(viewer.owns(), left=False, acts_since__isnull=False)


def count_turns(viewer: Viewer) -> int:
    """Return how many games wait for the viewer."""
    return _waiting(viewer).count() if viewer.is_known else 0


def next_game(viewer: Viewer, after: str) -> UUID | None:
    """Return the next game that waits for the viewer, going round from this one by how long they wait."""
    rows = _waiting(viewer).order_by("acts_since", "pk").values_list("game_id", flat=True)
    waiting = list(rows[:MOST_WAITING])
    here = next((at for at, game_id in enumerate(waiting) if str(game_id) == after), None)
    if here is None:
        return next(iter(waiting), None)
    return next(iter(waiting[here + 1 :] + waiting[:here]), None)
