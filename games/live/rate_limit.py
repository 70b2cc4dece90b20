"""How much a page may say over its socket, and how fast."""

from collections import deque

MAX_FRAME = 4096
FLOOD_FRAMES, FLOOD_SECONDS = 20, 10.0
"""Who sends more frames than this in so many seconds is hung up on."""
MOVES, MOVES_SECONDS = 15, 10.0
"""A page that has made so many moves in so many seconds posts the next one: moves.js keeps to the same."""


class RateLimit:
    """Lets so many things happen in so many seconds; whose seconds they are is up to who asks."""

    def __init__(self, most: int, seconds: float) -> None:
        self._seconds = seconds
        self._times: deque[float] = deque(maxlen=most)

    def allows(self, now: float) -> bool:
        """Tell whether one more may happen at this moment, and if so count it."""
        is_full = len(self._times) == self._times.maxlen
        if is_full and now - self._times[0] < self._seconds:
            return False
        self._times.append(now)
        return True
