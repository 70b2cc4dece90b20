"""Tables rendered as trees of parts: the same for the page, the htmx answer and the live frame."""

from typing import Any

from games.models import Game
from games.parts import Part, outermost
from games.rules.protocol import Fields
from games.selectors.table import Table, table_for


def template_of(table: Table) -> str:
    """Return the template of the table's phase: before the start, or in play and after."""
    return "games/open.html" if table.view is None else "games/table.html"


def table_part(game: Game, me: int | None, fields: Fields | None = None, **extra: Any) -> Part:
    """Render the table of seat ``me`` or, with None, of an observer; the root's id is ``table``."""
    table = table_for(game, me, fields)
    return outermost(template_of(table), id="table", table=table, **extra)
