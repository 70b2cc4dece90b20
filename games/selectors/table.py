"""A table as one viewer may see it: frozen values, ready for the templates."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.urls import reverse

from games.models import Game, MoveRecord, Seat
from games.rules import registry
from games.rules.protocol import CHANCE, Draft, Fields
from games.services.play import basis_ply, undoable
from games.services.position import UNDO, load_state


class Facts(Mapping[str, Any]):
    """Plain data that templates read by name, frozen so that parts can be remembered."""

    __slots__ = ("_items",)

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._items = tuple((name, _frozen(value)) for name, value in data.items())

    def __getitem__(self, name: str) -> Any:
        for found, value in self._items:
            if found == name:
                return value
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(self._items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Facts) and self._items == other._items


def _frozen(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Facts(value)
    return tuple(map(_frozen, value)) if isinstance(value, (list, tuple)) else value


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat as the table shows it."""

    index: int
    name: str
    kind: str
    is_me: bool
    is_host: bool
    acts: bool
    left: bool
    points: int | None
    place: int | None
    gave_seed: bool


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event of one ply, with the template that tells it."""

    id: str
    ply: int
    template: str
    event: Facts


@dataclass(frozen=True, slots=True)
class Table:
    """Everything a table page shows to one seat, or to an observer."""

    game_id: UUID
    slug: str
    name: str
    status: str
    ply: int
    basis: int
    key: str
    me: int | None
    host: int
    seat_count: int
    seats: tuple[SeatRow, ...]
    names: tuple[str, ...]
    log: tuple[LogLine, ...]
    urls: Facts
    proof: Facts
    options: Facts
    listed: bool
    can_undo: bool
    news_from: int
    view: Any = None
    draft: Draft | None = None
    rematch: UUID | None = None

    @property
    def is_mine_to_move(self) -> bool:
        """True if this viewer's seat may act now."""
        return self.me is not None and self.seats[self.me].acts

    @property
    def over(self) -> bool:
        """True once the game has ended or was given up."""
        return self.status in {Game.Status.FINISHED, Game.Status.ABORTED}

    @property
    def news(self) -> tuple[LogLine, ...]:
        """The lines of the last seat's move and of what chance added to it."""
        return tuple(line for line in self.log if line.ply >= self.news_from)


def table_for(game: Game, me: int | None, fields: Fields | None = None) -> Table:
    """Return the table as seat ``me`` or, with None, an observer may see it."""
    seats = tuple(game.seats.all())
    state = load_state(game) if game.state is not None else None
    ruleset = registry.get(game.ruleset_slug)
    waiting = ruleset.to_act(state) if game.is_running else frozenset()
    acts = me is not None and me in waiting
    basis = basis_ply(game, me) if acts and me is not None else game.ply
    return Table(
        game_id=game.pk,
        slug=game.ruleset_slug,
        name=ruleset.name,
        status=game.status,
        ply=game.ply,
        basis=basis,
        key=f"p{basis}",
        me=me,
        host=game.host_index,
        seat_count=game.seat_count,
        seats=tuple(_row(game, seat, me, waiting) for seat in seats),
        names=_names(game, seats),
        log=log_lines(game, me),
        urls=_urls(game.pk),
        proof=Facts({"commitment": game.commitment, "start_digest": game.start_digest}),
        options=Facts(game.options),
        listed=game.listed,
        can_undo=me is not None and game.is_running and undoable(game, me) is not None,
        view=ruleset.view_for(state, me) if state is not None else None,
        draft=ruleset.compose(state, me, fields or {}) if acts and me is not None else None,
        news_from=_last_ply_of_a_seat(game),
        rematch=_rematch_id(game) if game.is_over else None,
    )


def _last_ply_of_a_seat(game: Game) -> int:
    by_seats = game.records.exclude(seat=CHANCE).order_by("-ply")
    return by_seats.values_list("ply", flat=True).first() or 0


def _rematch_id(game: Game) -> UUID | None:
    return Game.objects.filter(rematch_of=game).values_list("pk", flat=True).first()


def _names(game: Game, seats: tuple[Seat, ...]) -> tuple[str, ...]:
    named = {seat.index: seat.name for seat in seats}
    return tuple(named.get(index, "") for index in range(game.seat_count))


def _row(game: Game, seat: Seat, me: int | None, waiting: frozenset[int]) -> SeatRow:
    return SeatRow(
        index=seat.index,
        name=seat.name,
        kind=seat.kind,
        is_me=seat.index == me,
        is_host=seat.index == game.host_index,
        acts=seat.index in waiting,
        left=seat.left,
        points=seat.points,
        place=seat.place,
        gave_seed=bool(seat.client_seed),
    )


def _urls(game_id: UUID) -> Facts:
    names = ("table", "move", "leave", "start", "seed", "rematch", "fair", "replay", "record")
    return Facts({name: reverse(f"games:{name}", args=[game_id]) for name in names})


def log_lines(game: Game, me: int | None, upto: int | None = None) -> tuple[LogLine, ...]:
    """Return what seat ``me`` may read of the log, up to a ply; plies taken back say so."""
    records = game.records.filter(ply__gt=0)
    if upto is not None:
        records = records.filter(ply__lte=upto)
    return tuple(line for record in records for line in _lines(game, record, me))


def _lines(game: Game, record: MoveRecord, me: int | None) -> Iterator[LogLine]:
    if record.notation == UNDO:
        event = Facts({"seat": record.seat})
        yield LogLine(f"log-{record.ply}-0", record.ply, "games/log/undo.html", event)
    for number, event in enumerate(record.events):
        if event.get("only_for") in (None, me):
            name = f"games/{game.ruleset_slug}/log/{event['kind']}.html"
            yield LogLine(f"log-{record.ply}-{number}", record.ply, name, Facts(event))
