"""What a process keeps in memory of the games it served last."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar
from uuid import UUID

V = TypeVar("V")


class LastGames(Generic[V]):
    """A value for each of so many games: the one that was changed longest ago goes first.

    Threads see a value before a change or after it. So a value itself must not be changed in place.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: dict[UUID, V] = {}
        self._lock = Lock()

    def get(self, game_id: UUID) -> V | None:
        """Return what is kept of a game, or nothing."""
        with self._lock:
            return self._values.get(game_id)

    def change(self, game_id: UUID, change: Callable[[V | None], V | None]) -> V | None:
        """Keep what a function makes of what was kept of a game, or nothing of it any more; return that."""
        with self._lock:
            value = change(self._values.pop(game_id, None))
            if value is not None:
                self._values[game_id] = value
            if len(self._values) > self._size:
                del self._values[next(iter(self._values))]
            return value

    def clear(self) -> None:
        """Keep nothing any more."""
        with self._lock:
            self._values.clear()
