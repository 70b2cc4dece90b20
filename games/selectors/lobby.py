"""What the start page shows of the tables: short rows, in few queries."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from games.models import Game, Seat
from games.rules import registry
from games.selectors.games import open_tables, own_games, running_games
from games.services.people import Viewer
from games.services.position import load_state

MOST_OWN = 12
MOST_OTHERS = 20


@dataclass(frozen=True, slots=True)
class GameRow:
    """A table as a list shows it."""

    game_id: UUID
    slug: str
    title: str
    names: tuple[str, ...]
    seat_count: int
    is_open: bool
    my_turn: bool = False

    @property
    def free(self) -> int:
        """How many seats are free."""
        return self.seat_count - len(self.names)


@dataclass(frozen=True, slots=True)
class Lobby:
    """The tables somebody finds on the start page."""

    own: tuple[GameRow, ...]
    open: tuple[GameRow, ...]
    running: tuple[GameRow, ...]


def lobby_for(viewer: Viewer) -> Lobby:
    """Return the viewer's games, the tables with a free seat and the games to watch."""
    own = tuple(_own_row(game, viewer) for game in own_games(viewer)[:MOST_OWN])
    mine = {row.game_id for row in own}
    light = ("state", "deal")
    return Lobby(
        own,
        _rows(open_tables(viewer).exclude(pk__in=mine).defer(*light)[:MOST_OTHERS]),
        _rows(running_games(viewer).exclude(pk__in=mine).defer(*light)[:MOST_OTHERS]),
    )


def _rows(games: Iterable[Game]) -> tuple[GameRow, ...]:
    return tuple(_row(game) for game in games)


def _row(game: Game, *, my_turn: bool = False) -> GameRow:
    return GameRow(
        game_id=game.pk,
        slug=game.ruleset_slug,
        title=registry.get(game.ruleset_slug).name,
        names=tuple(seat.name for seat in game.seats.all()),
        seat_count=game.seat_count,
        is_open=game.is_open,
        my_turn=my_turn,
    )


def _own_row(game: Game, viewer: Viewer) -> GameRow:
    mine = {seat.index for seat in game.seats.all() if _is_held_by(seat, viewer)}
    waiting = registry.get(game.ruleset_slug).to_act(load_state(game)) if game.is_running else frozenset()
    return _row(game, my_turn=bool(mine & waiting))


def _is_held_by(seat: Seat, viewer: Viewer) -> bool:
    if viewer.user_id is not None:
        return seat.user_id == viewer.user_id
    return viewer.guest_id is not None and seat.guest_id == viewer.guest_id
