"""A table as one viewer may see it: frozen values, ready for the templates."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone

from games.models import Game, MoveRecord, Seat
from games.rules import registry
from games.rules.protocol import CHANCE, Draft, Fields
from games.selectors.clocks import Strip, strip_of
from games.selectors.decks import DeckChoice, legal_decks
from games.selectors.logs import Log, log_of
from games.selectors.people import Named
from games.services.clocks import Pace, pace_of
from games.services.measures import clocks_seen
from games.services.play import CLOCK, basis_ply, undoable
from games.services.position import UNDO, load_state, positions

LEAST_SHOWN, SHOWN_STEP = 24, 16
"""The log beside the table shows at least the last 24 plies and at most 39; all of them are in the replay."""


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
    if isinstance(value, dict):
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
    user_id: int | None


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
    me: int | None
    host: int
    seat_count: int
    seats: tuple[SeatRow, ...]
    names: tuple[str, ...]
    urls: Facts
    proof: Facts
    options: Facts
    listed: bool
    rated: bool
    is_import: bool
    pace: Pace
    now: datetime
    clocks: Strip | None = None
    basis: int = 0
    key: str = ""
    log: tuple[LogLine, ...] = ()
    log_from: int = 1
    news_from: int = 0
    since_ply: int = 0
    can_undo: bool = False
    view: Any = None
    draft: Draft | None = None
    decks: tuple[DeckChoice, ...] = ()
    rematch: UUID | None = None
    ending: str = ""

    @property
    def people(self) -> tuple[Named, ...]:
        """Who holds the seats, whoever is to move."""
        return tuple(Named(seat.name, seat.user_id) for seat in self.seats)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that are to move."""
        return tuple(seat.index for seat in self.seats if seat.acts)

    @property
    def is_mine_to_move(self) -> bool:
        """True if this viewer's seat may act now."""
        return self.me is not None and self.seats[self.me].acts

    @property
    def leaves_for_good(self) -> bool:
        """True if in this title nobody plays on for a seat that was left."""
        return registry.get(self.slug).leave is not None

    @property
    def over(self) -> bool:
        """True once the game has ended or was given up."""
        return self.status in {Game.Status.FINISHED, Game.Status.ABORTED}

    @property
    def news(self) -> tuple[LogLine, ...]:
        """The lines of the last seat's move and of what chance added to it."""
        return tuple(line for line in self.log if self.news_from <= line.ply <= self.ply)

    @property
    def since(self) -> tuple[LogLine, ...]:
        """What happened since this viewer's last move, if that is more than the news."""
        first = self.since_ply + 1
        return tuple(line for line in self.log if line.ply >= first) if 1 < first < self.news_from else ()


def table_for(game: Game, me: int | None, fields: Fields | None = None) -> Table:
    """Return the table as seat ``me`` or, with None, an observer may see it."""
    state = load_state(game) if game.state is not None else None
    ruleset = registry.get(game.ruleset_slug)
    waiting = ruleset.to_act(state) if game.is_running else frozenset()
    acts = me is not None and me in waiting
    log = log_of(game)
    log_from = _first_shown(len(log))
    basis = basis_ply(log, me) if acts and me is not None else game.ply
    table = _bare_table(game, me, waiting)
    return replace(
        table,
        clocks=strip_of(game, me, table.now, clocks_seen(game, ruleset, state) if game.is_running else {}),
        basis=basis,
        key=f"p{basis}",
        log=log_lines(log[log_from - 1 :], game, me),
        log_from=log_from,
        can_undo=me is not None and game.is_running and undoable(log, me) is not None,
        view=ruleset.view_for(state, me) if state is not None else None,
        draft=ruleset.compose(state, me, fields or {}) if game.is_running and me is not None else None,
        decks=_decks_asked_for(game, state, me) if acts and me is not None else (),
        news_from=_last_ply_of_a_seat(log),
        since_ply=max((made.ply for made in log if made.seat == me), default=0) if game.is_running else 0,
        rematch=_rematch_id(game) if game.is_over else None,
    )


