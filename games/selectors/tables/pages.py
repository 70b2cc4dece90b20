"""Tables rendered as trees of parts: the same for the page, the htmx answer and the live frame."""

from typing import Any

from games.models import Game
from games.parts import Part, outermost
from games.rules.protocol import Fields
from games.selectors.tables.snapshots import Snapshot, seen_by, table_for
from games.selectors.tables.table import Table


def template_of(table: Table) -> str:
    """Return the template of the table's phase: before the start, or in play and after."""
    return "games/open.html" if table.view is None else "games/table.html"


def table_part(game: Game, me: int | None, fields: Fields | None = None, **extra: Any) -> Part:
    """Render the table of seat ``me`` or, with None, of an observer; the root's id is ``table``."""
    return _part(table_for(game, me, fields), **extra)


def snapshot_part(snapshot: Snapshot, me: int | None, **extra: Any) -> Part:
    """Render the table as ``table_part`` does, as one of several who look at it at one moment."""
    return _part(seen_by(snapshot, me), **extra)


def _part(table: Table, **extra: Any) -> Part:
    return outermost(template_of(table), id="table", table=table, **extra)
