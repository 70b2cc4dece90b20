"""A game as the desk looks at it, read in few queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet, Subquery
from django.utils import timezone

from games.models import AuditEntry, ChatLine, Game, Seat
from games.selectors.desk.moderation import LogRow, plies
from games.selectors.tables.snapshots import table_for
from games.selectors.tables.table import Table

MOST_LINES = 200
LASTS = timedelta(minutes=15)
"""How long one may look around in a private game before giving a reason again."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the desk is shown of a game; ``lines`` is None where the chat stays closed."""

    game: Game
    table: Table
    plies: Sequence[LogRow]
    lines: Sequence[ChatLine] | None


def game_at_desk(game_id: UUID, user_id: int | None) -> Game | None:
    """Return a game with its position, its seats, and as ``looked`` what this member's last look noted."""
    looked = Subquery(looks_at(game_id, user_id).values("after")[:1])
    seats = Prefetch("seats", Seat.objects.order_by("index"))
    return Game.objects.filter(pk=game_id).annotate(looked=looked).prefetch_related(seats).first()


def look_at(game: Game, user_id: int | None) -> Look:
    """Return what the desk may see of a game read by ``game_at_desk``."""
    looked = getattr(game, "looked", None) or {}
    may_read = (game.listed or looked.get("chat", False)) and not _plays_there(game, user_id)
    return Look(game, table_for(game, None), plies(game), _lines(game) if may_read else None)


def _plays_there(game: Game, user_id: int | None) -> bool:
    return game.is_running and any(seat.user_id == user_id for seat in game.seats.all())


def _lines(game: Game) -> list[ChatLine]:
    """Return the last lines of both rooms, hidden ones too, the newest at the end."""
    return list(ChatLine.objects.filter(game=game).order_by("-pk")[:MOST_LINES])[::-1]


def looks_at(game_id: UUID, user_id: int | None) -> QuerySet[AuditEntry]:
    """Return this member's looks at a private game that still hold, the last first."""
    recent = Q(actor_id=user_id, action="look", at__gt=timezone.now() - LASTS)
    return AuditEntry.objects.filter(recent, target=f"game:{game_id}").order_by("-pk")