def _decks_asked_for(game: Game, state: Any, me: int) -> tuple[DeckChoice, ...]:
    """Return the seat's holder's own decks while the game asks the seat for one."""
    asks = registry.get(game.ruleset_slug).asks_for_deck
    if asks is None or not asks(state, me):
        return ()
    seat = next(seat for seat in game.seats.all() if seat.index == me)
    return legal_decks(seat, game.ruleset_slug)


def replay_table(game: Game, seat: int | None, ply: int) -> Table:
    """Return the table as it was after a ply, to nobody's move."""
    ruleset = registry.get(game.ruleset_slug)
    state = positions(game, ply)[-1]
    log = log_of(game)
    ends = game.is_over and ply == game.ply
    return replace(
        _bare_table(game, seat, frozenset() if ends else ruleset.to_act(state)),
        ply=ply,
        status=game.status if ends else Game.Status.RUNNING,
        log=log_lines(log, game, seat),
        view=ruleset.view_for(state, seat),
        news_from=_last_ply_of_a_seat(log[:ply]),
    )


def _bare_table(game: Game, me: int | None, waiting: frozenset[int]) -> Table:
    seats = tuple(game.seats.all())
    return Table(
        game_id=game.pk,
        slug=game.ruleset_slug,
        name=registry.get(game.ruleset_slug).name,
        status=game.status,
        ply=game.ply,
        me=me,
        host=game.host_index,
        seat_count=game.seat_count,
        seats=tuple(_row(game, seat, me, waiting) for seat in seats),
        names=_names(game, seats),
        urls=_urls(game.pk),
        proof=Facts({"commitment": game.commitment, "start_digest": game.start_digest}),
        options=Facts(game.options),
        listed=game.listed,
        rated=game.rated,
        is_import=game.imported_id is not None,
        ending=game.ending,
        pace=pace_of(game),
        now=timezone.now(),
    )


def _first_shown(plies: int) -> int:
    """Return the first ply of the log beside the table; it moves on by many at once: frames stay small."""
    return max(0, plies - LEAST_SHOWN) // SHOWN_STEP * SHOWN_STEP + 1


def _last_ply_of_a_seat(log: Log) -> int:
    return next((record.ply for record in reversed(log) if record.seat != CHANCE), 0)


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
        user_id=seat.user_id,
    )


@lru_cache(maxsize=1024)
def _urls(game_id: UUID) -> Facts:
    names = ("table", "move", "leave", "start", "seed", "rematch", "fair", "replay", "record", "invite")
    return Facts({name: reverse(f"games:{name}", args=[game_id]) for name in (*names, "choose_deck")})


def log_lines(log: Log, game: Game, me: int | None) -> tuple[LogLine, ...]:
    """Return what seat ``me`` may read of the log; plies taken back say so."""
    lines = (pair for record in log for pair in _lines(game.pk, game.ruleset_slug, record))
    return tuple(line for only_for, line in lines if only_for in (None, me))


@lru_cache(maxsize=16384)
def _lines(game_id: UUID, slug: str, record: MoveRecord) -> tuple[tuple[int | None, LogLine], ...]:
    """Return a ply's lines and for whom they are; a record never changes, so it is read once."""
    if record.notation == UNDO:
        event = Facts({"seat": record.seat})
        return ((None, LogLine(f"log-{record.ply}-0", record.ply, "games/log/undo.html", event)),)
    told = [(f"games/{slug}/log/{event['kind']}.html", event) for event in record.events]
    if record.actor == CLOCK:
        told.insert(0, ("games/log/clock.html", {"seat": record.seat}))
    return tuple(
        (event.get("only_for"), LogLine(f"log-{record.ply}-{number}", record.ply, template, Facts(event)))
        for number, (template, event) in enumerate(told)
    )
