"""What the lobby and the start page show of the tables: short rows, in few queries."""

import hashlib
from collections.abc import Container, Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet, prefetch_related_objects
from django.utils import timezone

from games.models import Game, Seat
from games.selectors.clocks.arithmetic import TimeControl, time_control_of
from games.selectors.clocks.signs import Sign, sign_of
from games.selectors.frozen import FrozenDict
from games.selectors.games import open_tables, running_games
from games.selectors.players.own import OwnRow, own_rows, own_seats
from games.selectors.players.people import Named, named
from games.selectors.stored.prepared import Prepared, PreparedForViewer
from games.selectors.viewers import Viewer

MOST_OWN, SHOWN_OWN = 12, 4
"""How many of one's own are looked for, to be left out below, and how many stand above all else."""
MOST_OTHERS = 8
MOST_LISTED = 50
_found_own = PreparedForViewer(lambda viewer: own_seats(viewer)[:MOST_OWN])
# One's own are among them, and are told apart afterwards: what is asked is the same each time.
_found_open = PreparedForViewer(lambda viewer: open_tables(viewer)[: MOST_OTHERS + MOST_OWN])
_found_running = Prepared(lambda: running_games()[: MOST_OTHERS + MOST_OWN])


@dataclass(frozen=True, slots=True)
class GameRow:
    """A table as a list shows it."""

    game_id: UUID
    slug: str
    title: str
    people: tuple[Named, ...]
    seat_count: int
    is_open: bool
    is_mine: bool
    rated: bool
    pace: TimeControl
    options: FrozenDict
    host: Sign | None

    @property
    def key(self) -> str:
        """The game's id as text."""
        return str(self.game_id)

    @property
    def free(self) -> int:
        """How many seats are free."""
        return self.seat_count - len(self.people)


@dataclass(frozen=True, slots=True)
class TableWish:
    """What somebody looks for in the lobby; empty means any."""

    slug: str = ""
    free: int = 1
    pace: str = ""


@dataclass(frozen=True, slots=True)
class Lobby:
    """The tables somebody finds on the start page."""

    own: tuple[OwnRow, ...]
    open: tuple[GameRow, ...]
    running: tuple[GameRow, ...]


def lobby_for(viewer: Viewer) -> Lobby:
    """Return the viewer's games, the tables with a free seat and the games to watch."""
    seats = _found_own(viewer) if viewer.is_known else []
    mine = {seat.game_id for seat in seats}
    own = seats[:SHOWN_OWN]
    joinable, running = _others(_found_open(viewer), mine), _others(_found_running(), mine)
    # The seats of all of them at once.
    prefetch_related_objects([*(seat.game for seat in own), *joinable, *running], "seats")
    return Lobby(own_rows(own), _rows(joinable, viewer), _rows(running, viewer))


def _others(games: Iterable[Game], mine: Container[UUID]) -> list[Game]:
    return [game for game in games if game.pk not in mine][:MOST_OTHERS]


def listed_tables(viewer: Viewer, wanted: TableWish) -> tuple[GameRow, ...]:
    """Return the newest open tables that are as wanted."""
    return _rows(_as_wanted(open_tables(viewer), wanted)[:MOST_LISTED], viewer)


def _as_wanted(tables: QuerySet[Game], wanted: TableWish) -> QuerySet[Game]:
    matching = tables.filter(free__gte=wanted.free)
    if wanted.slug:
        matching = matching.filter(ruleset_slug=wanted.slug)
    return matching.filter(pace=wanted.pace) if wanted.pace else matching


def digest_of(rows: Iterable[GameRow]) -> str:
    """Return what tells one list from another: at open tables only the people change, and their presence."""
    shown = [(row.game_id, row.people, row.is_mine, row.host) for row in rows]
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def _rows(games: Iterable[Game], viewer: Viewer) -> tuple[GameRow, ...]:
    listed = list(games)
    prefetch_related_objects(listed, "seats")
    return tuple(_row(game, viewer) for game in listed)


def _row(game: Game, viewer: Viewer) -> GameRow:
    seats = tuple(game.seats.all())
    return GameRow(
        game_id=game.pk,
        slug=game.ruleset_slug,
        title=game.title,
        people=named(seats),
        seat_count=game.seat_count,
        is_open=game.is_open,
        is_mine=any(viewer.holds(seat.user_id, seat.guest_id) for seat in seats),
        rated=game.rated,
        pace=time_control_of(game),
        options=FrozenDict(game.options),
        host=_host_sign(game, seats),
    )


def _host_sign(game: Game, seats: Iterable[Seat]) -> Sign | None:
    """Return whether the host of an open table is there."""
    host = next((seat for seat in seats if seat.index == game.host_index), None)
    return sign_of(game, host, timezone.now()) if host and game.is_open else None
