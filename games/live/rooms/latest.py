"""The facts of the games that are watched, made anew only where what is stored has changed."""

import threading
from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Game
from games.selectors.tables.facts import Facts, candidates_of, facts_of, games_of, last_seen, seats_of
from games.services.company import presence

_STAMPS = {
    "sqlite": "SELECT data_version, total_changes() FROM pragma_data_version",
    "postgresql": "SELECT pg_current_snapshot()::text",
}
LONGEST = 60
"""Seconds after which everything is read again, whatever the stamp says: sessions end without a commit."""


class Latest:
    """Looks at the same games again and again.

    Making facts of rows takes five times as long as reading them. So rows are compared as the database's
    driver returns them, and only those that differ are read as facts. While nothing at all is committed,
    which at night is most of the time, not even rows are read. When people were last seen is what is stored
    most often, for everybody at once, and it is read by itself.
    """

    def __init__(self) -> None:
        self.facts: dict[UUID, Facts] = {}
        """What was found at the last look."""
        self._rows: dict[UUID, Any] = {}
        self._mine = threading.local()

    def look(self, game_ids: Collection[UUID]) -> bool:
        """Look at these games; return whether anything at all may have been stored since the last look."""
        now = timezone.now()
        stamp = (_Stamp.taken(), int(now.timestamp()) // LONGEST)
        # What is known is at least as new as what any thread has seen of the database.
        is_new = getattr(self._mine, "stamp", None) != stamp or not self.facts.keys() >= set(game_ids)
        if is_new:
            self._read(game_ids)
            self._see(last_seen(game_ids), now)
        self.facts = {game_id: facts.at(now) for game_id, facts in self.facts.items()}
        self._mine.stamp = stamp
        return is_new

    def mark_seen(self, seat_ids: Collection[int], now: datetime) -> None:
        """Note that whoever holds these seats is there; what only this has changed need not be read again."""
        before, minute = getattr(self._mine, "stamp", (None, 0))
        seen = presence.mark_seen(seat_ids, now)
        after = _Stamp.taken()
        if before and after == before.with_own(len(seen)):
            self._see(dict.fromkeys(seen, now), now)
            self._mine.stamp = (after, minute)

    def forget(self) -> None:
        """Read everything at the next look."""
        self._mine = threading.local()

    def _read(self, game_ids: Collection[UUID]) -> None:
        rows = _stored(game_ids) if game_ids else {}
        changed = [game_id for game_id, row in rows.items() if self._rows.get(game_id) != row]
        fresh = facts_of(changed) if changed else {}
        known = {game_id: self.facts[game_id] for game_id in rows.keys() - changed}
        self.facts, self._rows = known | fresh, rows

    def _see(self, moments: Mapping[int, datetime | None], now: datetime) -> None:
        self.facts = {game_id: facts.seen(moments, now) for game_id, facts in self.facts.items()}


class _Stamp(NamedTuple):
    """What stays the same for a connection as long as nothing is committed, by it or by another.

    SQLite counts for each connection anew, what PostgreSQL says is true of all.
    """

    commits: Hashable
    own_rows: int
    """How many rows the connection has written, where that is not among the commits."""
    connection: Any

    @classmethod
    def taken(cls) -> "_Stamp":
        with connection.cursor() as cursor:
            cursor.execute(_STAMPS[connection.vendor])
            commits, *own_rows = cursor.fetchone()
        return cls(commits, sum(own_rows), connection.connection if connection.vendor == "sqlite" else None)

    def with_own(self, rows: int) -> "_Stamp":
        """Return the stamp after the connection itself has written some rows."""
        return self._replace(own_rows=self.own_rows + rows)


def _stored(game_ids: Collection[UUID]) -> dict[UUID, Any]:
    """Return what is stored of each game, its seats, and who would like the seats of its bots."""
    stored: dict[Any, list[tuple[Any, ...]]] = defaultdict(list)
    for query in (games_of(game_ids), seats_of(game_ids), candidates_of(game_ids)):
        for row in _as_stored(query):
            stored[row[0]].append(row)
    return {Game._meta.pk.to_python(key): rows for key, rows in stored.items()}


def _as_stored(query: "QuerySet[Any, Any]") -> list[tuple[Any, ...]]:
    """Return the rows of a query as the driver gives them."""
    with connection.cursor() as cursor:
        cursor.execute(*query.query.sql_with_params())
        return cursor.fetchall()
