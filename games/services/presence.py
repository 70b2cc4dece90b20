"""Signs of life of the people at live games."""

from collections.abc import Collection
from datetime import datetime, timedelta

from games.models import Game, Seat

FRESH = timedelta(seconds=5)
"""How old a sign may become before a new one is written."""


def is_stale(seen_at: datetime | None, now: datetime) -> bool:
    """Tell whether a new sign is worth writing down."""
    return seen_at is None or now - seen_at > FRESH


def mark_seen(seat_ids: Collection[int], now: datetime) -> int:
    """Note that whoever holds these seats is there; return how many were written."""
    live = Seat.objects.filter(game__status=Game.Status.RUNNING, game__pace=Game.Pace.LIVE)
    return live.filter(pk__in=seat_ids).update(seen_at=now)
