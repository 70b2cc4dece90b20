"""What a process keeps in memory of the games it served last."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar
from uuid import UUID

V = TypeVar("V")


class LastGames(Generic[V]):
    """A value for each of the last games, as long as there is room: what was changed longest ago goes first.

    A value takes one place, or as many as a function says; the last is kept however many that are.
    Threads see a value before a change or after it. So a value itself must not be changed in place.
    """

    def __init__(self, room: int, size_of: Callable[[V], int] = lambda _: 1) -> None:
        self._free, self._size_of = room, size_of
        self._values: dict[UUID, V] = {}
        self._lock = Lock()

    def get(self, game_id: UUID) -> V | None:
        """Return what is kept of a game, or nothing."""
        with self._lock:
            return self._values.get(game_id)

    def change(self, game_id: UUID, change: Callable[[V | None], V | None]) -> V | None:
        """Keep what a function makes of what was kept of a game, or nothing of it any more; return that."""
        with self._lock:
            old = self._values.get(game_id)
            value = change(old)
            if old is not None:
                self._drop(game_id)
            if value is not None:
                self._values[game_id] = value
                self._free -= self._size_of(value)
            while self._free < 0 and len(self._values) > 1:
                self._drop(next(iter(self._values)))
            return value

    def _drop(self, game_id: UUID) -> None:
        self._free += self._size_of(self._values.pop(game_id))

    def clear(self) -> None:
        """Keep nothing any more."""
        with self._lock:
            for game_id in tuple(self._values):
                self._drop(game_id)
